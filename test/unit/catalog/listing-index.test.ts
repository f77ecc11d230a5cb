import { expect, test } from 'vitest'
import { buildCategoryTree } from '../../../server/catalog/rules/category-tree.ts'
import { buildListing } from '../../../server/catalog/search/build-listing.ts'
import { IndexBuilder } from '../../../server/catalog/search/build/index-builder.ts'
import { decodePrices, findPriceRange } from '../../../server/catalog/search/ranges.ts'
import { ListingIndex } from '../../../server/catalog/search/listing-index.ts'
import { type RunLimits, SortedKeys } from '../../../server/catalog/search/build/sorted-keys.ts'
import { createBits } from '../../../server/catalog/search/bits.ts'
import { listOrdinals, toPosting } from '../../../server/catalog/search/containers.ts'
import type { Product } from '../../../shared/catalog.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../../shared/listing-query.ts'
import { buildProduct, buildVariant } from '../../support/products.ts'

/** Searches have no stemmer for this language, so words are compared unchanged. */
const LOCALE = 'eo'
const tree = buildCategoryTree([], new Map(), 'en')
const site = { currency: 'EUR', locale: 'en' }
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu']

/** Words of three syllables. The first ones are frequent, the last ones rare, and 600 begin with b or c. */
const WORDS = Array.from({ length: 1_000 }, (_, index) => {
  const syllable = (place: number) => SYLLABLES[Math.floor(index / 10 ** place) % 10]!
  return `${index % 5 < 3 ? SYLLABLES[index % 2]! : ''}${syllable(0)}${syllable(1)}${syllable(2)}`
})

const products = Array.from({ length: 1_500 }, (_, index) => {
  const word = (prime: number) => WORDS[Math.floor(((index * prime) % 9_973) ** 2 / 99_460)] ?? WORDS[0]!
  return buildProduct({
    slug: `p-${index}`,
    name: `${word(31)} ${word(47)}`,
    description: `<p>${word(59)} ${word(61)} common</p>`,
    featured: index % 17 === 0,
    tags: [word(73)],
    variants: [buildVariant({ sku: `N-${index % 700}` })],
  })
})

test('an index that is built in many temporary files finds the same as one that is built in memory: all words', async () => {
  const index = await openIndex(buildBlobs(products))
  const fromFiles = await openIndex(buildBlobs(products, { postings: 500, keys: 75 }))
  for (const search of ['common', WORDS[7]!, WORDS[992]!, `${WORDS[3]} ${WORDS[12]}`, `common ${WORDS[3]}`]) {
    const found = await list(index, { search, sort: 'relevance' })
    expect(await list(fromFiles, { search, sort: 'relevance' }), search).toEqual(found)
    const matching = products.flatMap(({ name, description, tags }, place) => {
      const own = `${name} ${description} ${tags.join(' ')}`.split(/\W+/)
      return search.split(' ').every((word) => own.some((each) => each.startsWith(word))) ? [place + 1] : []
    })
    expect(found.total, search).toBe(matching.length)
    expect(matching, search).toEqual(expect.arrayContaining(found.ids.slice(0, found.total)))
  }
})

test('keys that are sorted in a temporary database are in the order of JavaScript, with all products in ascending order', () => {
  // In code points, 'Ａ' would precede '𝄞'; with swapped bytes, 'ā' would precede 'b'.
  const sorted = ['a', 'b', 'ā', '𝄞', 'Ａ']
  for (const limits of [{ postings: 4, keys: 9 }, { postings: 9, keys: 2 }, undefined]) {
    using keys = new SortedKeys(limits)
    for (let ordinal = 0; ordinal < 5; ordinal++)
      for (const key of sorted.toReversed()) keys.add(key, toPosting(ordinal, 1))
    const entries = Array.from(keys.drain(), ({ key, documents, payload }) => [
      key,
      documents,
      listOrdinals(payload, 9),
    ])
    expect(entries).toEqual(sorted.map((key) => [key, 5, [0, 1, 2, 3, 4]]))
  }
})

test('the price range of a set includes a lower and a higher price that other blocks of products have', () => {
  const count = 3 * 2_048
  const words = new Uint32Array(2 * count).fill(500)
  words[2_048] = 100
  words[count + 5_000] = 900
  const all = createBits(count, new Uint32Array(count).keys())
  expect(findPriceRange(decodePrices(words), all)).toEqual({ minMinor: 100, maxMinor: 900 })
})

test('corrects a misspelled word to the most frequent similar one, but ignores words with digits', async () => {
  const names = ['candle', 'handle', 'handle', 'bundle1', 'bundle2', '12345']
  const index = await openIndex(buildBlobs(names.map((name, number) => buildProduct({ slug: `p-${number}`, name }))))
  const correct = async (search: string) => (await list(index, { search })).correctedSearch
  expect(await correct('kandle')).toBe('handle')
  expect(await correct('cnadle')).toBe('candle')
  expect(await correct('bundel1')).toBeNull()
  expect(await correct('12344')).toBeNull()
})

test('a word with very many possible splits finds nothing, without a long delay', async () => {
  const names = ['Battery AA', 'Battery AAA', 'Battery AAAA']
  const index = await openIndex(buildBlobs(names.map((name, number) => buildProduct({ slug: `p-${number}`, name }))))
  expect(await list(index, { search: 'a'.repeat(99), sort: 'relevance' })).toMatchObject({ total: 0 })
})

function buildBlobs(indexed: readonly Product[], limits?: RunLimits): ReadonlyMap<string, Uint8Array> {
  using builder = new IndexBuilder(tree, LOCALE, limits && { limits })
  for (const [place, product] of indexed.entries()) {
    const { priceMinor } = product.variants[0]
    builder.add({ id: place + 1, product, priceFromMinor: priceMinor, priceToMinor: priceMinor, isInStock: true })
  }
  return new Map(Array.from(builder.finish(), ({ name, bytes }) => [name, bytes]))
}

const openIndex = (blobs: ReadonlyMap<string, Uint8Array>) => ListingIndex.open((name) => blobs.get(name))

function list(index: ListingIndex, given: Partial<ListingQuery>) {
  return buildListing(index, { ...EMPTY_LISTING_QUERY, ...given }, site, tree, undefined, readNames)
}

/** Returns no names, so that the order of the products depends only on their scores. */
function readNames(): Promise<readonly string[]> {
  return Promise.resolve([])
}
