import { accessSync, constants, lstatSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, FORMULA, writeCsvRows } from '../../shared/csv-rows.ts'
import { TemporaryDatabase } from '../catalog/store/sqlite/queries.ts'
import { isReasonColumn, REASON_COLUMN } from './files/csv-columns.ts'
import type { CsvFile } from './files/csv-file.ts'
import { FILE_EXISTS, ImportError } from './import-error.ts'

const SCHEMA = 'CREATE TABLE rejected (row INTEGER PRIMARY KEY, reasons TEXT)'

const ADD = `INSERT INTO rejected VALUES (?, ?)
  ON CONFLICT DO UPDATE SET reasons = nullif(concat_ws('; ', reasons, excluded.reasons), '')`

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

  /** @param reason null for a row without an error of its own */
  add(rowNumber: number, reason: string | null): void {
    this.#queries.run(ADD, rowNumber, reason)
  }

  /**
   * Reads the products file again; writes no file if no row was rejected. An error becomes `fault`, because it does not
   * undo the import.
   */
  async write(table: CsvFile | undefined): Promise<void> {
    if (!table || !this.#queries.get('SELECT 1 FROM rejected')) return
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
    const { header, delimiter = ',' } = table
    const format = (cells: readonly string[]) => writeImportedRows([cells], '\r\n', delimiter)
    // The last column of a corrected file may already be the one for reasons.
    const last = header.length - 1
    const width = isReasonColumn(header, last) ? last : header.length
    yield BYTE_ORDER_MARK + format([...header.slice(0, width), REASON_COLUMN])
    for await (const rows of table.readRows()) {
      for (const row of rows) {
        const found = this.#queries.get('SELECT reasons FROM rejected WHERE row = ?', row.number)
        if (!found) continue
        // A row with a wrong number of cells keeps it, so that it is rejected until it is mended.
        const cells = row.cells.length === header.length ? row.cells.slice(0, width) : row.cells
        yield format([...cells, String(found['reasons'] ?? SAME_PRODUCT)])
        this.count += 1
      }
    }
  }

  #explain(error: unknown): ImportError {
    if (error instanceof ImportError) return error
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const reason = `the file cannot be written; choose another path, or make it writable (${error.message})`
    return new ImportError({ file: this.path }, reason, { cause: error })
  }
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
