import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('the languages of the demo are none of the site that replaces it', async () => {
  await using catalog = await openTempCatalog()
  const site = JSON.stringify({ name: 'Demo', currency: 'EUR', languages: ['en', 'de'] })
  await catalog.importContent({ 'site.json': site, 'products.csv': PRODUCTS }, { isDemo: true })
  await catalog.importText('Slug,Name\nschale,Schale\n', { basics: { locale: 'de', currency: 'EUR', name: 'Laden' } })
  expect(await catalog.store.readSite()).toMatchObject({ locale: 'de' })
  expect(await catalog.readProduct('schale')).toMatchObject({ name: 'Schale' })
})

test('tables and pages without a language keep its texts', async () => {
  await using catalog = await openCatalog({ languages: ['en', 'de', 'fr'] })
  const page = (title: string) => `---\ntitle: ${title}\n---\n${title}`
  await catalog.importContent({
    'attributes.csv': 'Name,Type,Name[de],Name[fr]\nMaterial,,Material,Matière\nColour,text,Farbe,\n',
    'about.md': 'We',
    'about.de.md': 'Wir',
    'pages/imprint.md': page('Imprint'),
    'pages/imprint.de.md': page('Impressum'),
    'pages/care.md': page('Care'),
    'pages/care.de.md': page('Pflege'),
  })
  await catalog.write('next/attributes.csv', 'Name,Name[de]\nMaterial,Stoff\nColour,\n')
  await catalog.write('next/about.md', 'We all')
  await catalog.write('next/pages/imprint.md', page('Legal notice'))
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
