/** A position. A file as a whole has neither line nor column. */
export interface ImportPlace {
  readonly file: string
  readonly line?: number | null | undefined
  readonly column?: string | null | undefined
  /** Row in a spreadsheet; it is lower than the line if cells span several lines. */
  readonly row?: number | undefined
  readonly product?: string | undefined
}

export const FILE_EXISTS = 'the file already exists; choose another name'

/** An error that makes the file unusable, so that nothing is imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly place: ImportPlace
  readonly reason: string

  constructor(place: ImportPlace, reason: string, options?: ErrorOptions) {
    super(`${describePlace(place)}: ${reason}`, options)
    this.place = { ...place, line: place.line ?? null, column: place.column ?? null }
    this.reason = reason
  }
}

/**
 * Writes for example `products.csv, line 12 (row 7), column "Variant Price", product "Moss bowl"`. JSON files have
 * keys.
 */
export function describePlace({ file, line = null, column = null, row, product }: ImportPlace): string {
  // A column that is a number is a character position in XML.
  const kind = file.endsWith('.json') ? 'key' : 'column'
  const place = column === null ? '' : /^\d+$/.test(column) ? `column ${column}` : `${kind} "${column}"`
  // A workbook has no lines, only rows.
  const lines = SHEET.test(file) ? `row ${line}` : `line ${line}${row === undefined ? '' : ` (row ${row})`}`
  return [file, line !== null && lines, place, product && `product "${product}"`].filter(Boolean).join(', ')
}

const SHEET = /, sheet "[^]*"$/

/** Names a sheet as a file: `products.xlsx, sheet "Prices"`. */
export function nameSheet(path: string, sheet: string): string {
  return `${path}, sheet "${sheet}"`
}
