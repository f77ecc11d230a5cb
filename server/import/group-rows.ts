import { deserialize, serialize } from 'node:v8'
import { TemporaryDatabase } from '../catalog/store/sqlite/temporary-database.ts'
import { copyText } from './cells.ts'

interface RowGroup<Row> {
  readonly key: string
  readonly rows: readonly [Row, ...Row[]]
}

/** The index of each product's last row; a product with a single row needs none. */
export class LastRowIndexes {
  readonly #lastIndexes = new Map<string, number>()

  note(key: string, index: number): void {
    const last = this.#lastIndexes.get(key)
    if (last === undefined) this.#lastIndexes.set(copyText(key), index)
    else if (last < index) this.#lastIndexes.set(key, index)
  }

  has(key: string): boolean {
    return this.#lastIndexes.has(key)
  }

  isLast(key: string, index: number): boolean {
    return (this.#lastIndexes.get(key) ?? index) <= index
  }
}

/**
 * Groups rows by product, and yields each group when its last row is read, so that only incomplete groups are buffered.
 * @param keyOf undefined skips the row
 * @param onRows receives the number of rows read so far
 */
export async function* groupRows<Row>(
  batches: AsyncIterable<readonly Row[]>,
  ends: LastRowIndexes,
  keyOf: (row: Row, index: number) => string | undefined,
  onRows: (rows: number) => void,
): AsyncGenerator<RowGroup<Row>> {
  using buffer = new RowBuffer<Row>()
  let index = -1
  for await (const batch of batches) {
    for (const row of batch) {
      index += 1
      const key = keyOf(row, index)
      if (key === undefined) continue
      if (!ends.isLast(key, index)) {
        buffer.push(key, row)
        continue
      }
      const [first = row, ...others] = [...buffer.take(key), row]
      yield { key, rows: [first, ...others] }
      onRows(index + 1)
    }
  }
  // A group whose last row was skipped is still in the buffer when the file ends.
  for (const key of buffer.listKeys()) {
    const [first, ...others] = buffer.take(key)
    if (first !== undefined) yield { key, rows: [first, ...others] }
  }
  onRows(index + 1)
}

/** Most rows in memory. Beyond them, rows of further products are stored in a temporary database. */
const ROWS_MAX = 250

const SCHEMA =
  'CREATE TABLE row (place INTEGER PRIMARY KEY, key TEXT NOT NULL, bytes BLOB NOT NULL); CREATE INDEX row_by_key ON row (key);'

class RowBuffer<Row> implements Disposable {
  readonly #inMemory = new Map<string, Row[]>()
  #count = 0
  #database: TemporaryDatabase | undefined

  push(key: string, row: Row): void {
    const rows = this.#inMemory.get(key)
    if (!rows && this.#count >= ROWS_MAX) {
      this.#database ??= new TemporaryDatabase(SCHEMA)
      this.#database.queries.run('INSERT INTO row (key, bytes) VALUES (?, ?)', key, serialize(row))
      return
    }
    if (rows) rows.push(row)
    else this.#inMemory.set(key, [row])
    this.#count += 1
  }

  take(key: string): readonly Row[] {
    const rows = this.#inMemory.get(key) ?? []
    this.#inMemory.delete(key)
    this.#count -= rows.length
    // Rows in the database are the earlier ones: once a product has a row in memory, its further rows stay in memory.
    return [...this.#takeFromDatabase(key), ...rows]
  }

  *listKeys(): Generator<string> {
    yield* this.#inMemory.keys()
    for (const { key } of this.#database?.queries.rows('SELECT key FROM row GROUP BY key ORDER BY min(place)') ?? [])
      yield String(key)
  }

  #takeFromDatabase(key: string): readonly Row[] {
    if (!this.#database) return []
    const { queries } = this.#database
    const found = queries.rows('SELECT bytes FROM row WHERE key = ? ORDER BY place', key)
    if (found.length > 0) queries.run('DELETE FROM row WHERE key = ?', key)
    return found.map(({ bytes }) => deserialize(bytes as Uint8Array) as Row)
  }

  [Symbol.dispose](): void {
    this.#database?.[Symbol.dispose]()
  }
}
