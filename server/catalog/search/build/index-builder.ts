import type { Product } from '../../../../shared/catalog.ts'
import { type CategoryTree, listCategoriesAbove } from '../../rules/category-tree.ts'
import { areColours } from '../../rules/colours.ts'
import type { SynonymEntry } from '../../rules/synonyms.ts'
import type { AttributeRule } from '../../rules/recognise-attribute.ts'
import { createBits } from '../bits.ts'
import { BLOBS, NO_PRICE, type IndexBlob, type IndexDirectory } from '../index-storage.ts'
import { findLanguage } from '../language.ts'
import { viewBytes } from '../postings.ts'
import { encodeSynonyms, listCommonSynonyms } from '../synonyms.ts'
import { foldText } from '../../../../shared/slug.ts'
import { foldValue } from '../words.ts'
import { AttributeValues } from './attribute-values.ts'
import { FamilyBuilder } from './family-builder.ts'
import { GrowingWords } from '../growing-bytes.ts'
import { isScale, orderValues, padNumbers, reversePrices, sortByNumber, sortTexts } from './order-values.ts'
import type { RunLimits } from './sorted-keys.ts'
import { TextIndexBuilder } from './text-index-builder.ts'
import { TagValues, ValuePostings } from './value-postings.ts'

interface IndexedProduct {
  /** Products must be added in ascending order of ids. */
  readonly id: number
  readonly product: Product
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  readonly isInStock: boolean
  /** Numbers of the products that the product replaces. */
  readonly replacedNumbers?: readonly string[]
}

/** Builds the index. A product takes memory only for its name and a few numbers; other texts are sorted in a temporary database. */
export class IndexBuilder implements Disposable {
  readonly #tree: CategoryTree
  readonly #locale: string
  readonly #text: TextIndexBuilder
  readonly #ids = new GrowingWords()
  readonly #pricesFrom = new GrowingWords()
  readonly #pricesTo = new GrowingWords()
  readonly #inStock = new GrowingWords()
  readonly #featured = new GrowingWords()
  readonly #discontinued = new GrowingWords()
  /** Folded names. */
  readonly #names: string[] = []
  /** Folded article numbers; '' if a product has none or several. */
  readonly #skus: string[] = []
  readonly #brands = new ValuePostings()
  readonly #categories = new ValuePostings()
  readonly #mainCategories = new ValuePostings()
  readonly #attributes: AttributeValues
  readonly #tags = new TagValues()
  readonly #families = new FamilyBuilder()

  /**
   * @param locale language of the products' texts (BCP 47)
   * @param rules the owner's rules, by attribute key
   */
  constructor(
    tree: CategoryTree,
    locale: string,
    { limits, rules = new Map() }: { limits?: RunLimits; rules?: ReadonlyMap<string, AttributeRule> } = {},
  ) {
    this.#tree = tree
    this.#locale = locale
    this.#text = new TextIndexBuilder(tree, findLanguage(locale), limits)
    this.#attributes = new AttributeValues(locale, rules)
  }

  /** @throws if the temporary database fails */
  add({ id, product, priceFromMinor, priceToMinor, isInStock, replacedNumbers = [] }: IndexedProduct): void {
    const ordinal = this.#ids.length
    this.#ids.push(id)
    this.#pricesFrom.push(toPrice(priceFromMinor))
    this.#pricesTo.push(toPrice(priceToMinor))
    if (isInStock) this.#inStock.push(ordinal)
    if (product.discontinued) this.#discontinued.push(ordinal)
    if (product.featured) this.#featured.push(ordinal)
    this.#names.push(foldText(product.name))
    if (product.brand !== null) this.#brands.add(foldValue(product.brand), product.brand, ordinal)
    const [sku] = product.variants.length === 1 ? [product.variants[0].sku] : []
    this.#skus.push(padNumbers(foldText(sku ?? '')))
    const { categorySlug } = product
    if (categorySlug !== null) this.#mainCategories.add(categorySlug, categorySlug, ordinal)
    const categories = listCategoriesAbove(product, this.#tree)
    for (const slug of categories) this.#categories.add(slug, slug, ordinal)
    this.#attributes.add(product, ordinal, ['', ...categories])
    this.#tags.add(product.tags, ordinal)
    this.#text.add(product, ordinal, replacedNumbers)
    this.#families.add(product, ordinal)
  }

  /**
   * Returns the blobs, the directory last.
   * @param synonyms the owner's synonyms
   * @throws if the temporary database fails
   */
  *finish(synonyms: readonly SynonymEntry[] = []): Generator<IndexBlob> {
    const size = this.#ids.length
    const offered = this.#attributes.finish()
    const tags = this.#tags.choose(size)
    for (const values of [this.#brands, tags]) values.reorder(orderValues(values.labels, this.#locale))
    for (const { numeric, values, shown } of offered) if (!numeric) reorderShown(values, shown, this.#locale)
    yield { name: BLOBS.ids, bytes: viewBytes(this.#ids.view()) }
    yield { name: BLOBS.featured, bytes: viewBytes(createBits(size, this.#featured.view())) }
    if (this.#discontinued.length > 0)
      yield { name: BLOBS.discontinued, bytes: viewBytes(createBits(size, this.#discontinued.view())) }
    yield { name: BLOBS.inStock, bytes: viewBytes(createBits(size, this.#inStock.view())) }
    yield {
      name: BLOBS.prices,
      bytes: Buffer.concat([viewBytes(this.#pricesFrom.view()), viewBytes(this.#pricesTo.view())]),
    }
    yield { name: BLOBS.order('price-asc'), bytes: viewBytes(sortByNumber(this.#pricesFrom.view())) }
    yield { name: BLOBS.order('price-desc'), bytes: viewBytes(sortByNumber(reversePrices(this.#pricesFrom.view()))) }
    yield { name: BLOBS.order('name'), bytes: viewBytes(sortTexts(this.#names)) }
    // The names take most of the memory, and are no longer needed.
    this.#names.length = 0
    const withSku = sortTexts(this.#skus).filter((ordinal) => this.#skus[ordinal] !== '')
    yield { name: BLOBS.order('sku'), bytes: viewBytes(withSku) }
    yield { name: BLOBS.brands, bytes: this.#brands.encode(size) }
    yield { name: BLOBS.categories, bytes: this.#categories.encode(size) }
    yield { name: BLOBS.mainCategories, bytes: this.#mainCategories.encode(size) }
    yield { name: BLOBS.tags, bytes: tags.encode(size) }
    for (const { key, values } of offered) yield { name: BLOBS.attribute(key), bytes: values.encode(size) }
    yield* this.#families.finish(size)
    const allSynonyms = [...synonyms, ...listCommonSynonyms(this.#locale, synonyms)]
    yield { name: BLOBS.synonyms, bytes: encodeSynonyms(allSynonyms, findLanguage(this.#locale)) }
    const text = yield* this.#text.finish()
    const directory: IndexDirectory = {
      productCount: size,
      ...(this.#discontinued.length > 0 && { discontinuedCount: this.#discontinued.length }),
      ...(this.#families.count > 0 && { familyCount: this.#families.count }),
      locale: this.#locale,
      brands: this.#brands.labels,
      tags: tags.labels,
      attributes: offered.map(({ key, name, values: { labels }, shown, numeric, isOption }) => {
        const translated = labels.map((label) => shown.get(label) ?? label)
        return {
          key,
          name,
          kind: numeric || isScale(translated) ? 'scale' : areColours(labels) ? 'colour' : 'name',
          values: labels,
          ...(shown.size > 0 && { shown: translated }),
          ...(numeric && { numeric }),
          ...(isOption && { isOption }),
        }
      }),
      unfiltered: this.#attributes.unfiltered,
      categories: this.#categories.labels,
      mainCategories: this.#mainCategories.labels,
      attributeKeys: this.#attributes.keysByScope,
      ...text,
    }
    yield { name: BLOBS.directory, bytes: Buffer.from(JSON.stringify(directory)) }
  }

  [Symbol.dispose](): void {
    this.#text[Symbol.dispose]()
    this.#families[Symbol.dispose]()
  }
}

/** Orders values by their translations. */
function reorderShown(values: ValuePostings, shown: ReadonlyMap<string, string>, locale: string): void {
  if (shown.size === 0) return values.reorder(orderValues(values.labels, locale))
  const originals = Map.groupBy(values.labels, (label) => shown.get(label) ?? label)
  values.reorder(orderValues([...originals.keys()], locale).flatMap((label) => originals.get(label) ?? []))
}

function toPrice(priceMinor: number | null): number {
  return priceMinor === null ? NO_PRICE : Math.min(priceMinor, NO_PRICE - 1)
}
