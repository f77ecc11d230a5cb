/** Where in an import something stands; null where the place has no such thing. */
export interface ImportPlace {
  /** As the user named the file, or its name within the folder that is imported. */
  readonly file: string
  readonly line: number | null
  /** The column as the file's own header writes it. */
  readonly column: string | null
}

/** A file that cannot be used at all. Nothing of it is imported, and the catalogue stays as it was. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly place: ImportPlace
  readonly reason: string

  constructor(place: { file: string; line?: number | null; column?: string | null }, reason: string, options?: ErrorOptions) {
    const full = { file: place.file, line: place.line ?? null, column: place.column ?? null }
    super(`${describePlace(full)}: ${reason}`, options)
    this.place = full
    this.reason = reason
  }
}

/** @returns `products.csv, line 12, column "Variant Price"` */
export function describePlace({ file, line, column }: ImportPlace): string {
  // A number is a place on the line of a file without columns.
  const place = column === null ? '' : /^\d+$/.test(column) ? `column ${column}` : `column "${column}"`
  return [file, line === null ? '' : `line ${line}`, place].filter(Boolean).join(', ')
}
