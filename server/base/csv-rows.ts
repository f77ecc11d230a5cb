/** Spreadsheets evaluate cells that begin like this as formulas, even after spaces or if the sign is a full-width character. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** If a formula is already preceded by apostrophes, another one is added, because an import removes one. */
const GUARDED_FORMULA = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Spreadsheets need this mark to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Formats rows as CSV (RFC 4180). An apostrophe is put before formulas, so that spreadsheets do not evaluate them. */
export function writeCsvRows(rows: readonly (readonly string[])[], lineEnd = '\n'): string {
  return rows.map((cells) => cells.map(writeCell).join(',') + lineEnd).join('')
}

/** Removes the apostrophe that `writeCsvRows` put before a formula. */
export function removeFormulaGuard(cell: string): string {
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell
}

function writeCell(text: string): string {
  const harmless = FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]|^[\s']|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
