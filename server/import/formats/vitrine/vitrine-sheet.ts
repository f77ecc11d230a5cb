import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { readVitrineColumns, type VitrineColumns, type VitrineField } from './vitrine-columns.ts'
import { findByWord, type Words } from './vitrine-words.ts'

/** A sheet of Vitrine's own with its columns known. */
export class VitrineSheet extends CsvSheet<VitrineField> {
  readonly columns: VitrineColumns

  /** @throws ImportError where the header cannot be used */
  constructor(file: CsvFile, notes: ImportNotes) {
    const columns = readVitrineColumns(file, notes)
    super(file, columns.indexes, notes, ['name', 'slug'])
    this.columns = columns
  }

  /**
   * A word of a few.
   * @param blank what a blank cell means
   * @param unknown what any other word means, with a warning
   */
  readWord<Value extends string>(
    row: CsvRow,
    field: VitrineField,
    words: Words<Value>,
    { blank, unknown }: { blank: Value; unknown: Value },
  ): Value | undefined {
    if (!this.has(field)) return undefined
    if (this.isBlank(row, field)) return blank
    const value = findByWord(words, this.read(row, field)!)
    if (value === undefined)
      this.warn(
        row,
        field,
        `is none of ${Object.values(words.written).join(', ')}; "${words.written[unknown]}" was taken`,
      )
    return value ?? unknown
  }
}
