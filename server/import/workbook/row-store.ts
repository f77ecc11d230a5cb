import type { CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import { TemporaryDatabase } from '../../catalog/store/sqlite/temporary-database.ts'

/** Bounds the disk space. The texts of a million products have about half as many characters. */
const CHARACTERS_MAX = 2_000_000_000

/** Rows in a batch: only a few, because they may have long texts. */
const BATCH_ROWS = 200

/** Keeps rows in a temporary database, so that they can be read several times in the order of their numbers. */
export class RowStore {
  readonly #file: string
  readonly #database = new TemporaryDatabase('CREATE TABLE row (number INTEGER PRIMARY KEY, cells TEXT NOT NULL)')
  #characters = 0

  /** @param file name of the file that errors mention */
  constructor(file: string) {
    this.#file = file
  }

  /** @throws ImportError if the sheet has the row already, or is too large */
  add(number: number, cells: readonly string[]): void {
    const text = JSON.stringify(cells)
    this.#characters += text.length
    if (this.#characters > CHARACTERS_MAX)
      throw new ImportError(
        { file: this.#file, line: number },
        `the sheet has more than ${CHARACTERS_MAX / 1e9} billion characters; divide it`,
      )
    const added = this.#database.queries.run('INSERT OR IGNORE INTO row (number, cells) VALUES (?, ?)', number, text)
    if (added === 0)
      throw new ImportError(
        { file: this.#file, line: number },
        'the workbook is damaged: it has this row twice; open it in a spreadsheet program and save it again',
      )
  }

  async *readRows(): AsyncGenerator<readonly CsvRow[]> {
    let last = 0
    for (;;) {
      const found = this.#database.queries.rows(
        'SELECT number, cells FROM row WHERE number > ? ORDER BY number LIMIT ?',
        last,
        BATCH_ROWS,
      )
      if (found.length === 0) return
      const rows = found.map(({ number, cells }) => {
        const texts = JSON.parse(String(cells)) as string[]
        return { line: Number(number), number: Number(number), cells: texts }
      })
      last = rows.at(-1)?.line ?? last
      yield rows
    }
  }
}
