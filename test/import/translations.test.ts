import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const SITE = {
  name: { en: 'Tornio', de: 'Drechslerei' },
  languages: ['en', 'de'],
  hero: {
    title: { en: 'Bowls', de: 'Schalen' },
    text: 'By hand',
    link: { label: { en: 'See', de: 'Ansehen' }, href: '/products' },
  },
  navigation: [{ label: { en: 'Goods', de: 'Waren' }, href: '/products' }],
  wording: { menu: { en: 'Contents', de: 'Inhalt' }, close: { de: 'Zumachen' } },
}

const PRODUCTS = [
  'Slug,Name,Description,Category,Option 1 name,Option 1 value,SKU,Attributes,Name[de],Slug[de],Description[DE],Option 1 name[de],Option 1 value[de],Attributes[de]',
  'bowl,Bowl,For fruit.,Bowls,Finish,Oiled,B1,"Wood: Oak\nHeight: 5 cm",Schale,holzschale,Für Obst.,Oberfläche,Geölt,"Holz: Eiche\nHöhe: 5 cm"',
  'bowl,,,,,Raw,B2,,,,,,Roh,',
  'plate,Plate,For bread.,Plates,,,P1,Wood: Ash,Schale,,,,,',
  '',
].join('\n')

const FILES = {
  'site.json': JSON.stringify(SITE),
  'products.csv': PRODUCTS,
  'categories.csv': 'Path,Slug,Name[de],Slug[de],Description[de]\nBowls,bowls,Schüsseln,,Alle\nPlates,plates,,,\n',
  'attributes.csv': 'Name,Type,Unit,Name[de]\nWood,,,Holzart\n',
  'about.md': 'We turn.',
  'about.de.md': 'Wir drechseln.',
  'pages/imprint.md': '---\ntitle: Imprint\nlinks: menu\n---\nUs',
  'pages/imprint.de.md': '---\ntitle: Impressum\n---\nWir',
}

const BOWL = {
  name: 'Schale',
  slug: 'holzschale',
  description: '<p>Für Obst.</p>',
  terms: {
    Wood: { name: 'Holz', values: { Oak: 'Eiche' } },
    Height: { name: 'Höhe' },
    Finish: { name: 'Oberfläche', values: { Oiled: 'Geölt', Raw: 'Roh' } },
  },
}

test('a folder in two languages is imported, exported and imported again without a change', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent(FILES)
  expect(report.warnings.entries).toEqual([])
  expect(await catalog.readProduct('bowl')).toMatchObject({ name: 'Bowl', translations: { de: BOWL } })
  // Two products with the same name have different addresses.
  expect(await catalog.readProduct('plate')).toMatchObject({ translations: { de: { name: 'Schale', slug: 'schale' } } })
  const german = await catalog.store.inLanguage('de')
  const site = await german!.readSite()
  expect(site).toMatchObject({
    name: 'Drechslerei',
    hero: { title: 'Schalen', text: null, link: { label: 'Ansehen' } },
    navigation: [{ label: 'Waren', href: '/products' }],
    wording: { menu: 'Inhalt', close: 'Zumachen' },
    pages: [{ title: 'Impressum', links: ['menu'] }],
  })
  expect(site.aboutHtml).toContain('Wir drechseln.')
  expect(await catalog.store.readSite()).toMatchObject({ name: 'Tornio', wording: { menu: 'Contents' }, locale: 'en' })
  expect((await german!.findCategory('bowls'))?.category).toMatchObject({ name: 'Schüsseln', slug: 'schuesseln' })
  const plate = await german!.findProduct('schale')
  expect(plate?.attributes).toMatchObject([{ name: 'Holzart', value: 'Ash' }])

  const again = await catalog.importContent(FILES)
  expect(again.products).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  expect([again.categories, again.siteFields, again.attributes?.isChanged]).toEqual([
    { created: 0, changed: 0, unchanged: 2 },
    [],
    false,
  ])

  const folder = join(catalog.dir, 'export')
  await exportFolder(catalog.store, folder)
  await using other = await openTempCatalog()
  const copy = await importFolder(other.store, folder)
  expect(copy.warnings.entries).toEqual([])
  for (const slug of ['bowl', 'plate']) expect(await other.readProduct(slug)).toEqual(await catalog.readProduct(slug))
  expect(await other.store.readSite()).toEqual(await catalog.store.readSite())
  const settings = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as object
  expect(settings).toMatchObject(SITE)
})

test('a file without columns of a language changes nothing of it, and one with only that language nothing else', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent(FILES)
  const before = await catalog.readProduct('bowl')
  await catalog.importText('Slug,Name,Description\nbowl,Fruit bowl,New text.\n')
  expect(await catalog.readProduct('bowl')).toMatchObject({ name: 'Fruit bowl', translations: { de: BOWL } })
  await catalog.importText('Slug,Name,Description[de]\nbowl,Fruit bowl,Neuer Text.\n')
  const after = await catalog.readProduct('bowl')
  expect(after?.translations?.['de']).toEqual({ ...BOWL, description: '<p>Neuer Text.</p>' })
  expect({ ...after, name: before?.name, description: before?.description, translations: 0 }).toEqual({
    ...before,
    translations: 0,
  })
})

test('a stored address with a ligature stays, and a new one has none', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify({ languages: ['en', 'fr'], currency: 'EUR' }) })
  const table = 'Slug,Name,Name[fr]\noil,Oil,Huile œuvrée\negg,Egg,Œuf\n'
  await catalog.importText(table)
  const translationsOf = async (slug: string) => (await catalog.readProduct(slug))?.translations
  expect(await translationsOf('egg')).toEqual({ fr: { name: 'Œuf', slug: 'oeuf' } })
  const stored = { fr: { name: 'Huile œuvrée', slug: 'huile-œuvree' } }
  await catalog.store.write(async (writer) =>
    writer.putProduct({ ...(await writer.findProduct('oil'))!, translations: stored }),
  )
  expect((await catalog.importText(table)).products).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  expect(await translationsOf('oil')).toEqual(stored)
})

test('a slug in a language has a history, and none leads to two products', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent(FILES)
  await catalog.importText('Slug,Name,Slug[de]\nbowl,Bowl,eichenschale\nplate,Plate,eichenschale\n')
  const german = (await catalog.store.inLanguage('de'))!
  expect(await catalog.readProduct('bowl')).toMatchObject({
    translations: { de: { slug: 'eichenschale', formerSlugs: ['holzschale'] } },
  })
  expect(await catalog.readProduct('plate')).toMatchObject({ translations: { de: { slug: 'schale' } } })
  expect(await german.findRenamed('product', 'holzschale')).toBe('eichenschale')
  expect((await german.findProduct('eichenschale'))?.fallback?.mainSlug).toBe('bowl')
  await catalog.store.rollback()
  expect((await german.findProduct('holzschale'))?.fallback?.mainSlug).toBe('bowl')
})

test('lines that do not fit the attributes, and slugs of others, are left out with the place and the reason', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent(FILES)
  const { warnings } = await catalog.importText(
    'Slug,Name,Attributes,Attributes[de],Slug[de]\nplate,Plate,"Wood: Ash\nWidth: 2 cm",Holz: Esche,bowl\n',
  )
  expect(warnings.entries).toMatchObject([
    {
      line: 3,
      column: 'Attributes[de]',
      reason: 'expected one line for each of the 2 attributes, in the same order, not 1; the translation was left out',
    },
    { line: 2, reason: 'the slug "bowl" in "de" belongs to another product; it was left out' },
  ])
})

test.each([
  [{ languages: ['en'], name: { en: 'A', fr: 'B' } }, 'name', 'has a text in "fr", which is not in "languages"'],
  [{ languages: ['en', 'de'], name: { de: 'B' } }, 'name', 'has no text in the first language, "en"'],
  [{ name: { en: 'A' } }, 'name', 'has a text in "en", which is not in "languages"'],
  [{ languages: ['en', 'de'], locale: 'de' }, 'locale', 'this is "de", but the first of the "languages" is "en"'],
  [{ languages: ['en', 'xx-unknown!'] }, 'languages.1', 'must be a language such as en or de-AT'],
  [{ languages: ['en', 'en'] }, 'languages', 'must not contain a language twice'],
  [{ languages: ['en', 'de'], hero: { title: { en: 'A', de: '' } } }, 'hero.title', 'must not be empty'],
])('%j in site.json is refused', async (settings, column, reason) => {
  await using catalog = await openTempCatalog()
  const refused = catalog.importContent({ 'site.json': JSON.stringify(settings) })
  await expect(refused).rejects.toMatchObject({ place: { column }, reason: expect.stringContaining(reason) as string })
})

test('a table that repeats a column of options or attributes in a language is refused', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify(SITE) })
  for (const column of ['Option 1 value[de]', 'option 01 value[DE]', 'Attribute: Wood[de]', 'ATTRIBUTE: wood[de]']) {
    const table = `Slug,Name,Option 1 value[de],Attribute: Wood[de],${column}\nbowl,Bowl,Geölt,Eiche,Roh\n`
    await expect(catalog.importText(table)).rejects.toThrow(column)
  }
})

test('a page that is only there in a further language is refused', async () => {
  await using catalog = await openTempCatalog()
  const refused = catalog.importContent({ 'pages/imprint.de.md': '---\ntitle: Impressum\n---\nWir' })
  await expect(refused).rejects.toThrow('the page is missing in the first language; add imprint.md')
})

const SHOPIFY = [
  'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Status',
  'bowl,Bowl,<p>For fruit.</p>,Finish,Oiled,B1,10.00,active',
  'bowl,,,,Raw,B2,12.00,',
  'plate,Plate,<p>For bread.</p>,Title,Default Title,P1,8.00,active',
  '',
].join('\n')

test('a second file with --language brings the texts of that language, and nothing else', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': JSON.stringify({ languages: ['en', 'fr'], currency: 'EUR' }) })
  await catalog.importText(SHOPIFY)
  const before = await catalog.readProduct('bowl')
  const french = SHOPIFY.replace('Bowl,<p>For fruit', 'Bol,<p>Pour les fruits')
    .replace('Finish,Oiled', 'Finition,Huilé')
    .replace(',Raw,B2,12.00', ',Brut,B2,99.00')
    .replace('bowl,Bol', 'bowl,Bol')
    .replace('plate,Plate', 'assiette,Assiette')
    .concat('glass,Verre,,Title,Default Title,G1,1.00,active\n')
  const report = await catalog.importText(french, { basics: { locale: 'fr' } })
  expect(report.products).toMatchObject({ created: 0, changed: 2, skipped: 1 })
  expect(report.rejected.entries).toMatchObject([
    { value: 'glass', reason: expect.stringContaining('no product has this article number') as string },
  ])
  const after = await catalog.readProduct('bowl')
  expect(after?.translations).toEqual({
    fr: {
      slug: 'bol',
      name: 'Bol',
      description: '<p>Pour les fruits.</p>',
      terms: { Finish: { name: 'Finition', values: { Oiled: 'Huilé', Raw: 'Brut' } } },
    },
  })
  expect({ ...after, translations: undefined }).toEqual({ ...before, translations: undefined })
  expect(await catalog.readProduct('plate')).toMatchObject({ translations: { fr: { name: 'Assiette' } } })
  const again = await catalog.importText(french, { basics: { locale: 'fr' } })
  expect(again.products).toMatchObject({ changed: 0, unchanged: 2 })
  // The first language again changes nothing of the second one.
  await catalog.importText(SHOPIFY)
  expect((await catalog.readProduct('bowl'))?.translations).toEqual(after?.translations)
  await expect(catalog.importText(french, { basics: { locale: 'fr' }, prune: true })).rejects.toThrow('--prune')
})

const ONE_FRENCH = { basics: { locale: 'fr' } }

async function importEnglish(catalog: TempCatalog, text: string): Promise<void> {
  await catalog.importContent({ 'site.json': JSON.stringify({ languages: ['en', 'fr'], currency: 'EUR' }) })
  await catalog.importText(text)
}

test('variants that share an article number are paired by order', async () => {
  await using catalog = await openTempCatalog()
  const english =
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\ntee,Tee,Size,Small,T,1\ntee,,,Large,T,1\n'
  await importEnglish(catalog, english)
  await catalog.importText(english.replace('Small', 'Petit').replace('Large', 'Grand'), ONE_FRENCH)
  expect(await catalog.readProduct('tee')).toMatchObject({
    translations: { fr: { terms: { Size: { values: { Small: 'Petit', Large: 'Grand' } } } } },
  })
})

test('an address of a second file is the one in its language, and has a history', async () => {
  await using catalog = await openTempCatalog()
  await importEnglish(catalog, 'Slug,Name,SKU\nbowl,Bowl,B1\n')
  await catalog.importText('Slug,Name,SKU\ngrand-bol,Bol,B1\n', ONE_FRENCH)
  expect(await catalog.readProduct('bowl')).toMatchObject({ translations: { fr: { slug: 'grand-bol' } } })
  await catalog.importText('Slug,Name,SKU\npetit-bol,Bol,B1\n', ONE_FRENCH)
  const changed = { slug: 'petit-bol', formerSlugs: ['grand-bol'], name: 'Bol' }
  expect((await catalog.readProduct('bowl'))?.translations).toEqual({ fr: changed })
  // Without article numbers, products are found by their addresses in any language.
  for (const slug of ['petit-bol', 'bowl']) {
    const { products } = await catalog.importText(`Slug,Name\n${slug},Bol\n`, ONE_FRENCH)
    expect(products).toMatchObject({ unchanged: 1 })
  }
})

test('a file without options names a product with options by the article number of a variant', async () => {
  await using catalog = await openTempCatalog()
  await importEnglish(catalog, SHOPIFY)
  await catalog.importText('Slug,Name,SKU\nbol-rond,Bol,B2\n', ONE_FRENCH)
  expect(await catalog.readProduct('bowl')).toMatchObject({ translations: { fr: { name: 'Bol', slug: 'bol-rond' } } })
})

test('an address with the article number of another product, and a second row of a product, are rejected', async () => {
  await using catalog = await openTempCatalog()
  await importEnglish(catalog, 'Slug,Name,SKU\ngift,Gift,G1\n')
  const french = 'Slug,Name,SKU\ngift,Poison,X9\ncadeau,Cadeau,G1\ngift-2,Double,G1\n'
  const { products, rejected } = await catalog.importText(french, ONE_FRENCH)
  expect([products.changed, products.skipped]).toEqual([1, 2])
  expect(rejected.entries).toMatchObject([
    { line: 2, reason: expect.stringContaining('"gift" with this address has another one (G1)') as string },
    { line: 4, reason: 'the file already has the texts of "gift"; remove one of them' },
  ])
  expect((await catalog.readProduct('gift'))?.translations).toEqual({ fr: { name: 'Cadeau', slug: 'cadeau' } })
  expect((await catalog.importText(french, ONE_FRENCH)).products).toMatchObject({ changed: 0, unchanged: 1 })
})
