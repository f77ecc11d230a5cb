import { accessSync, constants, lstatSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, FORMULA, writeCsvRows } from '../../shared/csv-rows.ts'
import { scanRows, TemporaryDatabase } from '../catalog/store/sqlite/queries.ts'
import { isReasonColumn, REASON_COLUMN } from './files/csv-columns.ts'
import type { CsvFile, CsvRow } from './files/csv-file.ts'
import { formatReason } from './format-report.ts'
import { FILE_EXISTS, ImportError } from './import-error.ts'
import type { ImportNotice } from './import-report.ts'

const SCHEMA =
  'CREATE TABLE entry (place INTEGER PRIMARY KEY, row INTEGER NOT NULL, reason TEXT); CREATE INDEX entry_by_row ON entry (row);'

const ROWS_WITH_REASONS =
  "SELECT row AS place, group_concat(reason, '; ' ORDER BY place) AS reasons FROM entry WHERE row > ? GROUP BY row ORDER BY row LIMIT ?"

const SAME_PRODUCT = 'no error in this row; another row of the product was rejected'

/**
 * The file of `--rejected`: all rows of products with a rejected row, in the order of the products file, with a last
 * column for the reason. A temporary database has the row numbers, because all rows may be rejected. It is
 * deleted when it is garbage collected.
 */
export class RejectedRows {
  readonly path: string
  readonly #queries = new TemporaryDatabase(SCHEMA).queries
  /** Number of rejected rows, without the header. */
  count = 0
  /** The error that prevented the file from being written. */
  fault: ImportError | null = null

  /** @throws ImportError if the file exists already or its folder cannot be written to */
  constructor(path: string) {
    this.path = path
    if (lstatSync(path, { throwIfNoEntry: false })) throw new ImportError({ file: path }, FILE_EXISTS)
    try {
      accessSync(`${dirname(path)}/.`, constants.W_OK)
    } catch (error) {
      throw this.#explain(error)
    }
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
    if (!table || !this.#queries.get('SELECT 1 FROM entry')) return
    try {
      // The flag `wx` keeps a file that was written there since the check.
      const file = (await open(this.path, 'wx')).createWriteStream({ flush: true })
      await pipeline(Readable.from(this.#formatRows(table)), file).catch(async (error: unknown) => {
        await rm(this.path)
        throw error
      })
    } catch (error) {
      this.fault = this.#explain(error)
    }
  }

  async *#formatRows(table: CsvFile): AsyncGenerator<string> {
    const found = scanRows(this.#queries, ROWS_WITH_REASONS, 0)
    let next = found.next()
    const { header, delimiter = ',' } = table
    const format = (cells: readonly string[]) => writeImportedRows([cells], '\r\n', delimiter)
    // The last column of a corrected file may already be the one for reasons.
    const last = header.length - 1
    const width = isReasonColumn(header, last) ? last : header.length
    yield BYTE_ORDER_MARK + format([...header.slice(0, width), REASON_COLUMN])
    for await (const rows of table.readRows()) {
      for (const row of rows) {
        if (next.done) return
        if (row.number !== next.value['place']) continue
        yield format([...readCells(row, header.length, width), String(next.value['reasons'] ?? SAME_PRODUCT)])
        this.count += 1
        next = found.next()
      }
    }
  }

  #add(rowNumber: number, reason: string | null): void {
    this.#queries.run('INSERT INTO entry (row, reason) VALUES (?, ?)', rowNumber, reason)
  }

  #explain(error: unknown): ImportError {
    if (error instanceof ImportError) return error
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const reason = `the file cannot be written; choose another path, or make it writable (${error.message})`
    return new ImportError({ file: this.path }, reason, { cause: error })
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
