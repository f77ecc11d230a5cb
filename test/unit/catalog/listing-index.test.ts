import { expect, test, vi } from 'vitest'
import { buildCategoryTree } from '../../../server/catalog/rules/category-tree.ts'
import { buildListing } from '../../../server/catalog/search/build-listing.ts'
import { IndexBuilder } from '../../../server/catalog/search/build/index-builder.ts'
import { rateWords } from '../../../server/catalog/search/build/rate-words.ts'
import { LEVELS } from '../../../server/catalog/search/containers.ts'
import { findLanguage } from '../../../server/catalog/search/language.ts'
import { ListingIndex } from '../../../server/catalog/search/listing-index.ts'
import type { RunLimits } from '../../../server/catalog/search/build/sorted-keys.ts'
import { Synonyms } from '../../../server/catalog/search/synonyms.ts'
import { suggest } from '../../../server/catalog/search/suggest.ts'
import type { Product } from '../../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
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
    'bab',
    'com',
    'ceb',
    WORDS[7]!,
    WORDS[992]!,
    `${WORDS[3]} ${WORDS[12]}`,
    'bab com',
    `common ${WORDS[3]!.slice(0, 4)}`,
    `${WORDS[3]!.slice(0, 3)} com ${WORDS[12]!.slice(0, 4)}`,
  ]) {
    const expected = findWithoutIndex(search)
    for (const page of [1, 2, Math.max(1, Math.ceil(expected.length / LISTING_PAGE_SIZE))]) {
      const listing = await list(index, { search, sort: 'relevance', page })
      expect(listing.total, search).toBe(expected.length)
      // Products with only some of the words may follow; `expected` does not contain them.
      const onPage = expected.slice((page - 1) * LISTING_PAGE_SIZE, page * LISTING_PAGE_SIZE)
      expect(listing.ids.slice(0, onPage.length), `${search}, page ${page}`).toEqual(onPage)
    }
    expect((await suggest(index, tree, search, 5, readNames)).products).toEqual(
      findWithoutIndex(search, SUGGESTED).slice(0, 5),
    )
  }
})

test('a request for suggestions looks up the synonyms of its words only once', async () => {
  const index = await buildIndex(products.slice(0, 10))
  const find = vi.spyOn(Synonyms.prototype, 'find')
  await suggest(index, tree, `${WORDS[0]} ${WORDS[1]}`, 5, readNames)
  expect(find).toHaveBeenCalledTimes(1)
  find.mockRestore()
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

test('a word with very many possible splits finds nothing, without a long delay', async () => {
  const names = ['Battery AA', 'Battery AAA', 'Battery AAAA']
  const index = await buildIndex(names.map((name, number) => buildProduct({ slug: `p-${number}`, name })))
  expect(await list(index, { search: 'a'.repeat(99), sort: 'relevance' })).toMatchObject({ total: 0 })
})

async function buildIndex(indexed: readonly Product[], limits?: RunLimits): Promise<ListingIndex> {
  using builder = new IndexBuilder(tree, LOCALE, limits && { limits })
  for (const [place, product] of indexed.entries()) {
    const { priceMinor } = product.variants[0]
    builder.add({ id: place + 1, product, priceFromMinor: priceMinor, priceToMinor: priceMinor, isInStock: true })
  }
  const blobs = new Map<string, Uint8Array>()
  for (const { name, bytes } of builder.finish()) blobs.set(name, bytes)
  return ListingIndex.open({ generation: 1, readBlob: (name) => blobs.get(name) })
}

function list(index: ListingIndex, given: Partial<ListingQuery>) {
  return buildListing(index, { ...EMPTY_LISTING_QUERY, ...given }, site, tree, undefined, readNames)
}

/** Returns no names, so that the order of the products depends only on their scores. */
function readNames(): Promise<readonly string[]> {
  return Promise.resolve([])
}

/** Searches without an index, to compare the results. @returns the ids of the products that match all words, best first */
function findWithoutIndex(search: string, completionShare = 0.25): readonly number[] {
  const words = search.split(' ')
  const scores = words.map((word, place) =>
    scoreWord(word, place === words.length - 1 ? completionShare : 0.25, words.length === 1),
  )
  const matching = products.map((_, index) => index).filter((index) => scores.every((score) => score.has(index)))
  const rank = (index: number) =>
    scores.reduce((sum, score) => sum + (score.get(index) ?? 0), 0) * 2 + Number(products[index]?.featured)
  return matching.toSorted((one, other) => rank(other) - rank(one) || one - other).map((index) => index + 1)
}

const ratings = products.map((product) => rateWords(product, { own: '', parents: '' }, findLanguage(LOCALE)))

/** In suggestions, how much a longer word counts compared with the typed word itself. */
const SUGGESTED = 0.8

/**
 * Returns the points of each product that has the word or one of the forty most frequent words that begin with it. If a search
 * has only one word, these points are the levels.
 */
function scoreWord(word: string, completionShare: number, isOnly: boolean): ReadonlyMap<number, number> {
  const count = (each: string) => ratings.filter((rating) => rating.has(each)).length
  const longer = [...new Set(ratings.flatMap((rating) => [...rating.keys()]))].filter((each) => each.startsWith(word))
  const completions = longer
    .map((each) => ({ each, products: count(each) }))
    .toSorted((one, other) => other.products - one.products || (one.each < other.each ? -1 : 1))
    .slice(0, 40)
  // A word of a normal search is not completed if it finds more than 100 products.
  const used = completionShare === SUGGESTED || count(word) <= 100 ? completions : []
  const points = new Map<number, number>()
  const documents = count(word) || ratings.filter((rating) => completions.some(({ each }) => rating.has(each))).length
  const rarity = Math.log(1 + (products.length - documents + 0.5) / (documents + 0.5))
  for (const [index, rating] of ratings.entries()) {
    const levels = [rating.get(word), ...used.map(({ each }) => lower(rating.get(each), completionShare))]
    const best = Math.max(...levels.filter((level) => level !== undefined))
    if (best >= 0) points.set(index, isOnly ? best : Math.max(1, Math.round(((best + 0.5) / LEVELS) * rarity * 8)))
  }
  return points
}

function lower(level: number | undefined, share: number): number | undefined {
  return level === undefined ? undefined : Math.max(0, Math.ceil((level + 1) * share) - 1)
}
