import { isDeepStrictEqual } from 'node:util'
import type { Category, Product } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { buildCategoryTree } from '../rules/category-tree.ts'
import { type PriceRules, limitCardPrices } from '../rules/price-display.ts'
import type { FamilySummary } from '../search/index.ts'
import type { AttributeSummary } from '../search/listing.ts'
import { type CatalogLists, INDEXED_LISTS, type ListKind } from './catalog-lists.ts'
import { CatalogReader, type ImageFile, type StoredFile, type StoredProduct } from './catalog-reader.ts'
import { hasListingTables, readIndexSummaries, rebuildListingTables } from './listing-tables.ts'
import { buildCardOfGroup, type PriceRange, readPartPrices } from './product-card.ts'
import type { ProductRow } from './product-columns.ts'
import { readDocument } from './rows.ts'
import { listOtherSlugs, putFormerSlugs, renameCategoryRows, renameProductRows } from './slug-rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'
import { undoNewestChange } from './undo-change.ts'
import { UndoJournal } from './undo-journal.ts'

export interface ChangeDescription {
  /** The origin of the change, such as the command and its file. */
  readonly source: string
  readonly created: number
  readonly changed: number
  /** Number of products that were unpublished or discontinued, because the file lacks them. */
  readonly removed: number
}

export interface IndexSummaries {
  /** Lists the synonyms that find no product in any language. */
  listUnmatched(texts: readonly string[]): Promise<readonly string[]>
  summariseAttributes(): Promise<AttributeSummary>
  summariseFamilies(): Promise<FamilySummary>
  listRemoteImageOrigins(): Promise<readonly string[]>
}

const GROUP_BATCH_ROWS = 200

/** Categories without a position come last. The tree sorts them by name. */
const LAST_POSITION = 1_000_000_000

const INSERT_IMAGE =
  'INSERT INTO image (hash, format, bytes, first_look) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'

/** Writes within a transaction that the caller begins and ends. */
export abstract class CatalogWriter extends CatalogReader {
  /** Whether a change requires a new revision. */
  hasChanges = false
  #isIndexOutdated = false
  #priceRules: Promise<PriceRules> | undefined
  readonly #connection: SqlConnection
  protected readonly journal: UndoJournal

  constructor(connection: SqlConnection, dialect: CatalogDialect, { keepsUndo }: { readonly keepsUndo: boolean }) {
    super(connection, dialect)
    this.#connection = connection
    this.journal = new UndoJournal(connection, dialect, keepsUndo)
  }

  protected abstract storeProduct(row: ProductRow): Promise<void>
  protected abstract flush(): Promise<void>
  protected abstract updateStatistics(): Promise<void>

  putProduct(product: Product): Promise<void> {
    return this.#putRow({ id: null, changedAt: Date.now(), product })
  }

  /**
   * Inserts a product of another store with its id and the time of its last change. No stored product may have its slug or id.
   */
  restoreProduct(stored: StoredProduct): Promise<void> {
    return this.#putRow(stored)
  }

  async putCategory(category: Category): Promise<void> {
    const { slug, position } = category
    await this.journal.recordStored('category', [slug])
    await this.#connection.run(
      `INSERT INTO category (slug, position, document) VALUES ($1, $2, $3)
       ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      slug,
      position ?? LAST_POSITION,
      JSON.stringify(category),
    )
    this.#priceRules = undefined
    const formers = new Map(listOtherSlugs(category).map((other) => [other, slug]))
    await putFormerSlugs(this.#connection, this.dialect, 'category', [slug], formers)
    this.#recordListingChange()
  }

  async putSite(site: Site): Promise<void> {
    const stored = await this.findDocument('site')
    await this.journal.record('site', '', stored ? JSON.stringify(stored) : null)
    // The search index depends on languages, shown prices, and which discontinued products have a page.
    const { locale, languages, discontinuedProducts, prices } = await this.readSite()
    if (
      locale !== site.locale ||
      !isDeepStrictEqual(languages, site.languages) ||
      prices !== site.prices ||
      discontinuedProducts !== site.discontinuedProducts
    )
      this.#isIndexOutdated = true
    await this.#putDocument('site', site)
    this.#priceRules = undefined
    this.hasChanges = true
  }

  async putList<Kind extends ListKind>(kind: Kind, list: CatalogLists[Kind]): Promise<void> {
    await this.journal.record(kind, '', JSON.stringify(await this.readList(kind)))
    await this.#putDocument(kind, list)
    this.hasChanges = true
    if (INDEXED_LISTS.includes(kind)) this.#isIndexOutdated = true
  }

  /** Stores a picture unless it is already stored. @param hash SHA-256 of the bytes in hex */
  async putImage(hash: string, { format, bytes, placeholder }: ImageFile): Promise<void> {
    const added = await this.#connection.run(INSERT_IMAGE, hash, format, bytes, placeholder ?? null)
    if (added === 0) return
    await this.journal.record('image', hash, null)
    this.hasChanges = true
  }

  /** Records the file of a source (URL, file name or `documentSourceKey`), so that later imports do not need it. */
  async putPictureSource(source: string, picture: StoredFile): Promise<void> {
    const isReplaced = (await this.findFileOfSource(source)) !== undefined
    await this.storePictureSource(source, picture, isReplaced)
    // Undoing keeps added sources, so only a replaced one counts as a change.
    if (isReplaced) this.hasChanges = true
  }

  /** Stores a fetched picture or document. No page shows it yet, so the revision stays the same. */
  async putFetchedPicture(
    source: string,
    picture: StoredFile,
    { format, bytes, placeholder }: ImageFile,
  ): Promise<void> {
    const added = await this.#connection.run(INSERT_IMAGE, picture.hash, format, bytes, placeholder ?? null)
    // Undoing an import that added the same picture must not delete it.
    if (added === 0)
      await this.#connection.run(
        "DELETE FROM undo WHERE kind = 'image' AND key = $1 AND document IS NULL",
        picture.hash,
      )
    await this.storePictureSource(source, picture, false)
  }

  /** Replaces a product of which only the pictures changed. The search index is not rebuilt, because it has no pictures. */
  async putProductWithNewPictures(product: Product): Promise<void> {
    await this.#storeRow({ id: null, changedAt: Date.now(), product })
    this.hasChanges = true
  }

  /**
   * Finds the product that has a slug now, had it before, or has it in another language. @returns its slug in the first language
   */
  async findSlugOwner(slug: string): Promise<string | undefined> {
    const [row] = await this.#connection.rows(
      `SELECT slug FROM product WHERE slug = $1
       UNION ALL SELECT slug FROM former_slug WHERE kind = 'product' AND former = $1 LIMIT 1`,
      slug,
    )
    return row && String(row['slug'])
  }

  /** Finds the product that had a slug before, or has it in another language, even if it is now that of another product. */
  async findOtherSlugOwner(slug: string): Promise<string | undefined> {
    const [row] = await this.#connection.rows(
      "SELECT slug FROM former_slug WHERE kind = 'product' AND former = $1",
      slug,
    )
    return row && String(row['slug'])
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

  /** Renames a category, also in its products and subcategories. */
  async renameCategory(from: string, to: string): Promise<void> {
    await this.flush()
    await this.journal.record('category-rename', to, from)
    await renameCategoryRows(this.#connection, from, to)
    this.#priceRules = undefined
    this.#recordListingChange()
  }

  /** Deletes all products, categories, pictures and lists, and the site's settings. */
  async clear(): Promise<void> {
    await this.flush()
    await this.journal.recordAll()
    this.#priceRules = undefined
    await this.#connection.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM document; UPDATE meta SET value = 0 WHERE key = 'demo'`,
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

  /** Builds the search index unless another process has built it. */
  async buildMissingIndex(): Promise<void> {
    if (await hasListingTables(this.#connection)) return
    await rebuildListingTables(this.#connection, this.dialect)
  }

  /** Builds and opens the search index. Call it after the last change. */
  async buildIndex(): Promise<IndexSummaries> {
    await this.finish()
    return readIndexSummaries(this.#connection, await this.readSite())
  }

  /** Writes queued rows and the data that depend on them. Call it before the commit. */
  async finish(): Promise<void> {
    await this.flush()
    if (!this.#isIndexOutdated) return
    await this.#updateGroups()
    await this.updateStatistics()
    await rebuildListingTables(this.#connection, this.dialect)
    this.#isIndexOutdated = false
  }

  async #updateGroups(): Promise<void> {
    for await (const groups of this.#scanGroups()) {
      const prices = await this.listPartPrices(groups.map(({ group }) => group))
      for (const { group, card } of groups) {
        const newCard = buildCardOfGroup(group, prices)
        if (JSON.stringify(newCard) === card) continue
        await this.putProduct(group)
        // One of the next groups may include this group.
        if (prices.has(group.slug))
          prices.set(group.slug, limitCardPrices(newCard, group.categorySlug, await this.#readPriceRules()))
      }
    }
    await this.flush()
  }

  /** Names this change in the history, which omits changes without effect. Call it at the end. */
  async describeChange(description: ChangeDescription): Promise<void> {
    await this.flush()
    await this.journal.describe(description)
  }

  /** Undoes the last change. The writer must not keep a journal. @returns false if there is no change */
  async undoLastChange(): Promise<boolean> {
    const { dialect } = this
    const flush = () => this.flush()
    if (!(await undoNewestChange({ writer: this, connection: this.#connection, dialect, flush }))) return false
    this.#priceRules = undefined
    await this.#updateGroups()
    await this.#connection.exec(dialect.deleteUnusedPictureSources)
    this.#recordListingChange()
    return true
  }

  protected listPartPrices(groups: readonly Product[]): Promise<Map<string, PriceRange>> {
    return readPartPrices(groups, this.#connection, this.dialect, () => this.#readPriceRules())
  }

  #readPriceRules(): Promise<PriceRules> {
    return (this.#priceRules ??= Promise.all([this.readSite(), this.listCategories()]).then(([site, categories]) => ({
      site,
      tree: buildCategoryTree(categories, new Map(), site.locale),
    })))
  }

  async #putRow(row: Omit<ProductRow, 'card'>): Promise<void> {
    await this.#storeRow(row)
    this.#recordListingChange()
  }

  async #storeRow(row: Omit<ProductRow, 'card'>): Promise<void> {
    const card = buildCardOfGroup(row.product, await this.listPartPrices([row.product]))
    await this.storeProduct({ ...row, card })
  }

  async #putDocument(key: 'site' | ListKind, document: unknown): Promise<void> {
    await this.#connection.run(
      'INSERT INTO document (key, document) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET document = excluded.document',
      key,
      JSON.stringify(document),
    )
  }

  /** @param isReplaced whether the source already has a picture */
  protected async storePictureSource(source: string, picture: StoredFile, isReplaced: boolean): Promise<void> {
    if (isReplaced) await this.journal.recordPictureSources([source])
    await this.#connection.run(
      `INSERT INTO picture_source (source, document) VALUES ($1, $2)
       ON CONFLICT (${this.dialect.sourceKey('source')}) DO UPDATE SET document = excluded.document`,
      source,
      JSON.stringify(picture),
    )
  }

  #recordListingChange(): void {
    this.hasChanges = true
    this.#isIndexOutdated = true
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
}
