/** Where in an import something stands; null where the place has no such thing. */
export interface ImportPlace {
  /** As the user named the file, or its name within the folder that is imported. */
  readonly file: string
  readonly line: number | null
  /** The column as the file's own header writes it. */
  readonly column: string | null
  /** The row that a spreadsheet shows, with the header as its first: cells of several lines make it lag behind the line. */
  readonly row?: number | undefined
  /** The name of the product, or what else tells it. */
  readonly product?: string | undefined
}

/** A file that cannot be used at all. Nothing of it is imported, and the catalogue stays as it was. */
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

/** @returns `products.csv, line 12 (row 7), column "Variant Price", product "Moss bowl"` */
export function describePlace({ file, line, column, row, product }: ImportPlace): string {
  // A number is a place on the line of a file without columns.
  const place = column === null ? '' : /^\d+$/.test(column) ? `column ${column}` : `column "${column}"`
  const rowText = row === undefined ? '' : ` (row ${row})`
  return [file, line === null ? '' : `line ${line}${rowText}`, place, product && `product "${product}"`]
    .filter(Boolean)
    .join(', ')
}
