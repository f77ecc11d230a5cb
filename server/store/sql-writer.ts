import type { Category, Product, Site } from '../../shared/catalog.ts'
import type { AttributeEntry } from '../catalog/attribute-entries.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type { CatalogWriter, ImageFile, StoredPicture, StoredProduct } from './catalog-store.ts'
import { buildCardOfGroup, type PriceRange } from './product-card.ts'
import type { ProductRow } from './product-columns.ts'
import { readDocument, readNumber, readUndoneImage, type Row } from './rows.ts'
import { putFormerSlugs, renameCategoryRows, renameProductRows } from './slug-rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'
import { SqlReader } from './sql-reader.ts'
import { UndoJournal, type UndoKind } from './undo-journal.ts'

const GROUP_BATCH_ROWS = 200
const UNDO_BATCH_ROWS = 500

/** The position of categories without one: they come after all others, sorted by name when the tree is built. */
const LAST_POSITION = 1_000_000_000

/** Writes the catalogue within a transaction that the caller begins and ends. */
export abstract class SqlWriter extends SqlReader implements CatalogWriter {
  /** Whether there was a change that requires a new revision of the catalogue. */
  hasChanges = false
  /** Whether picture sources were written. Pages do not depend on them, so they do not require a new revision. */
  hasPictureSources = false
  hasListingChanges = false
  readonly #connection: SqlConnection
  protected readonly journal: UndoJournal

  constructor(connection: SqlConnection, dialect: CatalogDialect, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(connection, dialect)
    this.#connection = connection
    this.journal = new UndoJournal(connection, dialect, keepsUndo)
  }

  protected abstract storeProduct(row: ProductRow): Promise<void>
  /** @param isReplaced whether the source already has a picture */
  protected abstract storePictureSource(source: string, picture: StoredPicture, isReplaced: boolean): Promise<void>
  protected abstract flush(): Promise<void>

  putProduct(product: Product): Promise<void> {
    return this.#putRow({ id: null, changedAt: Date.now(), product })
  }

  restoreProduct(stored: StoredProduct): Promise<void> {
    return this.#putRow(stored)
  }

  async putCategory(category: Category): Promise<void> {
    const { slug, position, formerSlugs } = category
    await this.journal.recordStored('category', [slug])
    await this.#connection.run(
      `INSERT INTO category (slug, position, document) VALUES ($1, $2, $3)
       ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      slug,
      position ?? LAST_POSITION,
      JSON.stringify(category),
    )
    const formers = new Map(formerSlugs.map((former) => [former, slug]))
    await putFormerSlugs(this.#connection, this.dialect, 'category', [slug], formers)
    this.#recordListingChange()
  }

  async putSite(site: Site): Promise<void> {
    await this.journal.recordSite()
    // The search index depends on the language, so it is rebuilt if that changes.
    if ((await this.readSite()).locale !== site.locale) this.hasListingChanges = true
    await this.#putOnly('site', site)
    this.hasChanges = true
  }

  async putSynonyms(synonyms: readonly SynonymEntry[]): Promise<void> {
    await this.journal.record('synonyms', '', JSON.stringify(await this.readSynonyms()))
    await this.#putOnly('synonyms', synonyms)
    this.#recordListingChange()
  }

  async putAttributeEntries(entries: readonly AttributeEntry[]): Promise<void> {
    await this.journal.record('attributes', '', JSON.stringify(await this.readAttributeEntries()))
    await this.#putOnly('attribute_rules', entries)
    this.#recordListingChange()
  }

  async putImage(hash: string, { format, bytes, placeholder }: ImageFile): Promise<void> {
    const added = await this.#connection.run(
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

  async putPictureSource(source: string, picture: StoredPicture): Promise<void> {
    const isReplaced = (await this.findPictureOfSource(source)) !== undefined
    await this.storePictureSource(source, picture, isReplaced)
    this.hasPictureSources = true
    // Undoing a change keeps newly added sources, so only a replaced source counts as a change.
    if (isReplaced) this.hasChanges = true
  }

  async renameProduct(from: string, to: string): Promise<void> {
    await this.flush()
    await this.journal.record('product-rename', to, from)
    await renameProductRows(this.#connection, from, to)
    for await (const groups of this.#scanGroups()) {
      for (const { group } of groups) {
        if (group.includes.includes(from))
          await this.putProduct({ ...group, includes: group.includes.map((slug) => (slug === from ? to : slug)) })
      }
    }
    this.#recordListingChange()
  }

  async renameCategory(from: string, to: string): Promise<void> {
    await this.flush()
    await this.journal.record('category-rename', to, from)
    await renameCategoryRows(this.#connection, from, to)
    this.#recordListingChange()
  }

  async clear(): Promise<void> {
    await this.flush()
    await this.journal.recordAll()
    await this.#connection.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM site; DELETE FROM synonyms; DELETE FROM attribute_rules; UPDATE meta SET value = 0 WHERE key = 'demo'`,
    )
    this.#recordListingChange()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // The demo is only written into an empty catalogue, so there is nothing to restore.
    if (isDemo) await this.journal.discard()
    else await this.journal.record('demo', '', '1')
    await this.#connection.run("UPDATE meta SET value = $1 WHERE key = 'demo'", Number(isDemo))
    this.hasChanges = true
  }

  /** Writes queued rows, and updates the prices of groups whose included products changed after the group was written. */
  async finish(): Promise<void> {
    await this.flush()
    for await (const groups of this.#scanGroups()) {
      const prices = await this.listPartPrices(groups.map(({ group }) => group))
      for (const { group, card } of groups) {
        const newCard = buildCardOfGroup(group, prices)
        if (JSON.stringify(newCard) === card) continue
        await this.putProduct(group)
        // One of the next groups may include this group.
        if (prices.has(group.slug)) prices.set(group.slug, newCard)
      }
    }
    await this.flush()
  }

  /** Undoes the last change by means of its journal, and deletes that. This writer itself must not keep a journal. */
  async undoLastChange(): Promise<boolean> {
    const read = (before: unknown) =>
      this.#connection.rows(
        'SELECT seq, kind, key, document FROM undo WHERE seq < $1 ORDER BY seq DESC LIMIT $2',
        before,
        UNDO_BATCH_ROWS,
      )
    let entries = await read(Number.MAX_SAFE_INTEGER)
    if (entries.length === 0) return false
    for (; entries.length > 0; entries = await read(entries.at(-1)?.['seq'])) await this.#undoEntries(entries)
    await this.finish()
    await this.#connection.exec(`DELETE FROM undo; ${this.dialect.deleteUnusedPictureSources}`)
    this.#recordListingChange()
    return true
  }

  protected async listPartPrices(groups: readonly Product[]): Promise<Map<string, PriceRange>> {
    const slugs = [...new Set(groups.flatMap(({ includes }) => includes))]
    if (slugs.length === 0) return new Map()
    const rows = await this.#connection.rows(
      `SELECT slug, price_from_minor, price_to_minor FROM product
       WHERE ${this.dialect.isListed('slug')} AND visibility = 'public'`,
      slugs,
    )
    return new Map(
      rows.map((row) => [
        String(row['slug']),
        { priceFromMinor: readNumber(row['price_from_minor']), priceToMinor: readNumber(row['price_to_minor']) },
      ]),
    )
  }

  async #putRow(row: Omit<ProductRow, 'card'>): Promise<void> {
    const card = buildCardOfGroup(row.product, await this.listPartPrices([row.product]))
    await this.storeProduct({ ...row, card })
    this.#recordListingChange()
  }

  /** Replaces the single row of a table. */
  async #putOnly(table: 'site' | 'synonyms' | 'attribute_rules', document: unknown): Promise<void> {
    await this.#connection.run(
      `INSERT INTO ${table} (id, document) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET document = excluded.document`,
      JSON.stringify(document),
    )
  }

  #recordListingChange(): void {
    this.hasChanges = true
    this.hasListingChanges = true
  }

  async *#scanGroups(): AsyncGenerator<{ readonly group: Product; readonly card: string }[]> {
    const read = (lastId: unknown) =>
      this.#connection.rows(
        'SELECT id, card, document FROM product WHERE part_count > 0 AND id > $1 ORDER BY id LIMIT $2',
        lastId,
        GROUP_BATCH_ROWS,
      )
    for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)?.['id'])) {
      yield rows.map((row) => ({ group: readDocument(row), card: String(row['card']) }))
    }
  }

  async #deleteProducts(slugs: readonly string[]): Promise<void> {
    await this.flush()
    const condition = this.dialect.isListed('slug')
    await this.#connection.run(`DELETE FROM product WHERE ${condition}`, slugs)
    await this.#connection.run(`DELETE FROM product_identifier WHERE ${condition}`, slugs)
    await this.#connection.run(`DELETE FROM former_slug WHERE ${condition} AND kind = 'product'`, slugs)
  }

  async #undoEntries(entries: readonly Row[]): Promise<void> {
    // Products that the change added are deleted together, as long as their entries are consecutive.
    let addedProducts: string[] = []
    const deleteAddedProducts = async () => {
      if (addedProducts.length > 0) await this.#deleteProducts(addedProducts)
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
        await this.#connection.run('DELETE FROM category WHERE slug = $1', key)
        await this.#connection.run("DELETE FROM former_slug WHERE kind = 'category' AND slug = $1", key)
        return
      case 'site':
        await this.#connection.exec('DELETE FROM site')
        this.hasListingChanges = true
        return
      case 'image':
        await this.#connection.run('DELETE FROM image WHERE hash = $1', key)
        return
      default:
        throw new Error(
          `The undo journal has no previous value for the ${kind} "${key}"; the last change cannot be undone.`,
        )
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
      case 'synonyms':
        return this.putSynonyms(JSON.parse(document) as readonly SynonymEntry[])
      case 'attributes':
        return this.putAttributeEntries(JSON.parse(document) as readonly AttributeEntry[])
      case 'demo':
        return this.markDemo(document === '1')
      case 'picture':
        return this.putPictureSource(key, JSON.parse(document) as StoredPicture)
      case 'image': {
        const [row] = await this.#connection.rows('SELECT bytes FROM undo WHERE seq = $1', seq)
        return this.putImage(key, readUndoneImage(document, row))
      }
    }
  }
}
