import { BYTE_ORDER_MARK, FORMULA, writeCsvRows } from '../../shared/csv-rows.ts'
import { scanRows, TemporaryDatabase } from '../catalog/store/sqlite/queries.ts'
import { hasReasonColumn, REASON_COLUMN } from './files/csv-columns.ts'
import type { CsvFile, CsvRow } from './files/csv-file.ts'
import { NewFile } from './files/new-file.ts'
import { formatReason } from './format-report.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotice } from './import-report.ts'

const SCHEMA =
  'CREATE TABLE entry (place INTEGER PRIMARY KEY, row INTEGER NOT NULL, reason TEXT); CREATE INDEX entry_by_row ON entry (row);'

const ROWS_WITH_REASONS =
  "SELECT row AS place, group_concat(reason, '; ' ORDER BY place) AS reasons FROM entry WHERE row > ? GROUP BY row ORDER BY row LIMIT ?"

const SAME_PRODUCT = 'no error in this row; another row of the product was rejected'

/**
 * The file of `--rejected`: all rows of products with a rejected row, in the order of the products file, with a last
 * column for the reason. A temporary database has the row numbers, because all rows may be rejected.
 */
export class RejectedRows implements Disposable {
  readonly #file: NewFile
  readonly #database = new TemporaryDatabase(SCHEMA)
  /** Number of rejected rows, without the header. */
  count = 0
  /** The error that prevented the file from being written. */
  fault: ImportError | null = null

  /** @throws ImportError if the file exists already or cannot be created */
  constructor(path: string) {
    this.#file = new NewFile(path)
  }

  get path(): string {
    return this.#file.path
  }

  addReason(rowNumber: number, notice: ImportNotice): void {
    const column = notice.column === null ? '' : `${notice.column}: `
    this.#add(rowNumber, column + formatReason(notice))
  }

  addProduct(rowNumbers: readonly number[]): void {
    for (const rowNumber of rowNumbers) this.#add(rowNumber, null)
  }

  /**
   * Reads the products file again; writes no file if no row was rejected. An error becomes `fault`, because it does not
   * undo the import.
   */
  async write(table: CsvFile | undefined): Promise<void> {
    try {
      if (table) await this.#writeRows(table)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      this.fault = error
    }
  }

  async #writeRows(table: CsvFile): Promise<void> {
    const found = scanRows(this.#database.queries, ROWS_WITH_REASONS, 0)
    let next = found.next()
    if (next.done) return
    const { header } = table
    // The last column of a corrected file may already be the one for reasons.
    const width = hasReasonColumn(header) ? header.length - 1 : header.length
    this.#file.write(BYTE_ORDER_MARK)
    this.#writeRow(table, [...header.slice(0, width), REASON_COLUMN])
    for await (const rows of table.readRows()) {
      for (const row of rows) {
        if (next.done) break
        if (row.number !== next.value['place']) continue
        this.#writeRow(table, [...readCells(row, header.length, width), String(next.value['reasons'] ?? SAME_PRODUCT)])
        this.count += 1
        next = found.next()
      }
    }
    this.#file.finish()
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
    this.#file[Symbol.dispose]()
  }

  #add(rowNumber: number, reason: string | null): void {
    this.#database.queries.run('INSERT INTO entry (row, reason) VALUES (?, ?)', rowNumber, reason)
  }

  #writeRow({ delimiter = ',' }: CsvFile, cells: readonly string[]): void {
    this.#file.write(writeImportedRows([cells], '\r\n', delimiter))
  }
}

/** A row with a wrong number of cells keeps it, so that it is rejected until it is mended. */
function readCells({ cells }: CsvRow, expected: number, width: number): readonly string[] {
  return cells.length === expected ? cells.slice(0, width) : cells
}

/** Formats rows of an imported file as CSV. Importing them has the same result as importing that file. */
export function writeImportedRows(rows: readonly (readonly string[])[], lineEnd: string, separator: string): string {
  return writeCsvRows(rows, lineEnd, separator, guardImported)
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
