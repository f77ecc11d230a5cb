import type { Category, Product, Site } from '../../shared/catalog.ts'
import type { AttributeEntry } from '../catalog/attribute-entries.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type {
  CatalogWriter,
  IdentifierKind,
  ImageFile,
  ProductIdentity,
  StoredPicture,
  StoredProduct,
} from '../store/catalog-store.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'

/**
 * Writes nothing to the store. Reads return the dry run's earlier writes, except products, which an import writes only
 * once.
 */
export class DryRunWriter implements CatalogWriter {
  readonly #writer: CatalogWriter
  readonly #categories = new Map<string, Category>()
  readonly #removedCategories = new Set<string>()
  readonly #imageHashes = new Set<string>()
  #site: Site | undefined
  #synonyms: readonly SynonymEntry[] | undefined
  #attributeEntries: readonly AttributeEntry[] | undefined
  #isCleared = false
  #isDemo: boolean | undefined

  constructor(writer: CatalogWriter) {
    this.#writer = writer
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    return this.#isCleared ? undefined : this.#writer.findProduct(slug)
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    return this.#isCleared ? [] : this.#writer.listProductsByIdentifier(kind, value)
  }

  async findCategory(slug: string): Promise<Category | undefined> {
    return (
      this.#categories.get(slug) ??
      (this.#isCleared || this.#removedCategories.has(slug) ? undefined : this.#writer.findCategory(slug))
    )
  }

  async listCategories(): Promise<Category[]> {
    const stored = this.#isCleared ? [] : await this.#writer.listCategories()
    return [
      ...stored.filter(({ slug }) => !this.#categories.has(slug) && !this.#removedCategories.has(slug)),
      ...this.#categories.values(),
    ]
  }

  async readSite(): Promise<Site> {
    return this.#site ?? (this.#isCleared ? NEUTRAL_SITE : this.#writer.readSite())
  }

  async readSynonyms(): Promise<readonly SynonymEntry[]> {
    return this.#synonyms ?? (this.#isCleared ? [] : this.#writer.readSynonyms())
  }

  async readAttributeEntries(): Promise<readonly AttributeEntry[]> {
    return this.#attributeEntries ?? (this.#isCleared ? [] : this.#writer.readAttributeEntries())
  }

  async hasImage(hash: string): Promise<boolean> {
    return this.#imageHashes.has(hash) || (!this.#isCleared && (await this.#writer.hasImage(hash)))
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    return this.#isCleared ? undefined : this.#writer.findPictureOfSource(source)
  }

  async findImage(hash: string): Promise<ImageFile | undefined> {
    return this.#isCleared ? undefined : this.#writer.findImage(hash)
  }

  async *scanProducts(): AsyncGenerator<Product> {
    if (!this.#isCleared) yield* this.#writer.scanProducts()
  }

  async *scanStoredProducts(): AsyncGenerator<StoredProduct> {
    if (!this.#isCleared) yield* this.#writer.scanStoredProducts()
  }

  async *scanImageHashes(): AsyncGenerator<string> {
    if (!this.#isCleared) yield* this.#writer.scanImageHashes()
    yield* this.#imageHashes
  }

  async *scanPictureSources(): AsyncGenerator<readonly [string, StoredPicture]> {
    if (!this.#isCleared) yield* this.#writer.scanPictureSources()
  }

  async putProduct(): Promise<void> {}

  async restoreProduct(): Promise<void> {}

  async renameProduct(): Promise<void> {}

  async renameCategory(from: string, to: string): Promise<void> {
    for (const category of await this.listCategories()) {
      if (category.slug === from) this.#categories.set(to, { ...category, slug: to })
      else if (category.parentSlug === from) this.#categories.set(category.slug, { ...category, parentSlug: to })
    }
    this.#categories.delete(from)
    this.#removedCategories.add(from)
  }

  async putPictureSource(): Promise<void> {}

  async putCategory(category: Category): Promise<void> {
    this.#categories.set(category.slug, category)
  }

  async putSite(site: Site): Promise<void> {
    this.#site = site
  }

  async putSynonyms(synonyms: readonly SynonymEntry[]): Promise<void> {
    this.#synonyms = synonyms
  }

  async putAttributeEntries(entries: readonly AttributeEntry[]): Promise<void> {
    this.#attributeEntries = entries
  }

  async putImage(hash: string): Promise<void> {
    this.#imageHashes.add(hash)
  }

  async clear(): Promise<void> {
    this.#isCleared = true
    this.#isDemo = false
    this.#categories.clear()
    this.#imageHashes.clear()
    this.#site = undefined
    this.#synonyms = undefined
    this.#attributeEntries = undefined
  }

  async isDemo(): Promise<boolean> {
    return this.#isDemo ?? this.#writer.isDemo()
  }

  async markDemo(isDemo: boolean): Promise<void> {
    this.#isDemo = isDemo
  }
}
