import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

async function openCatalog(languages: readonly string[] = ['en', 'de']): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify({ languages, currency: 'EUR' }) })
  return catalog
}

const writeFeed = (language: string, [name, description, colours, currency]: readonly string[]) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${language && `<language>${language}</language>`}
${(colours ?? '')
  .split(',')
  .map(
    (colour, index) =>
      `<item><g:id>A${index}</g:id><g:item_group_id>GA</g:item_group_id><title>${name}</title><description>${description}</description><g:price>1${index}.00 ${currency}</g:price><g:color>${colour}</g:color></item>`,
  )
  .join('\n')}</channel></rss>`

const ENGLISH_FEED = writeFeed('', ['Mug', 'For tea', 'Red,Crimson', 'EUR'])

test('a feed in another currency brings the texts of its language', async () => {
  await using catalog = await openCatalog()
  await catalog.importText(ENGLISH_FEED)
  const before = await catalog.readProduct('mug')
  const report = await catalog.importText(writeFeed('', ['Tasse', 'Für Tee', 'Rot,Purpur', 'CHF']), {
    basics: { locale: 'de' },
  })
  expect(report.rejected.entries).toEqual([])
  const after = await catalog.readProduct('mug')
  expect(after?.translations).toEqual({
    de: {
      name: 'Tasse',
      slug: 'tasse',
      description: '<p>Für Tee</p>',
      terms: { Color: { values: { Red: 'Rot', Crimson: 'Purpur' } } },
    },
  })
  expect({ ...after, translations: 0 }).toEqual({ ...before, translations: 0 })
})

const OWN = `Slug,Name,Description,Option 1 name,Option 1 value,SKU,GTIN,Price,Compare-at price,Weight (g),Availability,Visibility,Condition,Featured,Images,Documents,External link,Pack size,Attributes
bowl,Bowl,For fruit.,Finish,Red,B1,4006381333931,10,,100,in stock,public,new,no,,,,,Wood: Oak
bowl,,,,Crimson,B2,,12,,100,in stock,,,,,,,,
`

const UNUSED = 'cheap,1,heavy,maybe,secret,old,perhaps,nowhere.jpg,care,ftp://x,1.000'

test.each([
  ['products.de.csv', {}],
  ['products.csv', { basics: { locale: 'de' } }],
])('nothing but the texts of %s is checked', async (name, options) => {
  await using catalog = await openCatalog()
  await catalog.importText(OWN)
  const before = await catalog.readProduct('bowl')
  const [header] = OWN.split('\n')
  const german = `${header},Größe
bowl,Schale,<iframe src=https://video.example></iframe>${'Für Obst. '.repeat(30_000)},Farbe,Rot,B1,123,${UNUSED},Holz,M
bowl,,,,Rot,B2,1E+12,${UNUSED},,
`
  const report = await catalog.importContent({ [name]: german }, options)
  expect(report.rejected.entries).toEqual([])
  expect(report.pictures.missing.entries).toEqual([])
  expect(report.warnings.entries).toMatchObject([
    { column: 'Größe', reason: 'unknown column; it was ignored' },
    { column: 'Attributes', reason: expect.stringContaining('is not an attribute') as string },
    { column: 'Description', reason: expect.stringContaining('was cut to') as string },
  ])
  expect(report.adaptations).toMatchObject({ link: { count: 1 }, barcode: { count: 0 }, reduction: { count: 0 } })
  const after = await catalog.readProduct('bowl')
  expect(after).toMatchObject({
    translations: {
      de: { name: 'Schale', terms: { Finish: { name: 'Farbe', values: { Red: 'Rot', Crimson: 'Rot' } } } },
    },
  })
  expect({ ...after, translations: 0 }).toEqual({ ...before, translations: 0 })
})

const BMECAT = `<BMECAT version="2005"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE></CATALOG></HEADER><T_NEW_CATALOG>
<PRODUCT><SUPPLIER_PID>A0</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT lang="deu">Tasse</DESCRIPTION_SHORT></PRODUCT_DETAILS></PRODUCT></T_NEW_CATALOG></BMECAT>`

test.each([
  ['a BMEcat catalogue', BMECAT],
  ['a WooCommerce export', 'Typ,Artikelnummer,Name,Veröffentlicht,Regulärer Preis\nsimple,A0,Tasse,1,5\n'],
  ['a feed', writeFeed('de-DE', ['Tasse', 'Für Tee', 'Rot', 'EUR'])],
])('%s that says to be in a further language needs an answer', async (_, text) => {
  await using catalog = await openCatalog()
  await catalog.importText('Slug,Name,SKU\nmug,Mug,A0\n')
  const before = await catalog.readProduct('mug')
  const reason =
    'the file says that its texts are in German, but they would replace those in English, the first language of the site. Add --language de to import only its texts, or add --language en if they are in English all the same'
  await expect(catalog.importText(text)).rejects.toMatchObject({ reason })
  await expect(catalog.importContent({ 'products.csv': text })).rejects.toThrow('Name the file products.de.csv')
  expect(await catalog.readProduct('mug')).toEqual(before)
  await catalog.importText(text, { basics: { locale: 'de' } })
  expect(await catalog.readProduct('mug')).toMatchObject({ name: 'Mug', translations: { de: { name: 'Tasse' } } })
  expect(await catalog.importText(text, { basics: { locale: 'en' } })).toMatchObject({ applied: true })
  expect(await catalog.readProduct('tasse')).toMatchObject({ name: 'Tasse', translations: { de: { name: 'Tasse' } } })
})

test('a file in the first language, or on a site with one, needs no answer, and an unknown language is named', async () => {
  await using several = await openCatalog(['de-AT', 'en'])
  expect(await several.importText(BMECAT)).toMatchObject({ products: { created: 1 } })
  const dutch = BMECAT.replaceAll('deu', 'nld')
  await expect(several.importText(dutch)).rejects.toMatchObject({
    reason:
      'the file says that its texts are in Dutch, which is none of the languages of the site (de-at, en). Add it to "languages" in site.json first, or add --language de-at if they are in Austrian German all the same',
  })
  await using one = await openTempCatalog()
  await one.importContent({ 'site.json': '{ "locale": "en" }' })
  expect(await one.importText(BMECAT)).toMatchObject({ products: { created: 1 } })
  expect(await one.store.readSite()).toMatchObject({ locale: 'en' })
})

const SHOPIFY_TRANSLATIONS = `Type,Identification,Field,Locale,Market,Status,Default content,Translated content
PRODUCT,'1,title,de,,,Mug,Tasse
PRODUCT,'1,title,fr,,,Mug,Bol
PRODUCT,'1,handle,de,,,mug,tasse
PRODUCT,'1,handle,fr,,,mug,bol
`
const MAGENTO = `sku,store_view_code,product_type,name,url_key,price
A0,,simple,Mug,mug,10
A0,de,simple,Tasse,tasse,
A0,fr,simple,Bol,bol,
`

test.each([
  ['Shopify translations', SHOPIFY_TRANSLATIONS, 'products in other languages than "fr" were left out: 1 in "de"'],
  ['Magento', MAGENTO, 'rows in other languages than "fr" were left out: 2'],
])('of a file whose rows name their languages only those of --language are used: %s', async (_, text, reason) => {
  await using catalog = await openCatalog(['en', 'de', 'fr', 'it'])
  await catalog.importText('Slug,Name,SKU,Name[de]\nmug,Mug,A0,Becher\n')
  const report = await catalog.importText(text, { basics: { locale: 'fr' } })
  expect(report.warnings.entries).toMatchObject([{ reason }])
  const both = { name: 'Mug', translations: { de: { name: 'Becher' }, fr: { name: 'Bol', slug: 'bol' } } }
  expect(await catalog.readProduct('mug')).toMatchObject(both)
  const italian = catalog.importContent({ 'products.it.csv': text })
  if (text === MAGENTO)
    await expect(italian).rejects.toThrow('the file has only rows in no language, "de", "fr", and none in "it"')
  else await italian
  expect(await catalog.readProduct('mug')).toMatchObject(both)
})

test('commands in the report have the option --language of the import', async () => {
  await using catalog = await openCatalog()
  await catalog.importText(OWN)
  const path = await catalog.write('german.csv', 'Slug,Name,Description\nbowl,Schale,\nbowl 2,Schale,\n')
  const rejected = join(catalog.dir, 'rejected.csv')
  const settings = { DATA_DIR: join(catalog.dir, 'data') }
  const { out } = await runCommand('catalog', settings, 'import', path, '--language', 'de', '--rejected', rejected)
  expect(out).toContain(`npm run catalog -- import ${rejected} --format vitrine --language de\n`)
})
