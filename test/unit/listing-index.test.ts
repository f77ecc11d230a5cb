import { expect, test } from 'vitest'
import { buildCategoryTree } from '../../server/catalog/category-tree.ts'
import { buildListing } from '../../server/search/build-listing.ts'
import { IndexBuilder } from '../../server/search/build/index-builder.ts'
import { ListingIndex } from '../../server/search/listing-index.ts'
import type { RunLimits } from '../../server/search/build/sorted-keys.ts'
import { suggest } from '../../server/search/suggest.ts'
import type { Product } from '../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { EMPTY_LISTING_QUERY, type ListingQuery } from '../../shared/listing-query.ts'
import { buildProduct, buildVariant } from '../support/products.ts'

const tree = buildCategoryTree([], new Map())
const site = { currency: 'EUR', locale: 'en' }
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu']

/** Words of three syllables, of which the first ones are frequent and the last ones rare; 600 of them begin with b or c. */
const WORDS = Array.from({ length: 1_000 }, (_, index) => {
  const syllable = (place: number) => SYLLABLES[Math.floor(index / 10 ** place) % 10]!
  return `${index % 5 < 3 ? SYLLABLES[index % 2]! : ''}${syllable(0)}${syllable(1)}${syllable(2)}`
})

const products = Array.from({ length: 3_000 }, (_, index) => {
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

test.each([
  ['in memory', undefined],
  ['in many temporary files', { postings: 1_000, keys: 150 }],
])('an index built %s finds the same products as a scan of all products', async (_how, limits) => {
  const index = await buildIndex(products, limits)
  for (const search of [
    'common',
    'ba',
    'b',
    'ce',
    WORDS[7]!,
    WORDS[992]!,
    `${WORDS[3]} ${WORDS[12]}`,
    'ba ce',
    'c m',
    'ki lo ba',
    'common ba',
  ]) {
    const expected = findByLooking(search)
    for (const page of [1, 2, Math.max(1, Math.ceil(expected.length / LISTING_PAGE_SIZE))]) {
      const listing = await list(index, { search, sort: 'relevance', page })
      expect(listing.total, search).toBe(expected.length)
      expect(listing.ids, `${search}, page ${page}`).toEqual(
        expected.slice((page - 1) * LISTING_PAGE_SIZE, page * LISTING_PAGE_SIZE),
      )
    }
    expect((await suggest(index, tree, search, 5)).products).toEqual(expected.slice(0, 5))
  }
})

test('search results do not depend on how often the builder writes to temporary files', async () => {
  const [one, other] = [await buildIndex(products), await buildIndex(products, { postings: 500, keys: 80 })]
  for (const search of ['n-1', 'n1', 'n 699', 'comon', 'cabace', 'n-700', '7']) {
    for (const page of [1, 3])
      expect(await list(other, { search, sort: 'relevance', page }), search).toEqual(
        await list(one, { search, sort: 'relevance', page }),
      )
  }
})

test('corrects a misspelled word to the most frequent similar one, but ignores words with digits', async () => {
  const names = ['candle', 'candle', 'handle', 'bundle1', 'bundle2', '12345']
  const index = await buildIndex(names.map((name, number) => buildProduct({ slug: `p-${number}`, name })))
  const correct = async (search: string) => (await list(index, { search })).correctedSearch
  expect(await correct('kandle')).toBe('candle')
  expect(await correct('hanlde')).toBe('handle')
  expect(await correct('bundel1')).toBeNull()
  expect(await correct('12344')).toBeNull()
})

test('pages of a sorted listing contain every product once, in order', async () => {
  const priced = products.slice(0, 500).map((product, index) => ({
    ...product,
    variants: [buildVariant({ priceMinor: index % 9 === 0 ? null : (index * 37) % 100 })] as const,
  }))
  const index = await buildIndex(priced)
  const order = priced.map(({ variants: [{ priceMinor }] }, place) => ({
    id: place + 1,
    price: priceMinor ?? Infinity,
  }))
  for (const [sort, expected] of [
    ['price-asc', order.toSorted((one, other) => one.price - other.price || one.id - other.id)],
    [
      'price-desc',
      order.toSorted(
        (one, other) =>
          Number(one.price === Infinity) - Number(other.price === Infinity) ||
          other.price - one.price ||
          one.id - other.id,
      ),
    ],
    ['newest', order.toReversed()],
  ] as const) {
    const ids: number[] = []
    for (let page = 1; page <= Math.ceil(500 / LISTING_PAGE_SIZE); page++)
      ids.push(...(await list(index, { sort, page })).ids)
    expect(ids, sort).toEqual(expected.map(({ id }) => id))
    expect((await list(index, { sort, page: 99 })).ids).toEqual([])
  }
})

async function buildIndex(indexed: readonly Product[], limits?: RunLimits): Promise<ListingIndex> {
  using builder = new IndexBuilder(tree, limits)
  for (const [place, product] of indexed.entries()) {
    const { priceMinor } = product.variants[0]
    builder.add({ id: place + 1, product, priceFromMinor: priceMinor, priceToMinor: priceMinor, isInStock: true })
  }
  const blobs = new Map<string, Uint8Array>()
  for (const { name, bytes } of builder.finish()) blobs.set(name, bytes)
  return ListingIndex.open({ generation: 1, readBlob: (name) => blobs.get(name) })
}

function list(index: ListingIndex, given: Partial<ListingQuery>) {
  return buildListing(index, { ...EMPTY_LISTING_QUERY, ...given }, site, tree, undefined)
}

/** Ids of what has all words of a search or words that begin so, best first. */
function findByLooking(search: string): readonly number[] {
  const points = new Map<number, number>()
  for (const [place, word] of search.split(' ').entries()) {
    const taken = completions(word)
    for (const [index, product] of products.entries()) {
      const worth = rate(product, word, taken)
      if (worth === 0) points.delete(index)
      else if (place === 0 || points.has(index)) points.set(index, (points.get(index) ?? 0) + worth)
    }
  }
  const rank = (index: number) => points.get(index)! * 2 + Number(products[index]!.featured)
  return [...points.keys()].toSorted((one, other) => rank(other) - rank(one) || one - other).map((index) => index + 1)
}

function rate({ name, tags, description }: Product, word: string, taken: ReadonlySet<string>): number {
  const rateWords = (words: readonly string[], points: number) =>
    words.map((each) => (each === word ? points : taken.has(each) ? points / 2 : 0))
  const before = new Set<string>()
  const places = [
    { words: name.split(' '), points: 16 },
    { words: tags, points: 4 },
    { words: description.replaceAll(/<[^>]*>/g, '').split(' '), points: 2 },
  ]
  // A word counts where it is worth most.
  const worths = places.flatMap(({ words, points }) => {
    const fresh = words.filter((each) => !before.has(each))
    for (const each of words) before.add(each)
    return rateWords(fresh, points)
  })
  return Math.max(...worths)
}

const frequencies = new Map<string, number>()
for (const { name, tags, description } of products) {
  for (const word of new Set([...name.split(' '), ...tags, ...description.replaceAll(/<[^>]*>/g, '').split(' ')]))
    frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
}

/** A word itself and the forty most frequent ones that begin so. */
function completions(prefix: string): ReadonlySet<string> {
  const found = [...frequencies].filter(([word]) => word.startsWith(prefix))
  const best = found
    .toSorted(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1))
    .slice(0, 40)
  return new Set([prefix, ...best.map(([word]) => word)])
}
