import { expect, test } from 'vitest'
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

const WOOCOMMERCE = `ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Images
1,variable,,Bowl,,,Finish,"Red, Crimson",
2,variation,B1,,10,id:1,Finish,Red,
3,variation,B2,,12,id:1,Finish,Crimson,
`

test('two values of an option may have the same translation, and pictures of products are not downloaded', async () => {
  await using catalog = await openCatalog()
  await catalog.importText(WOOCOMMERCE)
  const german = WOOCOMMERCE.replace(
    'Bowl,,,Finish,"Red, Crimson",',
    'Schale,,,Farbe,Rot,https://vitrine.example/a.jpg',
  )
    .replace('Finish,Red', 'Farbe,Rot')
    .replace('Finish,Crimson', 'Farbe,Rot')
  const report = await catalog.importText(german, { basics: { locale: 'de' }, fetchImages: true, dryRun: true })
  expect([report.rejected.entries, report.pictures.planned]).toEqual([[], 0])
  await catalog.importText(german, { basics: { locale: 'de' } })
  expect(await catalog.readProduct('bowl')).toMatchObject({
    translations: { de: { terms: { Finish: { name: 'Farbe', values: { Red: 'Rot', Crimson: 'Rot' } } } } },
  })
})
