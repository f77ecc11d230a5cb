import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { openSqliteStore } from '../../server/catalog/store/sqlite/sqlite-store.ts'
import { findDemoData } from '../support/demo-server.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, listSlugs } from './opened-store.ts'

/** The searches, separated by `¦`, that must have a product among their first three results; those of '' find nothing. */
type Expected = Readonly<Record<string, string>>

const ENGLISH: Expected = {
  'breakfast-bowl':
    'breakfast bowl¦bowl for breakfast¦breakfast bowls¦brekfast bowl¦porridge bowl¦breakfastbowl¦TO-BREAKF-CHA¦tobreakfcha¦BREAKF',
  'noodle-bowl': 'noodles¦soup bowl¦noodel bowl',
  'salad-bowl': 'salad¦wooden salad bowl¦bowl walnut',
  'fruit-bowl': 'fruit stand¦fruit',
  'finger-bowl': 'finger bowls¦set of four bowls',
  'dinner-plate': 'dinner plates¦diner plate',
  'serving-platter': 'platter¦serving plater',
  'cake-stand': 'cake¦cake stands¦cakestand',
  ko: 'espresso cup',
  'tea-bowl': 'tea¦tea bowls',
  'water-glass': 'water glasses¦waterglass¦drinking glass',
  carafe: 'carafe¦caraffe',
  'egg-cup': 'egg cups¦eggcup',
  'butter-dome': 'butter',
  'moon-jar': 'moon jars',
  'bottle-vase': 'bottle vases',
  'bud-vase': 'bud vase porcelain',
  'drop-vase': 'glass vase',
  'column-vase': 'vase with grooves',
  'floor-vase': 'floor vase¦floor vaze',
  'low-candlestick': 'brass candlestick',
  'turned-candlestick': 'candlesticks wood¦candle stick',
  'night-light': 'nightlight',
  'table-lamp': 'table lamps¦tabel lamp',
  'mushroom-lamp': 'mushroom lamp',
  pendant: 'pendant brass',
  'pepper-mill': 'peppermill¦pepper mills',
  'mortar-and-pestle': 'mortar & pestle¦pestle',
  'lidded-jar': 'storage jars¦coffee jar',
  'salt-box': 'salt',
  'rolling-pin': 'rolling pins',
  'oil-bottle': 'oil bottle',
  'honey-dipper': 'honey',
  'door-knob': 'door knobs¦doorknob',
  'coat-peg': 'coat hooks',
  paperweight: 'paper weight',
  doorstop: 'door stop',
  planter: 'plant pots',
  'garden-bell': 'garden bell',
  birdbath: 'bird bath',
  'spinning-top': 'spinning tops',
  skittles: 'skittels',
  'stacking-tower': 'stacking rings',
  'yo-yo': 'yoyo',
  '': 'xqzvw¦asdf 1234',
}

const GERMAN: Expected = {
  'schloss-fuer-fahrraeder': 'Fahrradschloss¦fahrradschlösser¦Schloss Fahrrad¦Schloss für Fahrrad',
  fahrradhelm: 'Helm Fahrrad¦Fahrradhelme¦fahradhelm¦Helm',
  tischlampe: 'Lampe Tisch¦Tischlampen¦tischlampe messing',
  laptoptasche: 'Tasche für Laptop¦Laptoptaschen',
  'laptop-15': 'Laptop¦Laptops¦Laptop 15 Zoll¦laptop 15"',
  'sechskantschraube-m8x30': 'Schraube M8x30¦M8 x 30¦M8 30mm¦DIN933¦DIN 933¦Sechskantschrauben',
  'sechskantschraube-m10x40': 'din 933 m10',
  'mutter-m8': 'Mutter M8¦Muttern',
  trinkflasche: 'Flasche 0,5 l¦Flasche 0.5l¦Trinkflaschen',
  kuechenmesser: 'Kuechenmesser¦Küchenmesser¦Messer Küche',
  stuhl: 'Stühle¦SK-4711-A¦SK 4711¦4711-A¦SK-47I1-A',
  '': 'qwrtzp',
}

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
  const store = await openSqliteStore(join(await findDemoData(), 'vitrine.db'))
  expect(await listFailures(store, ENGLISH)).toEqual([])
  await store.close()
})

test('finds the expected product for German searches', async () => {
  const store = await fillCatalog({
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
  expect(await listFailures(store, GERMAN)).toEqual([])
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
    searches.split('¦').map((search) => [each, search] as const),
  )) {
    const found = await listSlugs(store, { search, sort: 'relevance' })
    const isFound = slug === '' ? found.length === 0 : found.slice(0, 3).includes(slug)
    if (!isFound) failures.push(`${search}: expected ${slug || 'nothing'}, found ${found.slice(0, 3).join(', ')}`)
  }
  return failures
}
