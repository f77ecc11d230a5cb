/** Matches cells that spreadsheets evaluate as formulas, even after spaces or with a full-width sign. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Matches formulas after apostrophes. These get another apostrophe, because an import removes one. */
const GUARDED_FORMULA = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Spreadsheets need this mark to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

type Rows = readonly (readonly string[])[]

/** Formats rows as CSV (RFC 4180). An apostrophe before a formula prevents spreadsheets from evaluating it. */
export function writeCsvRows(rows: Rows, lineEnd = '\n', separator: string = ','): string {
  return writeGuardedRows(rows, guardFormula, lineEnd, separator)
}

/** Formats rows of an imported file as CSV. Importing them has the same result as importing that file. */
export function writeImportedRows(rows: Rows, lineEnd: string, separator: string): string {
  return writeGuardedRows(rows, guardImported, lineEnd, separator)
}

function writeGuardedRows(rows: Rows, guard: (text: string) => string, lineEnd: string, separator: string): string {
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

export function guardFormula(text: string): string {
  return FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
}

/**
 * Leaves cells that are harmless and that imports read in their own way: a formula after an apostrophe, and `="00123"`. Imports
 * trim a cell before they remove its apostrophe.
 */
function guardImported(text: string): string {
  if (!FORMULA.test(text)) return text
  const trimmed = text.trim()
  return FORMULA.test(trimmed) && !/^="[^"]*"$/.test(trimmed) ? `'${trimmed}` : trimmed
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
