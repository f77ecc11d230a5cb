import type { Product } from '../../../../shared/catalog.ts'
import { listOtherSlugs } from '../slug-rows.ts'
import type { ProductRow } from '../product-columns.ts'
import type { UndoJournal } from '../undo-journal.ts'
import type { Connection } from './connection.ts'
import { putProductRows } from './product-batch.ts'

const BATCH_SIZE = 250

interface QueuedProduct {
  readonly row: ProductRow
  readonly identifiers: readonly string[]
}

/**
 * Writes products in batches. While PostgreSQL writes one batch, the next is filled. Statements of a batch are sent before any
 * later query.
 */
export class ProductQueue {
  readonly #connection: Connection
  readonly #journal: UndoJournal
  #queued = new Map<string, QueuedProduct>()
  #identifiers = new Set<string>()
  /** Slugs in the first language, by all other slugs that queued products have or had in any language. */
  #otherOwners = new Map<string, string>()
  /** Number of products passed to `put`. If they are many, the transaction ends with `ANALYZE`. */
  count = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(connection: Connection, journal: UndoJournal) {
    this.#connection = connection
    this.#journal = journal
  }

  get queued(): ReadonlyMap<string, QueuedProduct> {
    return this.#queued
  }

  /** Returns a copy of a queued product. */
  find(slug: string): Product | undefined {
    const queued = this.#queued.get(slug)
    return queued && structuredClone(queued.row.product)
  }

  findOwner(slug: string): string | undefined {
    return this.#queued.has(slug) ? slug : this.#otherOwners.get(slug)
  }

  findOtherOwner(slug: string): string | undefined {
    return this.#otherOwners.get(slug)
  }

  holdsIdentifier(key: string): boolean {
    return this.#identifiers.has(key)
  }

  async put(row: ProductRow, identifiers: readonly string[]): Promise<void> {
    this.count++
    this.#queued.set(row.product.slug, { row, identifiers })
    for (const key of identifiers) this.#identifiers.add(key)
    const { slug } = row.product
    for (const other of listOtherSlugs(row.product)) this.#otherOwners.set(other, slug)
    if (this.#queued.size < BATCH_SIZE) return
    await this.#writing
    this.#startBatch()
  }

  async flush(): Promise<void> {
    await this.#writing
    this.#startBatch()
    await this.#writing
  }

  #startBatch(): void {
    if (this.#queued.size === 0) return
    const rows = [...this.#queued.values()].map(({ row }) => row)
    this.#queued = new Map()
    this.#identifiers = new Set()
    this.#otherOwners = new Map()
    const slugs = rows.map(({ product }) => product.slug)
    this.#writing = Promise.all([this.#journal.recordStored('product', slugs), putProductRows(this.#connection, rows)])
    // This avoids an unhandled rejection. The next `put` or `flush` throws the error.
    this.#writing.catch(() => {})
  }
}
