import { expect, test, vi } from 'vitest'
import { BMECAT_CATALOGUE } from '../support/bmecat-sample.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

async function openGermanCatalog(): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': '{ "currency": "EUR", "locale": "de" }' })
  return catalog
}

test('imports products with their features, groups, list prices, pictures and documents, and equally twice', async () => {
  await using catalog = await openGermanCatalog()
  const report = await catalog.importText(BMECAT_CATALOGUE)
  expect(report).toMatchObject({ format: 'BMEcat catalogue', products: { created: 2 } })
  const product = await catalog.readProduct('rauchmelder-sockel')
  expect(product).toMatchObject({
    name: 'Rauchmelder & Sockel',
    brand: 'Acme',
    categorySlug: 'rauchmelder',
    tags: ['Rauch', 'Alarm'],
    attributes: [
      { name: 'Durchmesser', value: '100 mm' },
      { name: 'Farbe', value: 'weiß, grau' },
    ],
    documents: [{ name: 'Datenblatt', url: 'https://acme.example/rm100.pdf' }],
    variants: [{ sku: 'RM-100', gtin: '4006381333931', mpn: 'M-1', priceMinor: 1_250, minimumQuantity: 5 }],
  })
  expect(report.pictures.missing.entries).toMatchObject([{ value: 'rm100.jpg', line: 10 }])
  expect(await catalog.importText(BMECAT_CATALOGUE)).toMatchObject({
    products: { created: 0, changed: 0, unchanged: 2 },
  })
})

test('reports a product without a name, and a price that is not that of one piece, with their elements and lines', async () => {
  await using catalog = await openGermanCatalog()
  const report = await catalog.importText(BMECAT_CATALOGUE)
  expect(report.rejected.entries).toMatchObject([
    { line: 46, column: 'DESCRIPTION_SHORT', product: 'NN-1', reason: expect.stringContaining('name is missing') },
  ])
  expect(report.warnings.entries).toMatchObject([{ line: 41, column: 'PRICE_QUANTITY', value: '100' }])
  expect(await catalog.readProduct('kabel')).toMatchObject({ variants: [{ priceMinor: null }] })
})

test('takes the prices that are valid at the time of the import', async () => {
  await using catalog = await openGermanCatalog()
  using _clock = { [Symbol.dispose]: () => vi.useRealTimers() }
  vi.useFakeTimers({ now: Date.parse('2020-03-01T12:00Z'), toFake: ['Date'] })
  await catalog.importText(BMECAT_CATALOGUE)
  expect(await catalog.readProduct('rauchmelder-sockel')).toMatchObject({ variants: [{ priceMinor: 100 }] })
})

test('reads the element names of version 1.2', async () => {
  await using catalog = await openGermanCatalog()
  await catalog.importText(
    '<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd"><BMECAT version="1.2"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>A-1</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Lampe</DESCRIPTION_SHORT><EAN>4006381333931</EAN></ARTICLE_DETAILS><ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="nrp"><PRICE_AMOUNT>5</PRICE_AMOUNT></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS></ARTICLE></T_NEW_CATALOG></BMECAT>',
  )
  expect(await catalog.readProduct('lampe')).toMatchObject({
    variants: [{ sku: 'A-1', gtin: '4006381333931', priceMinor: 500 }],
  })
})

test('elements inside a category, a reference or a text belong to these', async () => {
  await using catalog = await openGermanCatalog()
  const picture = '<MIME_INFO><MIME><MIME_TYPE>image/png</MIME_TYPE><MIME_SOURCE>x.png</MIME_SOURCE></MIME></MIME_INFO>'
  const report = await catalog.importText(
    `<BMECAT version="2005"><T_NEW_CATALOG><CATALOG_GROUP_SYSTEM><CATALOG_STRUCTURE type="leaf"><GROUP_ID>3</GROUP_ID><GROUP_NAME>Zangen</GROUP_NAME>${picture}<PARENT_ID>1</PARENT_ID></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM>
<PRODUCT><SUPPLIER_PID>A1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Zange <b>lang</b> 5</DESCRIPTION_SHORT><DESCRIPTION_LONG lang="deu"><p>Fest.</p><p>Und <i>leicht</i>.<br/>Gut.</p></DESCRIPTION_LONG></PRODUCT_DETAILS>
<PRODUCT_FEATURES><FEATURE><FNAME>Fläche</FNAME><FVALUE>5 cm<sup>2</sup></FVALUE></FEATURE></PRODUCT_FEATURES>
<PRODUCT_REFERENCE type="accessories"><PROD_ID_TO>A2</PROD_ID_TO>${picture}</PRODUCT_REFERENCE></PRODUCT>
<PRODUCT_TO_CATALOGGROUP_MAP><PROD_ID>A1</PROD_ID><CATALOG_GROUP_ID>3</CATALOG_GROUP_ID></PRODUCT_TO_CATALOGGROUP_MAP></T_NEW_CATALOG></BMECAT>`,
  )
  expect(await catalog.readProduct('zange-lang-5')).toMatchObject({
    categorySlug: 'zangen',
    description: '<p>Fest.</p><p>Und <i>leicht</i>.<br />Gut.</p>',
    attributes: [{ name: 'Fläche', value: '5 cm2' }],
  })
  expect(report.pictures.missing.count).toBe(0)
})

const BILINGUAL = `<BMECAT version="2005"><HEADER><CATALOG><LANGUAGE>eng</LANGUAGE><LANGUAGE default="true">deu</LANGUAGE></CATALOG></HEADER><T_NEW_CATALOG>
<CATALOG_GROUP_SYSTEM><CATALOG_STRUCTURE type="leaf"><GROUP_ID>2</GROUP_ID><GROUP_NAME lang="eng">Bearings</GROUP_NAME><GROUP_NAME lang="ger">Lager</GROUP_NAME></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM>
<PRODUCT><SUPPLIER_PID>K-1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT lang="eng">Ball bearing</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="deu">Kugellager</DESCRIPTION_SHORT><DESCRIPTION_LONG>Ein Lager</DESCRIPTION_LONG></PRODUCT_DETAILS>
<PRODUCT_FEATURES><FEATURE><FNAME lang="eng">Colours</FNAME><FNAME lang="deu">Farben</FNAME><FVALUE lang="eng">white</FVALUE><FVALUE lang="eng">grey</FVALUE><FVALUE lang="deu">weiß</FVALUE><FVALUE lang="deu">grau</FVALUE></FEATURE></PRODUCT_FEATURES></PRODUCT>
<PRODUCT><SUPPLIER_PID>K-2</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT lang="eng">Belt</DESCRIPTION_SHORT></PRODUCT_DETAILS></PRODUCT>
<PRODUCT_TO_CATALOGGROUP_MAP><PROD_ID>K-1</PROD_ID><CATALOG_GROUP_ID>2</CATALOG_GROUP_ID></PRODUCT_TO_CATALOGGROUP_MAP></T_NEW_CATALOG></BMECAT>`

const IN_GERMAN = {
  name: 'Kugellager',
  description: '<p>Ein Lager</p>',
  terms: { Colours: { name: 'Farben', values: { 'white, grey': 'weiß, grau' } } },
}

test('a catalogue in two languages gives both to a site with both, or the one that --language names', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': '{ "currency": "EUR", "languages": ["en", "de", "fr"] }' })
  expect(await catalog.importText(BILINGUAL)).toMatchObject({ rows: 2, rejected: { count: 0 } })
  const bearing = await catalog.readProduct('ball-bearing')
  expect(bearing).toMatchObject({ name: 'Ball bearing', categorySlug: 'bearings', translations: { de: IN_GERMAN } })
  expect((await catalog.readProduct('belt'))?.translations).toBeUndefined()
  expect((await catalog.importText(BILINGUAL)).products).toMatchObject({ created: 0, changed: 0 })

  const changed = BILINGUAL.replace('Ball bearing', 'Bearing').replace('Kugellager', 'Rillenkugellager')
  await catalog.importText(changed, { basics: { locale: 'de' } })
  expect(await catalog.readProduct('ball-bearing')).toEqual({
    ...bearing,
    translations: { de: { ...bearing?.translations?.['de'], name: 'Rillenkugellager' } },
  })
  await expect(catalog.importText(BILINGUAL, { basics: { locale: 'fr' } })).rejects.toMatchObject({
    place: { column: 'LANGUAGE' },
    reason: expect.stringContaining('texts in en, de, and none in "fr"') as string,
  })
})

test('a site with one language has the texts in it, and a new site those in the default language', async () => {
  await using english = await openTempCatalog()
  await english.importText(BILINGUAL, { basics: { locale: 'en', currency: 'EUR' } })
  expect(await english.readProduct('ball-bearing')).toMatchObject({
    attributes: [{ name: 'Colours', value: 'white, grey' }],
  })
  await using other = await openTempCatalog()
  await other.importText(BILINGUAL)
  expect(await other.readProduct('kugellager')).toMatchObject({ attributes: [{ name: 'Farben', value: 'weiß, grau' }] })
  expect((await other.store.readSite()).locale).toBe('de')
})

test('a catalogue that was cut off changes nothing, and a table is no BMEcat', async () => {
  await using catalog = await openGermanCatalog()
  await expect(catalog.importText(BMECAT_CATALOGUE.slice(0, 2_000))).rejects.toMatchObject({
    name: 'ImportError',
    message: expect.stringContaining('cut off'),
  })
  await expect(catalog.importText('SUPPLIER_PID\nA\n', { format: 'bmecat' })).rejects.toMatchObject({
    message: expect.stringContaining('is XML'),
  })
})
