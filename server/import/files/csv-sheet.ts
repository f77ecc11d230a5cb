import { abbreviateValue, readWeightGrams } from '../cells.ts'
import type { DraftImage } from '../draft-product.ts'
import { FieldReader } from '../field-reader.ts'
import type { FieldPlace, ImportNotes } from '../import-report.ts'
import { type CsvFile, type CsvRow, checkCellCount, describeCell, positionOfCell } from './csv-file.ts'

export class CsvSheet<Field extends string> extends FieldReader<CsvRow, Field> {
  readonly file: CsvFile
  readonly #indexes: ReadonlyMap<Field, number>
  readonly #nameFields: readonly Field[]

  /** @param nameFields the first field that is not blank names the product in messages */
  constructor(file: CsvFile, indexes: ReadonlyMap<Field, number>, notes: ImportNotes, nameFields: readonly Field[]) {
    super(notes)
    this.file = file
    this.#indexes = indexes
    this.#nameFields = nameFields
  }

  has(field: Field): boolean {
    return this.#indexes.has(field)
  }

  read(row: CsvRow, field: Field): string | undefined {
    const index = this.#indexes.get(field)
    return index === undefined ? undefined : (row.cells[index] ?? '')
  }

  isBlank(row: CsvRow, field: Field): boolean {
    return (this.read(row, field) ?? '').trim() === ''
  }

  /**
   * Reads a weight in grams; an invalid weight is left out with a warning.
   * @param unit of the column, in lower case
   */
  readWeight(row: CsvRow, field: Field, unit: string): number | null | undefined {
    if (!this.has(field)) return undefined
    const text = this.readPlain(row, field)
    if (text === '') return null
    const grams = readWeightGrams(text, unit)
    if (grams !== undefined) return grams
    this.warn(row, field, `this is not a weight in ${unit}; the weight was left out`)
    return null
  }

  buildImage(row: CsvRow, field: Field, source: string): DraftImage {
    const { line, column } = this.positionOf(row, field)
    return { source, alt: undefined, line, row: this.file.isXml ? undefined : row.number, column: column ?? field }
  }

  checkCellCount(row: CsvRow): boolean {
    return checkCellCount(this.file, row, { reject: (notice) => this.rejectAt(notice, row.number) })
  }

  /** Warns about a cell in a column that matches no field. */
  warnAtIndex(row: CsvRow, index: number, reason: string): void {
    this.warnAt({ ...this.#placeOfCell(row, index), reason })
  }

  placeOf(row: CsvRow, field: Field): FieldPlace {
    return this.#placeOfCell(row, this.#indexes.get(field))
  }

  positionOf(row: CsvRow, field: Field): Pick<FieldPlace, 'line' | 'column'> {
    return positionOfCell(this.file, row, this.#indexes.get(field))
  }

  #placeOfCell(row: CsvRow, index: number | undefined): FieldPlace {
    return { ...describeCell(this.file, row, index), product: this.#nameProduct(row) }
  }

  #nameProduct(row: CsvRow): string | undefined {
    for (const field of this.#nameFields) {
      const name = abbreviateValue(this.read(row, field) ?? '')
      if (name !== null) return name
    }
    return undefined
  }
}
