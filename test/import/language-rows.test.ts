import { expect, test } from 'vitest'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

async function openCatalogIn(...languages: readonly string[]): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify({ languages, currency: 'EUR' }) })
  return catalog
}

/** Keeps the header and the rows that match. */
const keepRows = (table: string, rows: RegExp) =>
  table
    .split('\n')
    .filter((row, index) => index === 0 || rows.test(row))
    .join('\n')
    .concat('\n')

const MAGENTO = [
  'sku,store_view_code,attribute_set_code,product_type,categories,name,description,url_key,price,additional_attributes,configurable_variations',
  'B,,Default,configurable,Root/Table/Bowls,Bowl,For fruit,bowl,,"color=Brown,wood=Oak","sku=B-1,finish=Oiled|sku=B-2,finish=Raw"',
  'B-1,,Default,simple,,Bowl oiled,,bowl-oiled,10,,',
  'B-2,,Default,simple,,Bowl raw,,bowl-raw,12,,',
  'P,,Default,simple,Root/Table,Plate,For bread,plate,8,,',
  'B,de,,configurable,,Schale,Für Obst,schale,,wood=Eiche,',
  'B-1,de,,simple,,Schale geölt,,,,,',
  ' P,de_DE,,simple,,,Für Brot,,,,',
  'P,klingon,,simple,,Ngop,,,,,',
  '',
].join('\n')

test('rows of a Magento store view are the texts of that language', async () => {
  await using catalog = await openCatalogIn('en', 'de')
  const report = await catalog.importText(MAGENTO)
  expect(report.rows).toBe(8)
  expect(report.rejected.entries).toEqual([])
  expect(report.warnings.entries).toContainEqual(
    expect.objectContaining({
      value: 'klingon',
      reason:
        'this is none of the site\'s languages (en, de); "languages" in site.json adds others; 1 row was left out',
    }),
  )
  expect(await catalog.readProduct('bowl')).toMatchObject({
    name: 'Bowl',
    translations: {
      de: { name: 'Schale', description: '<p>Für Obst</p>', terms: { Wood: { values: { Oak: 'Eiche' } } } },
    },
  })
  expect((await catalog.readProduct('plate'))?.translations).toEqual({ de: { description: '<p>Für Brot</p>' } })
  expect((await catalog.importText(MAGENTO)).products).toMatchObject({ created: 0, changed: 0 })
})

const VIEWS = [
  'sku,store_view_code,attribute_set_code,product_type,name,description,url_key,price,additional_attributes,configurable_variations,configurable_variation_labels',
  'S-1,,Default,simple,Shirt S,,shirt-s,10,,,',
  'S-2,,Default,simple,Shirt M,,shirt-m,10,,,',
  'S,,Default,configurable,Shirt,A shirt,shirt,,,"sku=S-1,size=S|sku=S-2,size=M",size=Size',
  'BAG,,Default,simple,Bag,A bag,bag,30,"material=Leather,color=Brown",,',
  'CAP,,Default,simple,Cap,A cap,cap,9,,,',
  'S,de,Default,configurable,Hemd,Ein Hemd,,,,"sku=S-1,size=Klein|sku=S-2,size=Mittel",size=Größe',
  'S-1,de,Default,simple,Hemd S,,,,,,',
  'BAG,en,Default,simple,,For work,,,color=Tan,,',
  'BAG,fr,Default,simple,,Un sac,,,,,',
  'CAP,de_AT,Default,simple,Kapperl,,,,,,',
  'CAP,de_DE,Default,simple,Mütze,,,,,,',
  '',
].join('\n')

test('a store view translates the options, and of several in one language the exact one or else the first is read', async () => {
  await using catalog = await openCatalogIn('en', 'de', 'fr')
  const report = await catalog.importText(VIEWS)
  expect([report.rejected.entries, report.warnings.entries]).toMatchObject([
    [],
    [{ line: 12, value: 'de_DE', reason: 'other rows have the same texts in "de"; 1 row was left out' }],
  ])
  expect((await catalog.readProduct('shirt'))?.translations?.['de']?.terms).toEqual({
    Size: { name: 'Größe', values: { S: 'Klein', M: 'Mittel' } },
  })
  expect((await catalog.readProduct('cap'))?.translations?.['de']?.name).toBe('Kapperl')
  await catalog.importText(VIEWS.replace('de_DE', 'de'))
  expect((await catalog.readProduct('cap'))?.translations?.['de']?.name).toBe('Mütze')
})

test('a store view in the first language replaces texts where it has any', async () => {
  await using catalog = await openCatalogIn('en', 'fr')
  await catalog.importText(VIEWS)
  expect(await catalog.readProduct('bag')).toMatchObject({
    name: 'Bag',
    description: '<p>For work</p>',
    attributes: [
      { name: 'Material', value: 'Leather' },
      { name: 'Color', value: 'Tan' },
    ],
    variants: [{ priceMinor: 3_000 }],
    translations: { fr: { description: '<p>Un sac</p>' } },
  })
  expect((await catalog.importText(VIEWS)).products).toMatchObject({ created: 0, changed: 0 })
})

test('rows of store views alone translate stored products, of which variants have no texts', async () => {
  await using catalog = await openCatalogIn('en', 'de', 'fr')
  await catalog.importText(keepRows(VIEWS, /^[^,]+,,/))
  const before = await catalog.readProduct('shirt')
  const german = keepRows(VIEWS, /,de,/).replace(',"sku=S-1,size=Klein|sku=S-2,size=Mittel"', ',')
  const report = await catalog.importText(german)
  expect(report.rejected.entries).toEqual([])
  expect(report.warnings.entries).toMatchObject([
    { line: 3, value: 'S-1', reason: expect.stringContaining('variant') as string },
  ])
  expect(report).toMatchObject({ rows: 2, products: { created: 0, changed: 1, skipped: 1 } })
  expect(await catalog.readProduct('shirt')).toEqual({
    ...before,
    translations: { de: { slug: 'hemd', name: 'Hemd', description: '<p>Ein Hemd</p>' } },
  })
  await catalog.importText(keepRows(VIEWS, /,de,/))
  expect((await catalog.readProduct('shirt'))?.translations?.['de']?.terms).toMatchObject({ Size: { name: 'Größe' } })
  await catalog.importText(keepRows(VIEWS, /,fr,/))
  expect((await catalog.readProduct('bag'))?.translations).toEqual({ fr: { description: '<p>Un sac</p>' } })
  await expect(catalog.importText(german, { prune: true })).rejects.toThrow('--prune')
  await expect(catalog.importText(keepRows(VIEWS, /,en,/))).rejects.toThrow('export all store views together')
})

test('--language takes that language alone of a file with several, and is refused if the file has none', async () => {
  await using catalog = await openCatalogIn('en', 'de', 'fr')
  await catalog.importText(keepRows(VIEWS, /^[^,]+,,/))
  const report = await catalog.importText(VIEWS, { basics: { locale: 'de' } })
  expect(report.rejected.entries).toEqual([])
  expect(report).toMatchObject({ rows: 11, products: { changed: 2 } })
  expect(await catalog.readProduct('shirt')).toMatchObject({ name: 'Shirt', translations: { de: { name: 'Hemd' } } })
  expect((await catalog.readProduct('bag'))?.translations).toBeUndefined()
  const other = catalog.importText(keepRows(VIEWS, /,(fr)?,Default/), { basics: { locale: 'de' } })
  await expect(other).rejects.toMatchObject({
    place: { column: 'store_view_code' },
    reason: expect.stringContaining('only rows in no language, "fr", and none in "de"') as string,
  })
})

const WPML = [
  'ID,Type,SKU,Name,Published,Description,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: _wpml_import_language_code,Meta: _wpml_import_translation_group,Meta: _wpml_import_source_language_code',
  '10,variable,,Bowl,1,For fruit,,Table > Bowls,,Finish,"Oiled, Raw",1,1,en,g1,',
  '11,variation,B-1,Bowl - Oiled,1,,10,,id:10,Finish,Oiled,,1,en,g2,',
  '12,variation,B-2,Bowl - Raw,1,,12,,id:10,Finish,Raw,,1,en,g3,',
  '20,variable,,Schale,1,Für Obst,,Tisch > Schalen,,Oberfläche,"Geölt, Roh",1,1,de,g1,en',
  '21,variation,B-1,Schale - Geölt,1,,10,,id:20,Oberfläche,Geölt,,1,de,g2,en',
  '22,variation,B-2,Schale - Roh,1,,12,,id:20,Oberfläche,Roh,,1,de,g3,en',
  '',
].join('\n')

test('rows of WPML are the texts of the products in their translation groups', async () => {
  await using catalog = await openCatalogIn('en', 'de')
  const report = await catalog.importText(WPML)
  expect(report.rows).toBe(6)
  expect(report.rejected.entries).toEqual([])
  expect(report.products).toMatchObject({ created: 1 })
  const bowl = await catalog.readProduct('bowl')
  expect(bowl?.translations).toEqual({
    de: {
      slug: 'schale',
      name: 'Schale',
      description: '<p>Für Obst</p>',
      terms: { Finish: { name: 'Oberfläche', values: { Oiled: 'Geölt', Raw: 'Roh' } } },
    },
  })
  const german = (await catalog.store.inLanguage('de'))!
  expect((await german.findCategory('schalen'))?.category).toMatchObject({ name: 'Schalen', mainSlug: 'bowls' })
  expect((await catalog.importText(WPML)).products).toMatchObject({ created: 0, changed: 0 })
})

/** With a parent that is named by its SKU, a product that is in German only, and one in French. */
const MIXED = WPML.replaceAll(',id:10,', ',BOWL-20,')
  .replaceAll(',id:20,', ',BOWL-20,')
  .replaceAll('variable,,', 'variable,BOWL-20,')
  .concat(
    '13,simple,PL,Plate,1,Flat,5,Table,,,,,,en,g4,\n',
    '23,simple,PL,Teller,1,Flach,5,Tisch,,,,,,de,g4,en\n',
    '24,simple,,Nur deutsch,1,,5,Tisch,,,,,,de,g9,\n',
    '33,simple,PL,Piatto,1,Piatto,5,Tavola,,,,,,it,g4,en\n',
  )

test('a translated parent with another SKU has its own variations', async () => {
  await using catalog = await openCatalogIn('en', 'de')
  const [english, german] = [keepRows(MIXED, /,en,g/), MIXED.replaceAll('BOWL-20', 'SCHALE-10')]
  const report = await catalog.importText(english + keepRows(german, /,de,/).split('\n').slice(1).join('\n'))
  expect(report.rejected.entries).toMatchObject([{ product: 'Nur deutsch' }])
  expect((await catalog.readProduct('bowl'))?.translations?.['de']?.terms).toMatchObject({
    Finish: { values: { Oiled: 'Geölt', Raw: 'Roh' } },
  })
})

test.each([
  [{ locale: 'en' }, ['bowl', 'plate'], 'en'],
  [{}, ['bowl', 'plate'], 'en'],
  [{ locale: 'it' }, ['piatto'], 'it'],
])(
  'a site with one language, given by %j, has the products of that language of WPML alone',
  async (basics, slugs, locale) => {
    await using catalog = await openTempCatalog()
    const report = await catalog.importText(MIXED, { basics: { currency: 'EUR', ...basics } })
    expect(report.products.created).toBe(slugs.length)
    for (const slug of slugs) expect(await catalog.readProduct(slug)).toBeDefined()
    expect((await catalog.store.readSite()).locale).toBe(locale)
    expect(report.warnings.entries).toContainEqual(
      expect.objectContaining({
        value: 'de',
        reason:
          'this is not the language of the site; "languages" in site.json adds others, and --language replaces it; 5 rows were left out',
      }),
    )
    expect((await catalog.importText(MIXED)).products).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: slugs.length,
    })
  },
)

test('German rows of WPML alone translate products with their SKUs, and change nothing of an English site', async () => {
  await using catalog = await openCatalogIn('en', 'de')
  await catalog.importText(keepRows(MIXED, /,en,g/))
  const german = keepRows(MIXED, /,de,/)
  const report = await catalog.importText(german)
  expect(report.products).toMatchObject({ created: 0, changed: 2, skipped: 1 })
  expect(report.rejected.entries).toMatchObject([
    { product: 'Nur deutsch', reason: expect.stringContaining('An export of WPML needs the rows of both') as string },
  ])
  expect(await catalog.readProduct('plate')).toMatchObject({ name: 'Plate', translations: { de: { name: 'Teller' } } })

  await using english = await openTempCatalog()
  await english.importText(keepRows(MIXED, /,en,g/), { basics: { locale: 'en', currency: 'EUR' } })
  await expect(english.importText(german)).rejects.toThrow('--language replaces it')
})
