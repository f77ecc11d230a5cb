import type { Product } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type { IdentifierKind } from '../catalog-store.ts'
import type { ProductRow } from '../product-columns.ts'
import type { UndoJournal } from '../undo-journal.ts'
import { listStoredIdentifiers, putProductRows } from './product-batch.ts'
import { readMetaValue } from '../rows.ts'

const BATCH_SIZE = 250

/** Writes products in batches. The next batch is filled while PostgreSQL writes the previous one. */
export class ProductQueue {
  readonly #connection: Connection
  readonly #journal: UndoJournal
  #rows = new Map<string, ProductRow>()
  #identifiers = new Set<string>()
  /** Number of products that were put. If they are many, the transaction ends with `ANALYZE`. */
  count = 0
  #lastId: number | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(connection: Connection, journal: UndoJournal) {
    this.#connection = connection
    this.#journal = journal
  }

  has(slug: string): boolean {
    return this.#rows.has(slug)
  }

  /** Returns a copy of a queued product. */
  find(slug: string): Product | undefined {
    const row = this.#rows.get(slug)
    return row && structuredClone(row.product)
  }

  holdsIdentifier(kind: IdentifierKind, value: string): boolean {
    return this.#identifiers.has(`${kind} ${value}`)
  }

  async put(row: ProductRow): Promise<void> {
    this.count++
    this.#rows.set(row.product.slug, row)
    for (const { kind, value } of listStoredIdentifiers(row.product)) this.#identifiers.add(`${kind} ${value}`)
    if (this.#rows.size < BATCH_SIZE) return
    await this.#writing
    this.#startBatch()
  }

  async flush(): Promise<void> {
    await this.#writing
    this.#startBatch()
    await this.#writing
  }

  #startBatch(): void {
    if (this.#rows.size === 0) return
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    this.#identifiers = new Set()
    this.#writing = this.#write(rows)
    // Avoids an unhandled rejection; the next `put` or `flush` throws the error.
    this.#writing.catch(() => {})
  }

  async #write(rows: readonly ProductRow[]): Promise<void> {
    this.#lastId ??= await this.#readLastId()
    const slugs = rows.map(({ product }) => product.slug)
    const [, lastId] = await Promise.all([
      this.#journal.recordStored('product', slugs),
      putProductRows(this.#connection, rows, this.#lastId),
    ])
    if (lastId > this.#lastId)
      await this.#connection.run("UPDATE meta SET value = $1 WHERE key = 'last-product-id'", lastId)
    this.#lastId = lastId
  }

  async #readLastId(): Promise<number> {
    const [row] = await this.#connection.rows("SELECT value FROM meta WHERE key = 'last-product-id'")
    return readMetaValue(row)
  }
}
