import { HeldRows } from './held-rows.ts'

/** All rows of one product, in the file's order. */
interface RowGroup<Row> {
  readonly key: string
  readonly rows: readonly [Row, ...Row[]]
}

/** Notes while a file is surveyed where the rows of each product end; one that has a single row needs no note. */
export class GroupEnds {
  readonly #lastIndexes = new Map<string, number>()

  note(key: string, index: number): void {
    const last = this.#lastIndexes.get(key)
    if (last === undefined || last < index) this.#lastIndexes.set(key, index)
  }

  has(key: string): boolean {
    return this.#lastIndexes.has(key)
  }

  isLast(key: string, index: number): boolean {
    return (this.#lastIndexes.get(key) ?? index) <= index
  }
}

/**
 * Gives each product's rows away as soon as its last one is read; only what is not complete yet is held.
 * @param keyOf undefined leaves a row out
 * @param onRows is called with the number of rows read so far
 */
export async function* gatherGroups<Row>(
  rows: AsyncIterable<Row>,
  ends: GroupEnds,
  keyOf: (row: Row, index: number) => string | undefined,
  onRows: (rows: number) => void,
): AsyncGenerator<RowGroup<Row>> {
  using held = new HeldRows<Row>()
  let index = -1
  for await (const row of rows) {
    index += 1
    const key = keyOf(row, index)
    if (key === undefined) continue
    if (!ends.isLast(key, index)) {
      held.push(key, row)
      continue
    }
    const [first = row, ...others] = [...held.take(key), row]
    yield { key, rows: [first, ...others] }
    onRows(index + 1)
  }
  // A group whose last row could not be used has not ended yet.
  for (const key of held.listKeys()) {
    const [first, ...others] = held.take(key)
    if (first !== undefined) yield { key, rows: [first, ...others] }
  }
  onRows(index + 1)
}
