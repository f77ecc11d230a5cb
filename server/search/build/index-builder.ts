import type { Product } from '../../../shared/catalog.ts'
import type { CategoryTree } from '../../catalog/category-tree.ts'
import { createBits, setBit, type Bits } from '../bits.ts'
import { BLOBS, NO_PRICE, type IndexBlob, type IndexDirectory } from '../index-storage.ts'
import { foldValue } from '../words.ts'
import { AttributeValues } from './attribute-values.ts'
import { GrowingWords } from '../growing-bytes.ts'
import { reversePrices, sortByNumber, SortedNames } from './sort-orders.ts'
import type { RunLimits } from './sorted-keys.ts'
import { TextIndexBuilder } from './text-index-builder.ts'
import { ValuePostings } from './value-postings.ts'

/** A product to be indexed, with the columns that the database derives from it. */
interface IndexedProduct {
  /** Ids must be added in ascending order. */
  readonly id: number
  readonly product: Product
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  readonly isInStock: boolean
}

/**
 * Builds the index of listings and searches from all public products, in the order of their ids. Its memory grows by a few
 * numbers a product, not with the texts, which are sorted in temporary files.
 */
export class IndexBuilder implements Disposable {
  readonly #tree: CategoryTree
  readonly #text: TextIndexBuilder
  readonly #ids = new GrowingWords()
  readonly #pricesFrom = new GrowingWords()
  readonly #pricesTo = new GrowingWords()
  readonly #inStock = new GrowingWords()
  readonly #featured = new GrowingWords()
  #names = new SortedNames()
  readonly #brands = new ValuePostings()
  readonly #categories = new ValuePostings()
  readonly #attributes = new AttributeValues()

  constructor(tree: CategoryTree, limits?: RunLimits) {
    this.#tree = tree
    this.#text = new TextIndexBuilder(tree, limits)
  }

  /** Adds the next product. @throws if a temporary file cannot be written */
  add({ id, product, priceFromMinor, priceToMinor, isInStock }: IndexedProduct): void {
    const ordinal = this.#ids.length
    this.#ids.push(id)
    this.#pricesFrom.push(toPrice(priceFromMinor))
    this.#pricesTo.push(toPrice(priceToMinor))
    if (isInStock) this.#inStock.push(ordinal)
    if (product.featured) this.#featured.push(ordinal)
    this.#names.add(product.name)
    if (product.brand !== null) this.#brands.add(foldValue(product.brand), product.brand, ordinal)
    const categories = this.#listCategories(product)
    for (const slug of categories) this.#categories.add(slug, slug, ordinal)
    this.#attributes.add(product, ordinal, ['', ...categories])
    this.#text.add(product, ordinal)
  }

  /** Returns the blobs of the index, the directory last. @throws if a temporary file cannot be read or written */
  *finish(): Generator<IndexBlob> {
    const size = this.#ids.length
    const { offered, keysByScope } = this.#attributes
    yield { name: BLOBS.ids, bytes: toBytes(this.#ids.view()) }
    yield { name: BLOBS.featured, bytes: toBytes(toBits(this.#featured, size)) }
    yield { name: BLOBS.inStock, bytes: toBytes(toBits(this.#inStock, size)) }
    yield {
      name: BLOBS.prices,
      bytes: Buffer.concat([toBytes(this.#pricesFrom.view()), toBytes(this.#pricesTo.view())]),
    }
    yield { name: BLOBS.order('price-asc'), bytes: toBytes(sortByNumber(this.#pricesFrom.view())) }
    yield { name: BLOBS.order('price-desc'), bytes: toBytes(sortByNumber(reversePrices(this.#pricesFrom.view()))) }
    yield { name: BLOBS.order('name'), bytes: toBytes(this.#names.toOrder()) }
    // The names are no longer needed, and take most of the memory.
    this.#names = new SortedNames()
    yield { name: BLOBS.brands, bytes: this.#brands.encode(size) }
    yield { name: BLOBS.categories, bytes: this.#categories.encode(size) }
    for (const { key, values } of offered) yield { name: BLOBS.attribute(key), bytes: values.encode(size) }
    const text = yield* this.#text.finish()
    const directory: IndexDirectory = {
      productCount: size,
      brands: this.#brands.labels,
      attributes: offered.map(({ key, name, values }) => ({ key, name, values: values.labels })),
      categories: this.#categories.labels,
      attributeKeys: keysByScope,
      ...text,
    }
    yield { name: BLOBS.directory, bytes: Buffer.from(JSON.stringify(directory)) }
  }

  /** Deletes the temporary files. */
  [Symbol.dispose](): void {
    this.#text[Symbol.dispose]()
  }

  /** Lists the slugs of a product's category and of all above it. */
  #listCategories({ categorySlug }: Product): readonly string[] {
    const place = categorySlug === null ? undefined : this.#tree.places.get(categorySlug)
    return place ? [...place.ancestors.map(({ slug }) => slug), place.node.slug] : []
  }
}

function toPrice(priceMinor: number | null): number {
  return priceMinor === null ? NO_PRICE : Math.min(priceMinor, NO_PRICE - 1)
}

function toBits(ordinals: GrowingWords, size: number): Bits {
  const bits = createBits(size)
  for (const ordinal of ordinals.view()) setBit(bits, ordinal)
  return bits
}

function toBytes(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}
