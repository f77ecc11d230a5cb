import type { Product } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type { IdentifierKind } from '../catalog-store.ts'
import { listStoredIdentifiers, putProductRows, type ProductRow } from './product-batch.ts'
import type { UndoJournal } from './undo-journal.ts'

/** Products of one statement. */
const BATCH_SIZE = 250

/**
 * Products on their way into the database. While one batch is written the next one is gathered; what is asked on the same
 * connection afterwards finds both.
 */
export class ProductQueue {
  readonly #connection: Connection
  readonly #undo: UndoJournal
  #rows = new Map<string, ProductRow>()
  #identifiers = new Set<string>()
  /** Products that were put so far. */
  count = 0
  #lastId: number | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(connection: Connection, undo: UndoJournal) {
    this.#connection = connection
    this.#undo = undo
  }

  /** A product that waits, as it was put. */
  find(slug: string): Product | undefined {
    const row = this.#rows.get(slug)
    return row && structuredClone(row.product)
  }

  /** Whether a product waits that an identifier belongs to. */
  holdsIdentifier(kind: IdentifierKind, value: string): boolean {
    return this.#identifiers.has(`${kind} ${value}`)
  }

  async put(row: ProductRow): Promise<void> {
    this.count++
    this.#rows.set(row.product.slug, row)
    for (const { kind, value } of listStoredIdentifiers(row.product)) this.#identifiers.add(`${kind} ${value}`)
    if (this.#rows.size < BATCH_SIZE) return
    await this.#writing
    this.#begin()
  }

  /** Resolves when all that was put is written. */
  async flush(): Promise<void> {
    await this.#writing
    this.#begin()
    await this.#writing
  }

  #begin(): void {
    if (this.#rows.size === 0) return
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    this.#identifiers = new Set()
    this.#writing = this.#write(rows)
    // Whoever puts or flushes next hears of a failure.
    this.#writing.catch(() => {})
  }

  async #write(rows: readonly ProductRow[]): Promise<void> {
    this.#lastId ??= await this.#readLastId()
    const slugs = rows.map(({ product }) => product.slug)
    const [, lastId] = await Promise.all([
      this.#undo.noteStored('product', slugs),
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
