import type { Product } from '../../../shared/catalog.ts'
import type { ListingSort } from '../../../shared/listing-query.ts'
import { buildSlug } from '../../../shared/slug.ts'
import type { CategoryTree } from '../category-tree.ts'
import { createBits, setBit } from './bits.ts'
import { GrowingList } from './growing-list.ts'
import { BLOBS, NO_PRICE, type IndexDirectory, type IndexSink } from './index-storage.ts'
import { buildPosting, encodePostings } from './postings.ts'
import { TermPostings, TIERS } from './term-postings.ts'
import { foldValue, splitHtmlWords, splitWords } from './words.ts'

/** A product as an index takes it in, with what its lists already know. */
export interface IndexedProduct {
  /** Higher than the one before. */
  readonly id: number
  readonly product: Product
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  readonly isInStock: boolean
}

/** An attribute with more values describes, but is no choice. */
const ATTRIBUTE_MAX_VALUES = 500

/** Most attributes of a category that are counted for a listing. */
const ATTRIBUTE_KEYS_KEPT = 16

const DESCRIPTION_MAX_WORDS = 500

/** Postings in memory before they are written away. */
const FLUSH_BYTES = 32 * 2 ** 20
/** About what a term costs besides. */
const TERM_BYTES = 200

interface Attribute {
  readonly name: string
  readonly labels: string[]
  readonly indexes: Map<string, number>
  readonly ordinals: GrowingList[]
}

/**
 * Builds what listings and searches are answered from, out of all public products in the order of their ids. The memory it
 * takes grows with a few numbers a product, not with their texts.
 */
export class IndexBuilder {
  readonly #sink: IndexSink
  readonly #tree: CategoryTree
  readonly #ids = new GrowingList()
  readonly #pricesFrom = new GrowingList()
  readonly #pricesTo = new GrowingList()
  readonly #inStock = new GrowingList()
  readonly #brands = createAttribute('')
  readonly #attributes = new Map<string, Attribute | 'too many values'>()
  readonly #categories = new Map<string, GrowingList>()
  readonly #attributeCounts = new Map<string, Map<string, number>>()
  readonly #categoryWords = new Map<string, readonly string[]>()
  #terms = new Map<string, TermPostings>()
  #termBytes = 0
  readonly #termsByLength = new Map<number, Set<string>>()

  constructor(sink: IndexSink, tree: CategoryTree) {
    this.#sink = sink
    this.#tree = tree
  }

  add({ id, product, priceFromMinor, priceToMinor, isInStock }: IndexedProduct): void {
    const ordinal = this.#ids.length
    this.#ids.push(id)
    this.#pricesFrom.push(priceFromMinor ?? NO_PRICE)
    this.#pricesTo.push(priceToMinor ?? NO_PRICE)
    if (isInStock) this.#inStock.push(ordinal)
    if (product.brand !== null) addValue(this.#brands, product.brand, ordinal)
    const categories = this.#listCategories(product)
    for (const slug of categories) getOrAdd(this.#categories, slug, () => new GrowingList()).push(ordinal)
    this.#addAttributes(product, ordinal, ['', ...categories])
    this.#addWords(product, ordinal)
  }

  /** @param listIds the ids in the order of a sort; `newest` is that of the ids, backwards */
  finish(listIds: (sort: ListingSort) => Iterable<number>): void {
    this.#flushTerms()
    const size = this.#ids.length
    const toPostings = (lists: Iterable<GrowingList>) => encodePostings(Array.from(lists, (list) => buildPosting(list.view(), size)))
    const offered = [...this.#attributes].filter((entry): entry is [string, Attribute] => entry[1] !== 'too many values')
    const directory: IndexDirectory = {
      productCount: size,
      brands: this.#brands.labels,
      attributes: offered.map(([key, { name, labels }]) => ({ key, name, values: labels })),
      categories: [...this.#categories.keys()],
      attributeKeys: Object.fromEntries([...this.#attributeCounts].map(([slug, counts]) => [slug, this.#chooseKeys(counts)])),
    }
    const inStock = createBits(size)
    for (const ordinal of this.#inStock.view()) setBit(inStock, ordinal)
    this.#sink.putBlob(BLOBS.directory, Buffer.from(JSON.stringify(directory)))
    this.#putWords(BLOBS.ids, this.#ids.view())
    this.#putWords(BLOBS.inStock, inStock)
    this.#putWords(BLOBS.priceFrom, this.#pricesFrom.view())
    this.#putWords(BLOBS.priceTo, this.#pricesTo.view())
    this.#sink.putBlob(BLOBS.brands, toPostings(this.#brands.ordinals))
    this.#sink.putBlob(BLOBS.categories, toPostings(this.#categories.values()))
    for (const [key, { ordinals }] of offered) this.#sink.putBlob(BLOBS.attribute(key), toPostings(ordinals))
    for (const sort of ['featured', 'price-asc', 'price-desc', 'name'] as const) this.#putWords(BLOBS.order(sort), this.#toOrdinals(listIds(sort)))
    for (const [length, terms] of this.#termsByLength) this.#sink.putBlob(BLOBS.terms(length), Buffer.from([...terms].join('\n')))
  }

  /** Its category and all above it. */
  #listCategories({ categorySlug }: Product): readonly string[] {
    const place = categorySlug === null ? undefined : this.#tree.places.get(categorySlug)
    return place ? [...place.ancestors.map(({ slug }) => slug), place.node.slug] : []
  }

  #addAttributes(product: Product, ordinal: number, scopes: readonly string[]): void {
    const seen = new Set<string>()
    for (const [name, value] of listAttributeValues(product)) {
      const key = buildSlug(name)
      if (key === '' || value === '') continue
      const attribute = getOrAdd(this.#attributes, key, () => createAttribute(name))
      if (attribute === 'too many values') continue
      addValue(attribute, value, ordinal)
      if (attribute.labels.length > ATTRIBUTE_MAX_VALUES) this.#attributes.set(key, 'too many values')
      if (seen.has(key)) continue
      seen.add(key)
      for (const scope of scopes) {
        const counts = getOrAdd(this.#attributeCounts, scope, () => new Map<string, number>())
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }

  #chooseKeys(counts: ReadonlyMap<string, number>): readonly string[] {
    return [...counts]
      .filter(([key]) => this.#attributes.get(key) !== 'too many values')
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, ATTRIBUTE_KEYS_KEPT)
      .map(([key]) => key)
  }

  #addWords(product: Product, ordinal: number): void {
    const tiers = new Map<string, number>()
    const take = (words: readonly string[], tier: (typeof TIERS)[number]) => {
      const number = TIERS.indexOf(tier)
      for (const word of words) if (!tiers.has(word)) tiers.set(word, number)
    }
    take(splitWords(product.name), 'name')
    if (product.brand !== null) take(splitWords(product.brand), 'brand')
    if (product.categorySlug !== null) take(this.#wordsOfCategory(product.categorySlug), 'category')
    take(splitWords([...product.tags, ...listAttributeValues(product).map(([, value]) => value)].join(' ')), 'attribute')
    take(splitHtmlWords(`${product.shortDescription} ${product.description}`).slice(0, DESCRIPTION_MAX_WORDS), 'description')
    for (const [term, tier] of tiers) this.#addTerm(term, ordinal, tier)
    if (this.#termBytes + this.#terms.size * TERM_BYTES > FLUSH_BYTES) this.#flushTerms()
  }

  #addTerm(term: string, ordinal: number, tier: number): void {
    const postings = getOrAdd(this.#terms, term, () => new TermPostings())
    const before = postings.byteLength
    postings.add(ordinal, tier)
    this.#termBytes += postings.byteLength - before
  }

  #wordsOfCategory(slug: string): readonly string[] {
    return getOrAdd(this.#categoryWords, slug, () => {
      const place = this.#tree.places.get(slug)
      return place ? splitWords([place.node.name, ...place.ancestors.map(({ name }) => name)].join(' ')) : []
    })
  }

  #flushTerms(): void {
    for (const [term, postings] of this.#terms) {
      this.#sink.putTerm({ term, documents: postings.documents, postings: postings.encode() })
      getOrAdd(this.#termsByLength, term.length, () => new Set<string>()).add(term)
    }
    this.#terms = new Map()
    this.#termBytes = 0
  }

  #toOrdinals(ids: Iterable<number>): Uint32Array {
    const known = this.#ids.view()
    const ordinals = new GrowingList()
    for (const id of ids) ordinals.push(findOrdinal(known, id)!)
    return ordinals.view()
  }

  #putWords(name: string, words: Uint32Array): void {
    this.#sink.putBlob(name, new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
  }
}

/** Where a product stands among the ids of an index. */
export function findOrdinal(ids: Uint32Array, id: number): number | undefined {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = ids[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/** Names and values of what a product can be chosen by: its specification and its options. */
function listAttributeValues({ attributes, options }: Product): readonly (readonly [string, string])[] {
  return [
    ...attributes.flatMap(({ name, value }) => value.split(/;\s+/).map((part) => [name, part.trim()] as const)),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value.trim()] as const)),
  ]
}

function createAttribute(name: string): Attribute {
  return { name, labels: [], indexes: new Map(), ordinals: [] }
}

function addValue({ labels, indexes, ordinals }: Attribute, label: string, ordinal: number): void {
  const folded = foldValue(label)
  let index = indexes.get(folded)
  if (index === undefined) {
    index = labels.push(label) - 1
    indexes.set(folded, index)
    ordinals.push(new GrowingList())
  }
  const list = ordinals[index]!
  if (list.last !== ordinal) list.push(ordinal)
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = create()
    map.set(key, value)
  }
  return value
}
