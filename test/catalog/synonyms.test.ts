import { expect, test } from 'vitest'
import type { SynonymEntry } from '../../server/catalog/rules/synonyms.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillCatalog, list, listSlugs } from './opened-store.ts'

const products = [
  buildProduct({ slug: 'sofa', name: 'Corner sofa', categorySlug: 'sofas' }),
  buildProduct({ slug: 'tv', name: 'Samsung TV 32' }),
  buildProduct({ slug: 'flat-iron', name: 'Flat iron' }),
  buildProduct({ slug: 'monitor', name: 'Monitor with a flat screen' }),
  buildProduct({ slug: 'stand', name: 'TV stand' }),
]
const categories = [buildCategory({ slug: 'sofas', name: 'Sofas' })]

const SYNONYMS: readonly SynonymEntry[] = [
  { word: 'Divan', synonyms: ['Sofas', 'Lounger'] },
  { word: 'flat screen', synonyms: ['TV'] },
  { word: 'Möbel', synonyms: ['sofa'] },
]

test('synonyms: a search finds the synonyms of words and of groups of words', async () => {
  const store = await fillCatalog({ site: { ...NEUTRAL_SITE, locale: 'en' }, categories, products })
  await putSynonyms(store, SYNONYMS)
  for (const [_what, search, slugs] of [
    ['a word that only the synonyms have', 'divan', ['sofa']],
    ['its plural, in capitals', 'DIVANS', ['sofa']],
    ['another synonym of the same row', 'lounger', ['sofa']],
    ['a word without its accent', 'mobel', ['sofa']],
    ['words that follow each other', 'flat screen', ['tv', 'monitor', 'stand']],
    ['words that follow each other, and a further word', 'flat-screen stand', ['stand']],
    ['the synonym of several words', 'tv', ['tv', 'stand', 'monitor']],
    ['one of several words', 'flat', ['flat-iron', 'monitor']],
    ['several words in another order', 'screen flat', ['monitor']],
  ] as const) {
    const listing = await list(store, { search, sort: 'relevance' })
    expect(listing.items.map(({ slug }) => slug).slice(0, listing.total), search).toEqual(slugs)
    expect(listing.correctedSearch, search).toBeNull()
  }
})

test('synonyms: a search finds built-in synonyms, unless the owner lists one of their words', async () => {
  const store = await fillCatalog({ site: { ...NEUTRAL_SITE, locale: 'en-GB' }, products })
  expect(await search(store, 'couches')).toEqual(['sofa'])
  expect((await search(store, 'television stand'))[0]).toBe('stand')
  await putSynonyms(store, [{ word: 'couch', synonyms: ['stand'] }])
  expect(await search(store, 'couches')).toEqual(['stand'])
  expect(await search(store, 'settee')).toEqual([])
})

test('synonyms: a search also finds compounds of a synonym, after products with the synonym itself', async () => {
  const names = ['Fahrradschloss', 'Fahrrad', 'Fahrräder für Kinder', 'Schloss', 'Schloss mit Bügel']
  const store = await fillCatalog({
    site: { ...NEUTRAL_SITE, locale: 'de' },
    products: names.map((name, index) => buildProduct({ slug: `p${index}`, name })),
  })
  await putSynonyms(store, [{ word: 'Velo', synonyms: ['Fahrrad', 'Drahtesel'] }])
  expect(await search(store, 'Velos')).toEqual(['p1', 'p2', 'p0'])
  expect(await search(store, 'drahtesel')).toEqual(['p1', 'p2', 'p0'])
})

test('synonyms: a rare word with synonyms is not corrected to a frequent similar one', async () => {
  const longer = Array.from({ length: 60 }, (_, index) => buildProduct({ slug: `p-${index}`, name: 'Longer table' }))
  const store = await fillCatalog({ products: [...products, ...longer] })
  expect((await search(store, 'lounger')).length).toBeGreaterThan(1)
  await putSynonyms(store, SYNONYMS)
  expect(await search(store, 'lounger')).toEqual(['sofa'])
})

test('synonyms: suggestions find products and categories by a synonym and by its prefix', async () => {
  const store = await fillCatalog({ categories, products })
  await putSynonyms(store, SYNONYMS)
  for (const typed of ['divan', 'diva', 'di', 'lounger']) {
    const suggestions = await store.suggest(typed, 5)
    expect(suggestions.products.map(({ slug }) => slug)).toEqual(['sofa'])
    expect(suggestions.categories.map(({ slug }) => slug)).toEqual(['sofas'])
  }
  expect((await store.suggest('co', 5)).products.map(({ slug }) => slug)).toEqual(['sofa'])
})

const search = (store: CatalogStore, text: string) => listSlugs(store, { search: text, sort: 'relevance' })

async function putSynonyms(store: CatalogStore, synonyms: readonly SynonymEntry[]): Promise<void> {
  await store.write((writer) => writer.putList('synonyms', synonyms))
}
