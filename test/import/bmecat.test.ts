import { expect, test, vi } from 'vitest'
import { BMECAT_CATALOGUE } from '../support/system-samples.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('takes the prices that are valid at the time of the import', async () => {
  await using catalog = await openTempCatalog()
  using _clock = { [Symbol.dispose]: () => vi.useRealTimers() }
  vi.useFakeTimers({ now: Date.parse('2020-03-01T12:00Z'), toFake: ['Date'] })
  await catalog.importText(BMECAT_CATALOGUE)
  expect(await catalog.readProduct('rauchmelder-sockel')).toMatchObject({ variants: [{ priceMinor: 100 }] })
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
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(BMECAT_CATALOGUE.slice(0, 2_000))).rejects.toThrow('cut off')
  await expect(catalog.importText('SUPPLIER_PID\nA\n', { format: 'bmecat' })).rejects.toThrow('is XML')
})
