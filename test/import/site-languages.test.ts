import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { setBasics } from '../../server/import/site-basics.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = 'Slug,Name,Name[de],Name[fr]\nbowl,Bowl,Schale,Bol\ncup,Cup,Tasse,\n'

async function openCatalog(settings: object): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  const site = JSON.stringify({ name: 'Shop', currency: 'EUR', ...settings })
  await catalog.importContent({ 'site.json': site, 'products.csv': PRODUCTS })
  return catalog
}

function buildPage(title: string): string {
  return `---\ntitle: ${title}\n---\n${title}`
}

function describeNone(key: string): string {
  return `"${key}" is none of the site's languages (en, de), so the column was left out; add it to "languages" in site.json`
}

function importSite(catalog: TempCatalog, settings: object) {
  return catalog.importContent({ 'site.json': JSON.stringify(settings), 'products.csv': 'Slug,Name\ncup,Cup\n' })
}

test('a first language without a region keeps the region that was set before', async () => {
  const languages = ['en', 'de', 'fr']
  await using catalog = await openCatalog({ languages, locale: 'en-GB' })
  expect((await importSite(catalog, { languages })).siteFields).toEqual([])
  const bowls = 'Slug,Name\nbowl,Bowl\n'
  expect((await catalog.importText(bowls, { basics: { locale: 'en' } })).siteFields).toEqual([])
  await importSite(catalog, { languages: ['en-US', 'de'] })
  expect((await catalog.store.readSite()).locale).toBe('en-US')
  await importSite(catalog, { locale: 'en' })
  expect((await catalog.store.readSite()).locale).toBe('en')
})

test('another first language is refused unless the import has all products', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de', 'fr'] })
  const languages = ['de', 'en', 'fr']
  await expect(importSite(catalog, { languages })).rejects.toMatchObject({
    place: { column: 'languages' },
    reason: expect.stringContaining('only 1 of 2 products are in the import') as string,
  })
  await expect(importSite(catalog, { languages: ['de'] })).rejects.toThrow('Import all products in "de"')
  const files = { 'site.json': JSON.stringify({ languages }) }
  await catalog.importContent({ ...files, 'products.csv': 'Slug,Name,Name[en]\nbowl,Schale,Bowl\ncup,Tasse,Cup\n' })
  expect(await catalog.store.readSite()).toMatchObject({ locale: 'de', languages })
  expect(await catalog.readProduct('bowl')).toMatchObject({ name: 'Schale', translations: { en: { name: 'Bowl' } } })
})

test('the language of a site with one language may be corrected, as a message says', async () => {
  await using catalog = await openCatalog({ locale: 'en' })
  const languages = ['de', 'en']
  await expect(importSite(catalog, { languages })).rejects.toThrow(
    'import "languages": ["en"] first, then "locale": "de"',
  )
  for (const settings of [{ languages: ['en'] }, { locale: 'de' }, { languages }]) await importSite(catalog, settings)
  expect(await catalog.store.readSite()).toMatchObject({ locale: 'de', languages })
  await using unset = await openCatalog({})
  await importSite(unset, { languages })
  expect(await unset.store.readSite()).toMatchObject({ locale: 'de', languages })
})

test.each([
  [{ name: {} }, 'name', 'has no text in the first language, "en"'],
  [{ name: { en: 'A', it: 'B' } }, 'name', 'has a text in "it", which is not in "languages"'],
  [{ languages: null }, 'languages', 'must be a list such as ["en", "de"]'],
  [{ locale: 'de' }, 'locale', 'this is "de", but the first of the site\'s languages is "en"'],
  [{ locale: 'it' }, 'locale', '"it" is none of the site\'s languages (en, de); correct it, or add it'],
])('%j on a site with two languages is refused', async (settings, column, reason) => {
  await using catalog = await openCatalog({ languages: ['en', 'de'] })
  await expect(importSite(catalog, settings)).rejects.toMatchObject({
    place: { column },
    reason: expect.stringContaining(reason) as string,
  })
})

test('texts by language need no list of the languages that the site has', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de'] })
  await importSite(catalog, { name: { en: 'A', de: 'B' } })
  expect(await catalog.store.readSite()).toMatchObject({ name: 'A', translations: { de: { name: 'B' } } })
  await expect(setBasics(catalog.store, { locale: 'it' }, false)).rejects.toThrow(
    "none of the site's languages (en, de)",
  )
  await using single = await openCatalog({})
  await expect(importSite(single, { name: {} })).rejects.toThrow('has no text')
})

test('tables and pages without a language keep its texts', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de', 'fr'] })
  await catalog.importContent({
    'attributes.csv': 'Name,Type,Name[de],Name[fr]\nMaterial,,Material,Matière\nColour,text,Farbe,\n',
    'about.md': 'We',
    'about.de.md': 'Wir',
    'pages/imprint.md': buildPage('Imprint'),
    'pages/imprint.de.md': buildPage('Impressum'),
    'pages/care.md': buildPage('Care'),
    'pages/care.de.md': buildPage('Pflege'),
  })
  await catalog.write('next/attributes.csv', 'Name,Name[de]\nMaterial,Stoff\nColour,\n')
  await catalog.write('next/about.md', 'We all')
  await catalog.write('next/pages/imprint.md', buildPage('Legal notice'))
  await importFolder(catalog.store, join(catalog.dir, 'next'))
  const { attributes, site } = await catalog.store.read(async (reader) => ({
    attributes: await reader.readList('attributes'),
    site: await reader.readSite(),
  }))
  expect(attributes).toEqual([
    { name: 'Material', type: null, unit: null, names: { de: 'Stoff', fr: 'Matière' } },
    { name: 'Colour', type: 'number', unit: null },
  ])
  expect(site.translations?.['de']).toMatchObject({
    aboutMarkdown: 'Wir',
    pages: [{ slug: 'imprint', title: 'Impressum' }],
  })
  expect(site.translations?.['de']?.pages).toHaveLength(1)
})

test('columns and files in a language that the site does not have are left out with a warning', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de'] })
  const before = await catalog.readProduct('bowl')
  const { warnings, products } = await catalog.importText(
    'Slug,Name[it],Name[de-AT],Name[en],Option 1 name[it],Attribute: Wood[it]\nbowl,Ciotola,Schüssel,Basin,Colore,Rovere\n',
  )
  expect(warnings.entries.map(({ column, reason }) => [column, reason])).toEqual([
    ['Name[it]', describeNone('it')],
    ['Name[de-AT]', describeNone('de-at')],
    ['Name[en]', expect.stringContaining('"en" is the site\'s first language') as string],
    ['Option 1 name[it]', describeNone('it')],
    ['Attribute: Wood[it]', describeNone('it')],
  ])
  expect(products).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await catalog.readProduct('bowl')).toEqual(before)
  const folder = await catalog.importContent({
    'products.csv': PRODUCTS.replaceAll('[fr]', '[de-AT]'),
    'categories.csv': 'Path,Name[it]\nBowls,Ciotole\n',
    'attributes.csv': 'Name,Name[it]\nWood,Legno\n',
    'about.it.md': 'Noi',
    'pages/imprint.md': buildPage('Imprint'),
    'pages/imprint.it.md': buildPage('Imprint'),
  })
  expect(folder.warnings.entries.map(({ file, column }) => [basename(file), column])).toEqual([
    ['about.it.md', null],
    ['imprint.it.md', null],
    ['categories.csv', 'Name[it]'],
    ['attributes.csv', 'Name[it]'],
    ['products.csv', 'Name[de-AT]'],
  ])
  expect(await catalog.store.readSite()).not.toHaveProperty('translations.it')
  expect(await catalog.store.read((reader) => reader.readList('attributes'))).toEqual([])
})

test('an export has all languages of the site, and no text of one that was removed', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de', 'fr'] })
  await catalog.importContent({
    'categories.csv': 'Path,Name[de],Name[fr]\nBowls,Schalen,Bols\n',
    'attributes.csv': 'Name,Type,Name[de],Name[fr]\nWood,text,Holz,Bois\nGlaze,,Glasur,\n',
    'about.de.md': 'Wir',
    'pages/imprint.md': buildPage('Imprint'),
    'pages/imprint.de.md': buildPage('Imprint'),
    'about.fr.md': 'Nous',
  })
  await importSite(catalog, { languages: ['en', 'fr'] })
  const folder = join(catalog.dir, 'export')
  await exportFolder(catalog.store, folder)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'about.fr.md',
    'attributes.csv',
    'categories.csv',
    'pages',
    'pages/imprint.md',
    'products.csv',
    'site.json',
  ])
  for (const name of ['attributes.csv', 'categories.csv', 'products.csv']) {
    const text = await readFile(join(folder, name), 'utf8')
    expect([text.includes('[fr]'), text.includes('[de]')]).toEqual([true, false])
  }
  const { warnings, attributes, siteFields } = await importFolder(catalog.store, folder)
  expect([warnings.entries, siteFields, attributes]).toEqual([[], [], { count: 2, isChanged: false }])
  await importSite(catalog, { languages: ['en', 'de'] })
  expect((await (await catalog.store.inLanguage('de'))?.readSite())?.aboutMarkdown).toBe('Wir')
  expect(await catalog.store.read((reader) => reader.readList('attributes'))).toMatchObject([
    { type: 'text', names: { de: 'Holz' } },
    { type: null, names: { de: 'Glasur' } },
  ])
})

test('a folder with only the products of a further language is imported', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de'] })
  await catalog.write('texts/products.de.csv', 'Slug,Name\ncup,Becher\n')
  const { products } = await importFolder(catalog.store, join(catalog.dir, 'texts'))
  expect(products).toMatchObject({ created: 0, changed: 1 })
  expect(await catalog.readProduct('cup')).toMatchObject({ name: 'Cup', translations: { de: { name: 'Becher' } } })
})
