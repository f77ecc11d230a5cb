import { expect, test } from 'vitest'
import type { SynonymEntry } from '../../server/catalog/rules/synonyms.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import type { OpenedStore } from './opened-store.ts'

const products = [
  buildProduct({ slug: 'sofa', name: 'Corner sofa', categorySlug: 'sofas' }),
  buildProduct({ slug: 'tv', name: 'Samsung TV 32' }),
  buildProduct({ slug: 'flat-iron', name: 'Flat iron' }),
  buildProduct({ slug: 'monitor', name: 'Monitor with a flat screen' }),
  buildProduct({ slug: 'stand', name: 'TV stand' }),
]
const categories = [buildCategory({ slug: 'sofas', name: 'Sofas' })]

const SYNONYMS: readonly SynonymEntry[] = [
  { word: 'Divan', synonyms: ['Sofas', 'Lounger'], isOneWay: false },
  { word: 'flat screen', synonyms: ['TV'], isOneWay: false },
  { word: 'Möbel', synonyms: ['sofa'], isOneWay: true },
]

/** Tests the owner's synonyms in every store. */
export function testSynonyms(name: string, open: () => Promise<OpenedStore>): void {
  test.each([
    ['a word that only the synonyms have', 'divan', ['sofa']],
    ['its plural, in capitals', 'DIVANS', ['sofa']],
    ['another synonym of the same row', 'lounger', ['sofa']],
    ['a one-way word without its accent', 'mobel', ['sofa']],
    ['the synonym of a one-way word', 'sofa', ['sofa']],
    ['words that follow each other', 'flat screen', ['tv', 'monitor', 'stand']],
    ['words that follow each other, and a further word', 'flat-screen stand', ['stand']],
    ['the synonym of several words', 'tv', ['tv', 'stand', 'monitor']],
    ['one of several words', 'flat', ['flat-iron', 'monitor']],
    ['several words in another order', 'screen flat', ['monitor']],
  ] as const)(`${name}: synonyms: %s finds the expected products`, async (_what, search, slugs) => {
    await using opened = await open()
    await fillStore(opened.store, { site: { ...NEUTRAL_SITE, locale: 'en' }, categories, products })
    await putSynonyms(opened.store, SYNONYMS)
    const listing = await opened.store.listProducts({ ...EMPTY_LISTING_QUERY, search, sort: 'relevance' })
    expect(listing.items.map(({ slug }) => slug).slice(0, listing.total)).toEqual(slugs)
    expect(listing.correctedSearch).toBeNull()
  })

  test(`${name}: synonyms: a search finds built-in synonyms, unless the owner lists one of their words`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { site: { ...NEUTRAL_SITE, locale: 'en-GB' }, products })
    expect(await search(opened.store, 'couches')).toEqual(['sofa'])
    expect((await search(opened.store, 'television stand'))[0]).toBe('stand')
    await putSynonyms(opened.store, [{ word: 'couch', synonyms: ['stand'], isOneWay: true }])
    expect(await search(opened.store, 'couches')).toEqual(['stand'])
    expect(await search(opened.store, 'settee')).toEqual([])
  })

  test(`${name}: synonyms: a search also finds compounds of a synonym, after products with the synonym itself`, async () => {
    await using opened = await open()
    const names = ['Fahrradschloss', 'Fahrrad', 'Fahrräder für Kinder', 'Schloss', 'Schloss mit Bügel']
    await fillStore(opened.store, {
      site: { ...NEUTRAL_SITE, locale: 'de' },
      products: names.map((name, index) => buildProduct({ slug: `p${index}`, name })),
    })
    await putSynonyms(opened.store, [{ word: 'Velo', synonyms: ['Fahrrad', 'Drahtesel'], isOneWay: false }])
    expect(await search(opened.store, 'Velos')).toEqual(['p1', 'p2', 'p0'])
    expect(await search(opened.store, 'drahtesel')).toEqual(['p1', 'p2', 'p0'])
  })

  test(`${name}: synonyms: a search uses at most 24 synonyms, and still finds products`, async () => {
    await using opened = await open()
    const names = Array.from({ length: 30 }, (_, index) =>
      String.fromCodePoint(97 + (index % 26)).repeat(4 + (index % 5)),
    )
    await fillStore(opened.store, { products: names.map((slug) => buildProduct({ slug })) })
    await putSynonyms(opened.store, [
      { word: 'one', synonyms: names.slice(0, 20), isOneWay: true },
      { word: 'two', synonyms: names.slice(10), isOneWay: true },
    ])
    expect((await search(opened.store, 'one')).length).toBe(new Set(names.slice(0, 20)).size)
    expect((await search(opened.store, 'two one two')).length).toBeGreaterThan(0)
  })

  test(`${name}: synonyms: a search for a synonym from a one-way row does not find the row's word`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products: [buildProduct({ slug: 'set', name: 'Set of furniture' }), ...products] })
    await putSynonyms(opened.store, [{ word: 'furniture', synonyms: ['sofa'], isOneWay: true }])
    expect(await search(opened.store, 'furniture')).toEqual(['sofa', 'set'])
    expect(await search(opened.store, 'sofa')).toEqual(['sofa'])
  })

  test(`${name}: synonyms: suggestions find products and categories by a synonym and by its prefix`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { categories, products })
    await putSynonyms(opened.store, SYNONYMS)
    for (const typed of ['divan', 'diva', 'di', 'lounger']) {
      const suggestions = await opened.store.suggest(typed, 5)
      expect(suggestions.products.map(({ slug }) => slug)).toEqual(['sofa'])
      expect(suggestions.categories.map(({ slug }) => slug)).toEqual(['sofas'])
    }
    expect((await opened.store.suggest('co', 5)).products.map(({ slug }) => slug)).toEqual(['sofa'])
  })

  test(`${name}: synonyms: a change reaches another store, and a rollback restores the previous synonyms`, async () => {
    await using opened = await open()
    const { store } = opened
    const elsewhere = await opened.openAgain()
    await fillStore(store, { products })
    await putSynonyms(store, SYNONYMS)
    await expect.poll(() => search(elsewhere, 'divan')).toEqual(['sofa'])
    await putSynonyms(store, [{ word: 'davenport', synonyms: ['sofa'], isOneWay: false }])
    expect([await search(store, 'davenport'), await search(store, 'divan')]).toEqual([['sofa'], []])
    expect(await store.rollback()).toBe(true)
    expect([await search(store, 'davenport'), await search(store, 'divan')]).toEqual([[], ['sofa']])
    expect(await store.read((reader) => reader.readList('synonyms'))).toEqual(SYNONYMS)
    await expect.poll(() => search(elsewhere, 'davenport')).toEqual([])
  })

  test(`${name}: synonyms: clearing the catalogue removes all synonyms, and a rollback restores them`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, { products })
    await putSynonyms(store, SYNONYMS)
    await store.write((writer) => writer.clear())
    expect(await store.read((reader) => reader.readList('synonyms'))).toEqual([])
    expect(await store.rollback()).toBe(true)
    expect(await store.read((reader) => reader.readList('synonyms'))).toEqual(SYNONYMS)
    expect(await search(store, 'divan')).toEqual(['sofa'])
  })

  test(`${name}: synonyms: listUnmatched lists the synonyms for which no product is found`, async () => {
    await using opened = await open()
    await fillStore(opened.store, { products })
    const texts = ['sofas', 'lounger', 'flat screen', 'flat sofa', '—']
    const unmatched = await opened.store.write(async (writer) => (await writer.buildIndex()).listUnmatched(texts))
    expect(unmatched).toEqual(['lounger', 'flat sofa', '—'])
  })
}

async function putSynonyms(store: CatalogStore, synonyms: readonly SynonymEntry[]): Promise<void> {
  await store.write((writer) => writer.putList('synonyms', synonyms))
}

async function search(store: CatalogStore, text: string): Promise<readonly string[]> {
  const { items } = await store.listProducts({ ...EMPTY_LISTING_QUERY, search: text, sort: 'relevance' })
  return items.map(({ slug }) => slug)
}
