import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { findDemoData } from '../support/demo-server.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, listSlugs } from './opened-store.ts'
import { openSqliteStore } from '../support/open-stores.ts'

interface JudgedSearches {
  /** The searches that must have a product among their first three results; those of '' find nothing. */
  readonly english: Expected
  readonly german: Expected
  readonly germanProducts: readonly { slug: string; name: string; shortDescription: string }[]
}

type Expected = Readonly<Record<string, readonly string[]>>

const judged = JSON.parse(readFileSync(join(import.meta.dirname, 'judged-searches.json'), 'utf8')) as JudgedSearches

test('finds the expected product for English searches in the demo', async () => {
  const store = await openSqliteStore(join(await findDemoData(), 'vitrine.db'))
  expect(await listFailures(store, judged.english)).toEqual([])
  await store.close()
})

test('finds the expected product for German searches', async () => {
  const store = await fillCatalog({
    site: { ...NEUTRAL_SITE, locale: 'de' },
    products: judged.germanProducts.map((product, index) =>
      buildProduct({
        ...product,
        variants: [buildVariant({ sku: product.slug === 'stuhl' ? 'SK-4711-A' : `ZZ-${index}` })],
      }),
    ),
  })
  expect(await listFailures(store, judged.german)).toEqual([])
})

test('lists products whose name is little more than the searched word before longer names', async () => {
  const found = await search(['Compact wireless office keyboard', 'Silent black keyboard', 'Keyboard'], 'keyboards')
  expect(found).toEqual(['Keyboard', 'Silent black keyboard', 'Compact wireless office keyboard'])
})

test('lists the products with a common word after those that also have a rare one', async () => {
  const labels = Array.from({ length: 12 }, (_, index) => `Labels no. ${index}`)
  const others = Array.from({ length: 17 }, (_, index) => `Envelopes no. ${index}`)
  const found = await search([...others, ...labels, 'Omega labels'], 'omega labels')
  expect(found[0]).toBe('Omega labels')
  expect(found.slice(1).toSorted()).toEqual(labels.toSorted())
})

test('lists the products that lack one word before those with a rare word alone', async () => {
  const mice = Array.from({ length: 12 }, (_, index) => `Gaming mouse no. ${index}`)
  const others = Array.from({ length: 17 }, (_, index) => `Envelopes no. ${index}`)
  const find = await openSearch([...others, 'Outlet', ...mice])
  for (const text of ['gaming mouse outlet', 'outlet gaming mouse']) {
    const found = await find(text)
    expect(found.slice(0, -1).toSorted(), text).toEqual(mice.toSorted())
    expect(found.at(-1), text).toBe('Outlet')
  }
})

test('finds a word that was typed as two, in any inflected form', async () => {
  expect((await search(['Head of a shower', 'Phone case', 'Headphones'], 'head phone'))[0]).toBe('Headphones')
  expect((await search(['Head of a shower', 'Headphone'], 'head phones'))[0]).toBe('Headphone')
})

test('prefers products that also have the stop words of the search', async () => {
  const names = ['Encore software chess', 'Encore software golf', 'Who wants to be a champion, Encore software']
  expect(await search(names, 'encore software who')).toEqual([names[2], names[0], names[1]])
})

test('lists a part number that lacks two characters before products that contain the same number', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Screen 102 no. ${index}`)
  const store = await fillCatalog({
    products: [...names, 'Drum'].map((name, index) =>
      buildProduct({ slug: `p-${index}`, name, variants: [buildVariant({ sku: name === 'Drum' ? 'PU-102' : null })] }),
    ),
  })
  const found = await listSlugs(store, { search: '-102', sort: 'relevance' })
  expect([found.length, found[0]]).toEqual([13, 'p-12'])
})

test('finds umlauts in German names by two letters, and two letters that are no umlaut', async () => {
  const names = ['Öle 5 l', 'Ölset', 'Ärmelschlauch', 'Übergangsfett', 'Schläuche', 'Möbel', 'Moebelhaus Stuhl']
  const find = await openSearch([...names, 'Neue Quelle', 'Füller'], 'de')
  for (const [text, expected] of Object.entries({
    Öl: ['Öle 5 l', 'Ölset'],
    oel: ['Öle 5 l', 'Ölset'],
    aermel: ['Ärmelschlauch'],
    'Uebergang Fett': ['Übergangsfett'],
    Schlaeuche: ['Schläuche'],
    Moebel: ['Möbel', 'Moebelhaus Stuhl'],
    Fueller: ['Füller'],
    'neue Quelle': ['Neue Quelle'],
  }))
    expect(await find(text), text).toEqual(expect.arrayContaining(expected))
})

test.each([
  // 'Frühstück' is no word of the catalogue, nor is 'Schale' in the second row.
  ['de', 'Schale', ['Frühstücksschale Eiche', 'Schale Eiche'], ['Schale Eiche', 'Frühstücksschale Eiche']],
  ['de', 'Schalen', ['Frühstücksschale', 'Teeschalen', 'Tasse'], ['Frühstücksschale', 'Teeschalen']],
  ['de', 'Stühle', ['Ohrenstuhl', 'Stuhlkissen'], ['Ohrenstuhl']],
  ['nl', 'boom', ['Kerstbomen', 'Boom', 'Bomen'], ['Boom', 'Bomen', 'Kerstbomen']],
  ['sv', 'skål', ['Frukostskålar', 'Kopp'], ['Frukostskålar']],
  // A word of three letters finds only words that begin with it, and no word ends after mere consonants.
  ['de', 'Uhr', ['Armbanduhr', 'Uhrglas'], ['Uhrglas']],
  ['de', 'Rand', ['Strand', 'Bierrand'], ['Bierrand']],
  ['en', 'bowl', ['Breakfastbowl', 'Bowl'], ['Bowl']],
])('in %s, "%s" finds words that end with it, after whole words', async (locale, text, names, expected) => {
  expect(await (await openSearch(names, locale))(text)).toEqual(expected)
})

/** Fills a catalogue with products of these names. @returns what lists the names that a search finds, in order */
async function openSearch(names: readonly string[], locale = 'en') {
  const store = await fillCatalog({
    site: { ...NEUTRAL_SITE, locale },
    products: names.map((name, index) => buildProduct({ slug: `p-${index}`, name })),
  })
  return async (text: string) => {
    const slugs = await listSlugs(store, { search: text, sort: 'relevance' })
    return slugs.map((slug) => names[Number(slug.slice(2))])
  }
}

const search = async (names: readonly string[], text: string) => (await openSearch(names))(text)

/** Returns a line for each search that does not find its product, with the products that it finds instead. */
async function listFailures(store: CatalogStore, expected: Expected): Promise<readonly string[]> {
  const failures: string[] = []
  for (const [slug, search] of Object.entries(expected).flatMap(([each, searches]) =>
    searches.map((search) => [each, search] as const),
  )) {
    const found = await listSlugs(store, { search, sort: 'relevance' })
    const isFound = slug === '' ? found.length === 0 : found.slice(0, 3).includes(slug)
    if (!isFound) failures.push(`${search}: expected ${slug || 'nothing'}, found ${found.slice(0, 3).join(', ')}`)
  }
  return failures
}
