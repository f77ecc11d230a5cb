/** Matches cells that spreadsheets evaluate as formulas, even after spaces or with a full-width sign. */
export const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Matches formulas after apostrophes. These get another apostrophe, because an import removes one. */
const GUARDED_FORMULA = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Spreadsheets need this mark to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

type Rows = readonly (readonly string[])[]

/** Formats rows as CSV (RFC 4180). An apostrophe before a formula prevents spreadsheets from evaluating it. */
export function writeCsvRows(rows: Rows, lineEnd = '\n', separator: string = ',', guard = guardFormula): string {
  return rows.map((cells) => cells.map((cell) => quoteCell(guard(cell))).join(separator) + lineEnd).join('')
}

/** Formats rows for pasting into spreadsheets. Each row stays on one line, and formulas are guarded as in CSV. */
export function writeTabRows(rows: Rows): string {
  return rows
    .map((cells) => cells.map((cell) => guardFormula(cell.trim().replace(/\s*[\t\r\n]\s*/g, '; '))).join('\t'))
    .join('\n')
}

/** Chooses the separator of a language's spreadsheets: a semicolon if decimal numbers have a comma. */
export function chooseSeparator(locale: string): ',' | ';' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ','
}

export function removeFormulaGuard(cell: string): string {
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell
}

function guardFormula(text: string): string {
  return FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
