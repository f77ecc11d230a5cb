import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { fillWithDemo } from '../../server/import/demo/fill-with-demo.ts'
import { createLogger } from '../../server/platform/log.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { listSlugs } from './opened-store.ts'

/** A search, and the product that must be among its first three results; null if the search must find nothing. */
type Expected = readonly (readonly [search: string, slug: string | null])[]

const ENGLISH: Expected = [
  ['breakfast bowl', 'breakfast-bowl'],
  ['bowl for breakfast', 'breakfast-bowl'],
  ['breakfast bowls', 'breakfast-bowl'],
  ['brekfast bowl', 'breakfast-bowl'],
  ['porridge bowl', 'breakfast-bowl'],
  ['breakfastbowl', 'breakfast-bowl'],
  ['TO-BREAKF-CHA', 'breakfast-bowl'],
  ['tobreakfcha', 'breakfast-bowl'],
  ['BREAKF', 'breakfast-bowl'],
  ['noodles', 'noodle-bowl'],
  ['soup bowl', 'noodle-bowl'],
  ['noodel bowl', 'noodle-bowl'],
  ['salad', 'salad-bowl'],
  ['wooden salad bowl', 'salad-bowl'],
  ['bowl walnut', 'salad-bowl'],
  ['fruit stand', 'fruit-bowl'],
  ['fruit', 'fruit-bowl'],
  ['finger bowls', 'finger-bowl'],
  ['set of four bowls', 'finger-bowl'],
  ['dinner plates', 'dinner-plate'],
  ['diner plate', 'dinner-plate'],
  ['platter', 'serving-platter'],
  ['serving plater', 'serving-platter'],
  ['cake', 'cake-stand'],
  ['cake stands', 'cake-stand'],
  ['cakestand', 'cake-stand'],
  ['espresso cup', 'ko'],
  ['tea', 'tea-bowl'],
  ['tea bowls', 'tea-bowl'],
  ['water glasses', 'water-glass'],
  ['waterglass', 'water-glass'],
  ['drinking glass', 'water-glass'],
  ['carafe', 'carafe'],
  ['caraffe', 'carafe'],
  ['egg cups', 'egg-cup'],
  ['eggcup', 'egg-cup'],
  ['butter', 'butter-dome'],
  ['moon jars', 'moon-jar'],
  ['bottle vases', 'bottle-vase'],
  ['bud vase porcelain', 'bud-vase'],
  ['glass vase', 'drop-vase'],
  ['vase with grooves', 'column-vase'],
  ['floor vase', 'floor-vase'],
  ['floor vaze', 'floor-vase'],
  ['brass candlestick', 'low-candlestick'],
  ['candlesticks wood', 'turned-candlestick'],
  ['candle stick', 'turned-candlestick'],
  ['nightlight', 'night-light'],
  ['table lamps', 'table-lamp'],
  ['tabel lamp', 'table-lamp'],
  ['mushroom lamp', 'mushroom-lamp'],
  ['pendant brass', 'pendant'],
  ['peppermill', 'pepper-mill'],
  ['pepper mills', 'pepper-mill'],
  ['mortar & pestle', 'mortar-and-pestle'],
  ['pestle', 'mortar-and-pestle'],
  ['storage jars', 'lidded-jar'],
  ['coffee jar', 'lidded-jar'],
  ['salt', 'salt-box'],
  ['rolling pins', 'rolling-pin'],
  ['oil bottle', 'oil-bottle'],
  ['honey', 'honey-dipper'],
  ['door knobs', 'door-knob'],
  ['doorknob', 'door-knob'],
  ['coat hooks', 'coat-peg'],
  ['paper weight', 'paperweight'],
  ['door stop', 'doorstop'],
  ['plant pots', 'planter'],
  ['garden bell', 'garden-bell'],
  ['bird bath', 'birdbath'],
  ['spinning tops', 'spinning-top'],
  ['skittels', 'skittles'],
  ['stacking rings', 'stacking-tower'],
  ['yoyo', 'yo-yo'],
  ['xqzvw', null],
  ['asdf 1234', null],
]

const GERMAN: Expected = [
  ['Fahrradschloss', 'schloss-fuer-fahrraeder'],
  ['fahrradschlösser', 'schloss-fuer-fahrraeder'],
  ['Schloss Fahrrad', 'schloss-fuer-fahrraeder'],
  ['Schloss für Fahrrad', 'schloss-fuer-fahrraeder'],
  ['Helm Fahrrad', 'fahrradhelm'],
  ['Fahrradhelme', 'fahrradhelm'],
  ['fahradhelm', 'fahrradhelm'],
  ['Helm', 'fahrradhelm'],
  ['Lampe Tisch', 'tischlampe'],
  ['Tischlampen', 'tischlampe'],
  ['tischlampe messing', 'tischlampe'],
  ['Tasche für Laptop', 'laptoptasche'],
  ['Laptop', 'laptop-15'],
  ['Laptops', 'laptop-15'],
  ['Laptop 15 Zoll', 'laptop-15'],
  ['laptop 15"', 'laptop-15'],
  ['Laptoptaschen', 'laptoptasche'],
  ['Schraube M8x30', 'sechskantschraube-m8x30'],
  ['M8 x 30', 'sechskantschraube-m8x30'],
  ['M8 30mm', 'sechskantschraube-m8x30'],
  ['DIN933', 'sechskantschraube-m8x30'],
  ['DIN 933', 'sechskantschraube-m8x30'],
  ['din 933 m10', 'sechskantschraube-m10x40'],
  ['Sechskantschrauben', 'sechskantschraube-m8x30'],
  ['Mutter M8', 'mutter-m8'],
  ['Muttern', 'mutter-m8'],
  ['Flasche 0,5 l', 'trinkflasche'],
  ['Flasche 0.5l', 'trinkflasche'],
  ['Trinkflaschen', 'trinkflasche'],
  ['Kuechenmesser', 'kuechenmesser'],
  ['Küchenmesser', 'kuechenmesser'],
  ['Messer Küche', 'kuechenmesser'],
  ['Stühle', 'stuhl'],
  ['SK-4711-A', 'stuhl'],
  ['SK 4711', 'stuhl'],
  ['4711-A', 'stuhl'],
  ['SK-47I1-A', 'stuhl'],
  ['qwrtzp', null],
]

const german = [
  ['schloss-fuer-fahrraeder', 'Schloss für Fahrräder', 'Faltbar, mit zwei Schlüsseln'],
  ['vorhaengeschloss', 'Vorhängeschloss', 'Für Schränke und Keller'],
  ['fahrradhelm', 'Fahrradhelm', 'Leicht und belüftet'],
  ['fahrradpumpe', 'Fahrradpumpe', 'Mit Druckanzeige'],
  ['fahrrad', 'Fahrrad Modell Stadt', 'Sieben Gänge'],
  ['tischlampe', 'Tischlampe', 'Aus Messing'],
  ['stehlampe', 'Stehlampe', 'Aus Holz'],
  ['lampe', 'Lampe für die Wand', 'Aus Glas'],
  ['tisch', 'Tisch', 'Aus Eiche'],
  ['laptop-15', 'Laptop 15" grau', 'Mit 8 GB Speicher'],
  ['laptoptasche', 'Laptoptasche', 'Gepolstert, für Laptops bis 15 Zoll'],
  ['tasche', 'Tasche', 'Aus Leinen'],
  ['sechskantschraube-m8x30', 'Sechskantschraube M8x30 DIN 933', 'Verzinkt'],
  ['sechskantschraube-m10x40', 'Sechskantschraube M10x40 DIN933', 'Verzinkt'],
  ['mutter-m8', 'Mutter M8', 'Verzinkt'],
  ['trinkflasche', 'Trinkflasche 0,5 l', 'Aus Edelstahl'],
  ['flasche', 'Flasche 1 l', 'Aus Glas'],
  ['kuechenmesser', 'Küchenmesser', 'Geschmiedet'],
  ['kueche', 'Schürze für die Küche', 'Aus Leinen'],
  ['messer', 'Messer', 'Zum Klappen'],
  ['stuhl', 'Stuhl', 'Aus Buche'],
] as const

test('finds the expected product for English searches in the demo', async () => {
  await using catalog = await openTempCatalog()
  await fillWithDemo(catalog.store, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
  expect(await listFailures(catalog.store, ENGLISH)).toEqual([])
})

test('finds the expected product for German searches', async () => {
  await using catalog = await openTempCatalog()
  await fillStore(catalog.store, {
    site: { ...NEUTRAL_SITE, locale: 'de' },
    products: german.map(([slug, name, shortDescription], index) =>
      buildProduct({
        slug,
        name,
        shortDescription,
        variants: [buildVariant({ sku: slug === 'stuhl' ? 'SK-4711-A' : `ZZ-${index}` })],
      }),
    ),
  })
  expect(await listFailures(catalog.store, GERMAN)).toEqual([])
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
  await using catalog = await openTempCatalog()
  await fillStore(catalog.store, {
    products: [...names, 'Drum'].map((name, index) =>
      buildProduct({ slug: `p-${index}`, name, variants: [buildVariant({ sku: name === 'Drum' ? 'PU-102' : null })] }),
    ),
  })
  expect(await listSlugs(catalog.store, { search: '-102', sort: 'relevance' })).toHaveLength(13)
  expect((await listSlugs(catalog.store, { search: '-102', sort: 'relevance' }))[0]).toBe('p-12')
})

test.each([
  ['Öl', ['Öle 5 l', 'Ölset']],
  ['oel', ['Öle 5 l', 'Ölset']],
  ['aermel', ['Ärmelschlauch']],
  ['Uebergang Fett', ['Übergangsfett']],
  ['Schlaeuche', ['Schläuche']],
  ['Moebel', ['Möbel', 'Moebelhaus Stuhl']],
  ['Fueller', ['Füller']],
  ['neue Quelle', ['Neue Quelle']],
])('a German search for %j finds %j', async (text, expected) => {
  const names = ['Öle 5 l', 'Ölset', 'Ärmelschlauch', 'Übergangsfett', 'Schläuche', 'Möbel', 'Moebelhaus Stuhl']
  names.push('Neue Quelle', 'Füller')
  expect(await search(names, text, 'de')).toEqual(expect.arrayContaining(expected))
})

/** Fills a catalogue with products of these names. @returns the names of the products that a search finds, in order */
async function search(names: readonly string[], text: string, locale = 'en'): Promise<readonly (string | undefined)[]> {
  await using catalog = await openTempCatalog()
  await fillStore(catalog.store, {
    site: { ...NEUTRAL_SITE, locale },
    products: names.map((name, index) =>
      buildProduct({ slug: `p-${index}`, name, variants: [buildVariant({ sku: null })] }),
    ),
  })
  const slugs = await listSlugs(catalog.store, { search: text, sort: 'relevance' })
  return slugs.map((slug) => names[Number(slug.slice(2))])
}

/** Returns a line for each search that does not find its product, with the products that it finds instead. */
async function listFailures(store: CatalogStore, expected: Expected): Promise<readonly string[]> {
  const failures: string[] = []
  for (const [search, slug] of expected) {
    const found = await listSlugs(store, { search, sort: 'relevance' })
    const isFound = slug === null ? found.length === 0 : found.slice(0, 3).includes(slug)
    if (!isFound) failures.push(`${search}: expected ${slug ?? 'nothing'}, found ${found.slice(0, 3).join(', ')}`)
  }
  return failures
}
