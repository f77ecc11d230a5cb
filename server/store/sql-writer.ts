import type { Category, Product, Site } from '../../shared/catalog.ts'
import type { CatalogWriter, ImageFile, StoredPicture, StoredProduct } from './catalog-store.ts'
import type { Row } from './rows.ts'
import { SqlReader } from './sql-reader.ts'

export type UndoKind =
  'product' | 'product-rename' | 'category' | 'category-rename' | 'site' | 'demo' | 'image' | 'picture'

const UNDO_BATCH_ROWS = 500

/** Records how to undo a change, within the transaction that makes it. SQLite writes it synchronously, so callers have nothing to await. */
interface UndoJournal {
  /** @param document the value before the change; null if there was none */
  record(kind: UndoKind, key: string, document: string | null): void | Promise<void>
  recordSite(): void | Promise<void>
  recordAll(): void | Promise<void>
  /** Makes everything before this transaction impossible to undo. */
  discard(): void | Promise<void>
}

/** A group (a product with parts) and its card as they are stored. */
export interface StoredGroup {
  readonly group: Product
  readonly card: string
}

/** Writes the catalogue within a transaction that its creator begins and ends. */
export abstract class SqlWriter extends SqlReader implements CatalogWriter {
  /** Whether a visible change was made: the revision has to change. */
  hasChanges = false
  /** Whether picture sources were stored: they need a commit, but pages do not depend on them and the revision stays. */
  hasPictureSources = false
  hasListingChanges = false

  protected abstract readonly journal: UndoJournal
  protected abstract run(text: string, ...values: readonly unknown[]): number | Promise<number>
  protected abstract exec(text: string): void | Promise<void>
  protected abstract renameProductRows(from: string, to: string): void | Promise<void>
  protected abstract renameCategoryRows(from: string, to: string): void | Promise<void>
  protected abstract deleteProducts(slugs: readonly string[]): void | Promise<void>
  protected abstract scanGroups(): Iterable<StoredGroup[]> | AsyncIterable<StoredGroup[]>

  abstract putProduct(product: Product): Promise<void>
  abstract restoreProduct(stored: StoredProduct): Promise<void>
  abstract putCategory(category: Category): Promise<void>
  abstract putPictureSource(source: string, picture: StoredPicture): Promise<void>
  /** Writes queued rows and updates the prices of groups, whose parts may have changed after them. */
  abstract finish(): Promise<void>

  async putSite(site: Site): Promise<void> {
    await this.journal.recordSite()
    await this.run(
      'INSERT INTO site (id, document) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
      JSON.stringify(site),
    )
    this.hasChanges = true
  }

  async putImage(hash: string, { format, bytes, placeholder }: ImageFile): Promise<void> {
    const added = await this.run(
      'INSERT INTO image (hash, format, bytes, first_look) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      hash,
      format,
      bytes,
      placeholder ?? null,
    )
    if (added === 0) return
    await this.journal.record('image', hash, null)
    this.hasChanges = true
  }

  async renameProduct(from: string, to: string): Promise<void> {
    await this.journal.record('product-rename', to, from)
    await this.renameProductRows(from, to)
    for await (const groups of this.scanGroups()) {
      for (const { group } of groups) {
        if (group.includes.includes(from))
          await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
      }
    }
    this.recordListingChange()
  }

  async renameCategory(from: string, to: string): Promise<void> {
    await this.journal.record('category-rename', to, from)
    await this.renameCategoryRows(from, to)
    this.recordListingChange()
  }

  async clear(): Promise<void> {
    await this.journal.recordAll()
    await this.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM site; UPDATE meta SET value = 0 WHERE key = 'demo'`,
    )
    this.recordListingChange()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // The demo only fills an empty catalogue, so there is nothing worth going back to.
    if (isDemo) await this.journal.discard()
    else await this.journal.record('demo', '', '1')
    await this.run("UPDATE meta SET value = $1 WHERE key = 'demo'", Number(isDemo))
    this.hasChanges = true
  }

  /**
   * Undoes the last change by applying its journal from the end to the beginning, then deletes the journal. The writer
   * itself must not keep a journal.
   * @returns false if there is nothing to undo
   */
  async undoLastChange(): Promise<boolean> {
    const read = (before: unknown) =>
      this.rows(
        'SELECT seq, kind, key, document FROM undo WHERE seq < $1 ORDER BY seq DESC LIMIT $2',
        before,
        UNDO_BATCH_ROWS,
      )
    let entries = await read(Number.MAX_SAFE_INTEGER)
    if (entries.length === 0) return false
    for (; entries.length > 0; entries = await read(entries.at(-1)?.['seq'])) await this.#undoEntries(entries)
    await this.finish()
    await this.exec(`DELETE FROM undo; ${this.dialect.deleteUnusedPictureSources}`)
    this.recordListingChange()
    return true
  }

  protected recordListingChange(): void {
    this.hasChanges = true
    this.hasListingChanges = true
  }

  async #undoEntries(entries: readonly Row[]): Promise<void> {
    // Added products often follow each other in the journal; PostgreSQL deletes them with one statement.
    let addedProducts: string[] = []
    const deleteAddedProducts = async () => {
      if (addedProducts.length > 0) await this.deleteProducts(addedProducts)
      addedProducts = []
    }
    for (const entry of entries) {
      const { kind, key, document } = entry as { kind: UndoKind; key: string; document: string | null }
      if (kind === 'product' && document === null) {
        addedProducts.push(key)
        continue
      }
      await deleteAddedProducts()
      if (document === null) await this.#deleteAdded(kind, key)
      else await this.#restore(kind, key, document, entry['seq'])
    }
    await deleteAddedProducts()
  }

  async #deleteAdded(kind: UndoKind, key: string): Promise<void> {
    switch (kind) {
      case 'category':
        await this.run('DELETE FROM category WHERE slug = $1', key)
        await this.run("DELETE FROM former_slug WHERE kind = 'category' AND slug = $1", key)
        return
      case 'site':
        await this.exec('DELETE FROM site')
        return
      case 'image':
        await this.run('DELETE FROM image WHERE hash = $1', key)
        return
      default:
        throw new Error(`Entry "${key}" of the undo journal is a ${kind} without its previous value.`)
    }
  }

  async #restore(kind: UndoKind, key: string, document: string, seq: unknown): Promise<void> {
    switch (kind) {
      case 'product':
        return this.putProduct(JSON.parse(document) as Product)
      case 'product-rename':
        return this.renameProduct(key, document)
      case 'category':
        return this.putCategory(JSON.parse(document) as Category)
      case 'category-rename':
        return this.renameCategory(key, document)
      case 'site':
        return this.putSite(JSON.parse(document) as Site)
      case 'demo':
        return this.markDemo(document === '1')
      case 'picture':
        return this.putPictureSource(key, JSON.parse(document) as StoredPicture)
      case 'image': {
        const { format, firstLook } = JSON.parse(document) as {
          readonly format: ImageFile['format']
          readonly firstLook?: string | null
        }
        const [row] = await this.rows('SELECT bytes FROM undo WHERE seq = $1', seq)
        return this.putImage(key, { format, placeholder: firstLook ?? undefined, bytes: row?.['bytes'] as Uint8Array })
      }
    }
  }
}
