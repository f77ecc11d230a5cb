/** What a spreadsheet would calculate instead of showing, also behind spaces and in the wide forms of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Such a cell as it is written, with an apostrophe in front, and one that looks so by itself. */
const GUARDED_FORMULA = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** At the beginning of a file; with it spreadsheets know that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function writeCsvRows(rows: readonly (readonly string[])[], lineEnd = '\n'): string {
  return rows.map((cells) => cells.map(writeCell).join(',') + lineEnd).join('')
}

/** What a cell said before it got its apostrophe. */
export function removeFormulaGuard(cell: string): string {
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell
}

function writeCell(text: string): string {
  const harmless = FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]|^[\s']|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
