import { isDeepStrictEqual } from 'node:util'
import type { Category } from '../category.ts'
import type { Site } from '../../../shared/site.ts'
import { type CatalogLists, INDEXED_LISTS, type ListKind } from './catalog-lists.ts'
import type { ImageFile, StoredFile } from './catalog-reader.ts'
import { hasSearchIndex, readIndexSummaries, rebuildSearchIndex } from './search-index.ts'
import { ProductWriter } from './product-writer.ts'
import { listOtherSlugs, putFormerSlugs, renameRow } from './slug-rows.ts'
import { undoNewestChange } from './undo-journal.ts'
import { PUT_DOCUMENT, readDocument } from './rows.ts'
import { readInBatches } from './sql-dialect.ts'
import { renameCategories } from '../rules/category-tree.ts'

export interface ChangeDescription {
  /** The origin of the change, such as the command and its file. */
  readonly source: string
  readonly created: number
  readonly changed: number
  /** Number of products that were unpublished or discontinued, because the file lacks them. */
  readonly removed: number
}

export type IndexSummaries = Awaited<ReturnType<typeof readIndexSummaries>>

/** A change of at least this many products updates the query planner's statistics. */
const ANALYZE_MIN_PRODUCTS = 500

/** Categories without a position come last. The tree sorts them by name. */
const LAST_POSITION = 1_000_000_000

const INSERT_IMAGE =
  'INSERT INTO image (hash, format, bytes, first_look) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'

/** Picks the settings on which the search index depends. */
const pickIndexed = ({ locale, languages, prices, discontinuedProducts }: Site) =>
  [locale, languages, prices, discontinuedProducts] as const

/** Writes within a transaction that the caller begins and ends. */
export class CatalogWriter extends ProductWriter {
  async putCategory(category: Category): Promise<void> {
    const { slug, position } = category
    await this.journal.recordStored('category', [slug])
    await this.writes.run(
      `INSERT INTO category (slug, position, document) VALUES ($1, $2, $3)
       ON CONFLICT (slug) DO UPDATE SET position = excluded.position, document = excluded.document`,
      slug,
      position ?? LAST_POSITION,
      JSON.stringify(category),
    )
    this.forgetPriceRules()
    const formers = new Map(listOtherSlugs(category).map((other) => [other, slug]))
    await putFormerSlugs(this.writes, this.dialect, 'category', [slug], formers)
    this.recordListingChange()
  }

  async putSite(site: Site): Promise<void> {
    const stored = await this.readSite()
    await this.journal.record('site', '', JSON.stringify(stored))
    if (!isDeepStrictEqual(pickIndexed(stored), pickIndexed(site))) this.isIndexOutdated = true
    await this.writes.run(PUT_DOCUMENT, 'site', JSON.stringify(site))
    this.forgetPriceRules()
    this.hasChanges = true
  }

  async putList<Kind extends ListKind>(kind: Kind, list: CatalogLists[Kind]): Promise<void> {
    await this.journal.record(kind, '', JSON.stringify(await this.readList(kind)))
    await this.writes.run(PUT_DOCUMENT, kind, JSON.stringify(list))
    this.hasChanges = true
    if (INDEXED_LISTS.includes(kind)) this.isIndexOutdated = true
  }

  /** Stores a picture unless it is already stored. @param hash SHA-256 of the bytes in hex */
  async putImage(hash: string, { format, bytes, placeholder }: ImageFile): Promise<void> {
    const added = await this.writes.run(INSERT_IMAGE, hash, format, bytes, placeholder ?? null)
    if (added === 0) return
    await this.journal.record('image', hash, null)
    this.hasChanges = true
  }

  /** Records the file of a source (URL, file name or `documentSourceKey`), so that later imports do not need it. */
  async putPictureSource(source: string, picture: StoredFile): Promise<void> {
    const replaced = await this.findFileOfSource(source)
    // Undoing keeps added sources, so only a replaced one counts as a change.
    if (replaced) {
      await this.journal.record('picture', source, JSON.stringify(replaced))
      this.hasChanges = true
    }
    await this.#storePictureSource(source, picture)
  }

  /** Stores a fetched picture or document. No page shows it yet, so the revision stays the same. */
  async putFetchedPicture(
    source: string,
    picture: StoredFile,
    { format, bytes, placeholder }: ImageFile,
  ): Promise<void> {
    const added = await this.writes.run(INSERT_IMAGE, picture.hash, format, bytes, placeholder ?? null)
    // Undoing an import that added the same picture must not delete it.
    if (added === 0)
      await this.writes.run("DELETE FROM undo WHERE kind = 'image' AND key = $1 AND document IS NULL", picture.hash)
    await this.#storePictureSource(source, picture)
  }

  /** Renames a category, also in its products and subcategories. */
  async renameCategory(from: string, to: string): Promise<void> {
    await this.flush()
    this.lookups.clear()
    const rename = (slug: string) => (slug === from ? to : slug)
    const categories = await this.listCategories()
    await renameRow(this.writes, 'category', from, to)
    for (const category of categories) {
      const { slug, parentSlug } = category
      if (slug === from || parentSlug === from)
        await this.putCategory({ ...category, slug: rename(slug), parentSlug: parentSlug && rename(parentSlug) })
    }
    // LIKE treats `_` in a slug as a wildcard, so it may find products without the category, which renaming leaves unchanged.
    // PostgreSQL has an index for each condition, but none for both.
    for (const [condition, value] of [
      ['category_slug = $3', from],
      ['other_category_slugs LIKE $3', `%"${from}"%`],
    ] as const) {
      const products = `SELECT id AS place, document FROM product WHERE ${condition} AND id > $1 ORDER BY id LIMIT $2`
      for await (const rows of readInBatches(this.writes, products, 0, value))
        for (const row of rows) await this.putProduct(renameCategories(readDocument(row), rename))
      await this.flush()
    }
  }

  /** Deletes all products, categories, pictures and lists, and the site's settings. */
  async clear(): Promise<void> {
    await this.flush()
    await this.journal.recordAll()
    this.lookups.clear()
    this.forgetPriceRules()
    await this.writes.exec(
      `DELETE FROM product; DELETE FROM product_identifier; DELETE FROM category; DELETE FROM former_slug; DELETE FROM image;
       DELETE FROM picture_source; DELETE FROM document; UPDATE meta SET value = 0 WHERE key = 'demo'`,
    )
    this.recordListingChange()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    if ((await this.isDemo()) === isDemo) return
    // The demo is only written into an empty catalogue, so there is nothing to restore.
    if (isDemo) await this.journal.discard()
    else await this.journal.record('demo', '', '1')
    await this.writes.run("UPDATE meta SET value = $1 WHERE key = 'demo'", Number(isDemo))
    this.hasChanges = true
  }

  /** Builds the search index unless another process has built it. */
  async buildMissingIndex(): Promise<void> {
    if (await hasSearchIndex(this.writes)) return
    await rebuildSearchIndex(this.writes, this.dialect)
  }

  /** Builds and opens the search index. Call it after the last change. */
  async buildIndex(): Promise<IndexSummaries> {
    await this.finish()
    return readIndexSummaries(this.writes)
  }

  /** Writes queued rows and the data that depend on them. Call it before the commit. */
  async finish(): Promise<void> {
    await this.flush()
    if (!this.isIndexOutdated) return
    await this.updateGroups()
    // Query plans would use outdated statistics until the next autovacuum.
    if (this.dialect.kind === 'postgres' && this.products.count >= ANALYZE_MIN_PRODUCTS)
      await this.writes.exec('ANALYZE product, product_identifier, former_slug')
    await rebuildSearchIndex(this.writes, this.dialect)
    this.isIndexOutdated = false
  }

  /** Names this change in the history, which omits changes without effect. Call it at the end. */
  async describeChange(description: ChangeDescription): Promise<void> {
    await this.flush()
    await this.journal.describe(description)
  }

  /** Undoes the last change. The writer must not keep a journal. @returns false if there is no change */
  async undoLastChange(): Promise<boolean> {
    const { dialect, writes: connection } = this
    if (!(await undoNewestChange({ writer: this, connection, dialect }))) return false
    this.forgetPriceRules()
    await this.updateGroups()
    await this.writes.exec(dialect.deleteUnusedPictureSources)
    this.recordListingChange()
    return true
  }

  async #storePictureSource(source: string, picture: StoredFile): Promise<void> {
    this.lookups.forgetFile(source)
    await this.writes.run(
      `INSERT INTO picture_source (source, document) VALUES ($1, $2)
       ON CONFLICT (${this.dialect.sourceKey('source')}) DO UPDATE SET document = excluded.document`,
      source,
      JSON.stringify(picture),
    )
  }
}
