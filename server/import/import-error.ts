export interface ImportPlace {
  readonly file: string
  readonly line: number | null
  readonly column: string | null
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

  constructor(
    place: { readonly [Key in keyof ImportPlace]?: ImportPlace[Key] | undefined } & { readonly file: string },
    reason: string,
    options?: ErrorOptions,
  ) {
    const { file, line = null, column = null, row, product } = place
    const full = { file, line, column, ...(row !== undefined && { row }), ...(product !== undefined && { product }) }
    super(`${describePlace(full)}: ${reason}`, options)
    this.place = full
    this.reason = reason
  }
}

/**
 * Writes for example `products.csv, line 12 (row 7), column "Variant Price", product "Moss bowl"`. JSON files have
 * keys.
 */
export function describePlace({ file, line, column, row, product }: ImportPlace): string {
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
