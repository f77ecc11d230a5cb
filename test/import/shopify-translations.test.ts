import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RejectedRows } from '../../server/import/rejected-rows.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = [
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status',
  'bowl,Bowl,<p>For fruit.</p>,Table,Finish,Oiled,B1,10.00,active',
  'bowl,,,,,Raw,B2,12.00,',
  'lamp,Lamp,,,Weight,Light,L1,20.00,active',
  'lamp,,,,,Heavy,L2,22.00,',
  'paint,Paint,,,Tone,Light,T1,3.00,active',
  'paint,,,,,Dark,T2,4.00,',
  '',
].join('\n')

async function prepare(catalog: TempCatalog): Promise<void> {
  await catalog.importContent({ 'site.json': JSON.stringify({ languages: ['en', 'de', 'fr'], currency: 'EUR' }) })
  await catalog.importText(PRODUCTS)
}

const HEADER = 'Type,Identification,Field,Locale,Market,Status,Default content,Translated content'

const write = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n')

const TRANSLATIONS = [
  'Type,Identification,Field,Locale,Market,Status,Default content,Translated content',
  "PRODUCT,'9001,title,de,,,Bowl,Schale",
  "PRODUCT,'9001,body_html,de,,,<p>For fruit.</p>,<p>Für Obst.</p>",
  "PRODUCT,'9001,handle,de,,,bowl,schale",
  "PRODUCT,'9001,title,fr,,,Bowl,Bol",
  "PRODUCT,'9001,handle,fr,,,bowl,",
  "PRODUCT_OPTION,'55,name,de,,,Finish,Oberfläche",
  "PRODUCT_OPTION_VALUE,'56,name,de,,,Oiled,Geölt",
  "PRODUCT,'9002,title,de,,,Glass,Glas",
  "PRODUCT,'9002,handle,de,,,glass,glas",
  "COLLECTION,'77,title,de,,,All,Alle",
  '',
].join('\n')

test('Shopify’s file of translations is imported after its products', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  const before = await catalog.readProduct('bowl')
  const report = await catalog.importText(TRANSLATIONS)
  expect(report.products).toMatchObject({ created: 0, changed: 1, skipped: 1 })
  expect(report.rejected.entries).toMatchObject([
    { line: 9, reason: 'no product has the handle "glass"; import the products first' },
  ])
  const after = await catalog.readProduct('bowl')
  expect(after?.translations).toEqual({
    de: {
      slug: 'schale',
      name: 'Schale',
      description: '<p>Für Obst.</p>',
      terms: { Finish: { name: 'Oberfläche', values: { Oiled: 'Geölt' } } },
    },
    fr: { slug: 'bol', name: 'Bol' },
  })
  expect({ ...after, translations: undefined }).toEqual({ ...before, translations: undefined })
  expect((await catalog.importText(TRANSLATIONS)).products).toMatchObject({ changed: 0, unchanged: 1 })
})

test('a product is found by its handle also if that has no translation, and a blank text removes the stored one', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  await catalog.importText(
    write("PRODUCT,'1,title,de,,,Bowl,Schale", "PRODUCT,'1,body_html,de,,,,<p>Neu</p>", "PRODUCT,'1,handle,de,,,bowl,"),
  )
  expect(await catalog.readProduct('bowl')).toMatchObject({
    translations: { de: { name: 'Schale', slug: 'schale', description: '<p>Neu</p>' } },
  })
  await catalog.importText(write("PRODUCT,'1,body_html,de,,,,", "PRODUCT,'1,handle,de,,,bowl,"))
  expect((await catalog.readProduct('bowl'))?.translations).toEqual({ de: { name: 'Schale', slug: 'schale' } })
})

test('options that a file lacks keep their texts', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  await catalog.importText(TRANSLATIONS)
  await catalog.importText(
    write(
      "PRODUCT,'9001,handle,de,,,bowl,schale",
      "PRODUCT,'9003,handle,de,,,lamp,",
      "PRODUCT_OPTION_VALUE,'58,name,de,,,Raw,Roh",
      "PRODUCT_OPTION_VALUE,'57,name,de,,,Heavy,Schwer",
    ),
  )
  expect((await catalog.readProduct('bowl'))?.translations?.['de']?.terms).toEqual({
    Finish: { name: 'Oberfläche', values: { Oiled: 'Geölt', Raw: 'Roh' } },
  })
  expect((await catalog.readProduct('lamp'))?.translations?.['de']?.terms).toEqual({
    Weight: { values: { Heavy: 'Schwer' } },
  })
})

test('of a value that has several translations none is used, and names are told from values', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  const { warnings } = await catalog.importText(
    write(
      "PRODUCT,'3,handle,de,,,lamp,",
      "PRODUCT,'4,handle,de,,,paint,",
      "PRODUCT_OPTION_VALUE,'31,name,de,,,Light,Leicht",
      "PRODUCT_OPTION_VALUE,'41,name,de,,,Light,Hell",
      "PRODUCT_OPTION,'32,name,de,,,Weight,Gewicht",
      "PRODUCT_OPTION_VALUE,'42,name,de,,,Dark,Dunkel",
      "PRODUCT_OPTION,'43,name,de,,,Dark,Dunkelheit",
    ),
  )
  expect(warnings.entries).toMatchObject([
    { line: 5, reason: expect.stringMatching(/^"Light" is "Leicht" in line 4 and "Hell" here/) as string },
  ])
  expect((await catalog.readProduct('lamp'))?.translations).toEqual({ de: { terms: { Weight: { name: 'Gewicht' } } } })
  expect((await catalog.readProduct('paint'))?.translations).toEqual({
    de: { terms: { Tone: { values: { Dark: 'Dunkel' } } } },
  })
})

test('texts of single markets, of other languages and of what the site does not have are left out and counted', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  const { warnings } = await catalog.importText(
    write(
      "PRODUCT,'1,title,de,Austria,,Bowl,Schüssel",
      "PRODUCT,'1,title,de,,,Bowl,Schale",
      "PRODUCT,'1,title,fr-CA,,,Bowl,Bol",
      "PRODUCT,'1,title,pt-BR,,,Bowl,Tigela",
      "PRODUCT,'1,title,en,,,Bowl,Basin",
      "PRODUCT,'1,handle,de,,,bowl,",
      "PRODUCT,'1,vendor,de,,,Us,Wir",
      "COLLECTION,'77,title,de,,,All,Alle",
    ),
  )
  expect(warnings.entries.map(({ reason }) => reason)).toEqual([
    'rows that the site does not use were left out: texts of single markets (1), PRODUCT vendor (1), COLLECTION (1)',
    '"pt-BR" is none of the site\'s further languages (de, fr); 1 row was left out',
    '"en" is none of the site\'s further languages (de, fr); 1 row was left out',
  ])
  expect((await catalog.readProduct('bowl'))?.translations).toEqual({
    de: { name: 'Schale', slug: 'schale' },
    fr: { name: 'Bol', slug: 'bol' },
  })
})

test('a product type names the category', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  await catalog.importText(write("PRODUCT,'1,product_type,de,,,Table,Tisch", "PRODUCT,'1,handle,de,,,bowl,"))
  const german = (await catalog.store.inLanguage('de'))!
  expect((await german.findCategory('tisch'))?.category).toMatchObject({ name: 'Tisch' })
})

test('an unusable handle is reported at its row, and texts that are repeated are left out', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  const { warnings } = await catalog.importText(
    write(
      "PRODUCT,'1,title,de,,,Bowl,Schale",
      "PRODUCT,'1,title,de,,,Bowl,Napf",
      "PRODUCT,'1,handle,de,,,bowl,Schale groß!",
    ),
  )
  expect(warnings.entries).toMatchObject([
    { line: 3, reason: 'line 2 already has this text; this one was left out' },
    { line: 4, value: 'Schale groß!', reason: expect.stringContaining('the slug "schale groß!" in "de"') as string },
  ])
  expect((await catalog.readProduct('bowl'))?.translations).toEqual({ de: { name: 'Schale', slug: 'schale' } })
})

test('products whose numbers were shortened are rejected with all their rows, to be mended together', async () => {
  await using catalog = await openTempCatalog()
  await prepare(catalog)
  const path = join(catalog.dir, 'rejected.csv')
  using rejectedRows = new RejectedRows(path)
  const rows = [
    'PRODUCT,9.01E+12,title,de,,,Lamp,Lampe',
    'PRODUCT,9.01E+12,handle,de,,,lamp,',
    'PRODUCT,9.01E+12,handle,de,,,paint,',
    "PRODUCT,'1,title,de,,,Bowl,Schale",
    "PRODUCT,'1,handle,de,,,bowl,",
  ]
  const { rejected } = await catalog.importText(write(...rows), { rejectedRows })
  expect(rejected.entries).toMatchObject([
    { line: 2, reason: expect.stringContaining('several products have this number: "lamp", "paint"') as string },
  ])
  const written = readFileSync(path, 'utf8').split('\r\n').slice(1, -1)
  expect(written.map((line) => line.split(',').slice(0, 3).join(','))).toEqual(
    rows.slice(0, 3).map((row) => row.split(',').slice(0, 3).join(',')),
  )
})

test('a site with one language says that it takes no translations', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(PRODUCTS)
  const { warnings } = await catalog.importText(TRANSLATIONS)
  expect(warnings.entries.map(({ reason }) => reason)).toContain(
    'the site has no further language, so 5 rows were left out in "de"; name the languages in "languages" of site.json',
  )
  expect((await catalog.readProduct('bowl'))?.translations).toBeUndefined()
})
