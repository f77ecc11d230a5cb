import type { Product } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type { IdentifierKind } from '../catalog-store.ts'
import { listStoredIdentifiers, putProductRows, type ProductRow } from './product-batch.ts'
import type { PostgresUndoJournal } from './undo-journal.ts'

const BATCH_SIZE = 250

/**
 * Queues products and writes them in batches. The next batch fills while the server writes one; later queries on the same
 * connection see the written products, because a connection runs its statements in order.
 */
export class ProductQueue {
  readonly #connection: Connection
  readonly #journal: PostgresUndoJournal
  #rows = new Map<string, ProductRow>()
  #identifiers = new Set<string>()
  count = 0
  #lastId: number | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(connection: Connection, journal: PostgresUndoJournal) {
    this.#connection = connection
    this.#journal = journal
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
    // The next call of `put` or `flush` awaits the promise and throws its error.
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
    return Number(row!['value'])
  }
}
