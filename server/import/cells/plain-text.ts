import { removeFormulaGuard } from '../../export/csv-rows.ts'

/** A tab, a line end or a run of spaces is one space in a plain text; no other control character belongs there. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/**
 * Undoes what spreadsheets and exporters put around a cell so that it is not taken for a formula or a number:
 * `'=SUM` and `="00123"`.
 */
function removeArmour(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? removeFormulaGuard(cell)
}

/** A code such as a SKU: some exports set an apostrophe before every one of them. */
export function readCode(cell: string): string {
  return readPlainText(removeArmour(cell.trim()).replace(/^'+/, ''))
}

/** Whether a spreadsheet turned a long code into a number and lost its digits (`4.00638E+12`). */
export function isDamagedCode(code: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(code)
}

/** Printable ASCII with single spaces and no armour: nothing to mend, as in most cells. */
const PLAIN_TEXT = /^(?:[!-&(-<>-~](?: ?[!-~])*)?$/

/** Trimmed, on one line, without control characters. HTML entities are text like any other. */
export function readPlainText(cell: string): string {
  if (PLAIN_TEXT.test(cell)) return cell
  return removeArmour(cell.trim()).replace(CONTROL_CHARACTERS, '').replace(/\s+/g, ' ').trim()
}

/** Without control characters, but with its line ends, for HTML and lists. */
export function readLongText(cell: string): string {
  return removeArmour(cell.trim()).replace(CONTROL_CHARACTERS, '').trim()
}

/** As much of a value as a report shows. */
const SHOWN_VALUE_MAX_LENGTH = 60

/** A cell as a report quotes it; null where it is blank. */
export function buildShownValue(cell: string): string | null {
  const text = readPlainText(cell)
  return (text.length > SHOWN_VALUE_MAX_LENGTH ? `${cutText(text, SHOWN_VALUE_MAX_LENGTH)}…` : text) || null
}

/** A text with memory of its own: as a part of another it would hold all of that for as long as it is kept. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** Cut to a length without taking a character apart. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
