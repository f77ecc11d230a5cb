import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import { importBasics } from '../../server/import/import-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const CASES = join(import.meta.dirname, 'cases')

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

test('an export has all languages of the site, and no text of one that was removed', async () => {
  await using catalog = await openTempCatalog()
  await importFolder(catalog.store, join(CASES, 'tables-and-pages-in-one-language', '1-all'))
  await catalog.importContent({
    'site.json': JSON.stringify({ languages: ['en', 'fr'] }),
    'categories.csv': 'Path,Name[fr]\nBowls,Bols\n',
    'about.fr.md': 'Nous',
  })
  const folder = join(catalog.dir, 'export')
  await exportFolder(catalog.store, folder)
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).toSorted()).toEqual([
    'about.fr.md',
    'about.md',
    'pages/care.md',
    'pages/imprint.md',
  ])
  for (const name of ['attributes.csv', 'categories.csv', 'products.csv']) {
    const text = await readFile(join(folder, name), 'utf8')
    expect([text.includes('[fr]'), text.includes('[de]')]).toEqual([true, false])
  }
  const { warnings, siteFields, lists } = await importFolder(catalog.store, folder)
  expect([warnings.entries, siteFields, lists.attributes]).toEqual([[], [], { count: 2, isChanged: false }])
  await catalog.importContent({ 'site.json': JSON.stringify({ languages: ['en', 'de'] }) })
  expect((await (await catalog.store.inLanguage('de'))?.readSite())?.aboutMarkdown).toBe('Wir')
})

test('a file that says to be in a further language needs --language, which accepts only languages of the site', async () => {
  await using catalog = await openTempCatalog()
  const folder = join(CASES, 'file-in-german')
  await importFolder(catalog.store, join(folder, '1-english'))
  await expect(importFile(catalog.store, join(folder, '2-bmecat', 'products.xml'))).rejects.toMatchObject({
    reason: expect.stringContaining('to import only its texts, add --language de, or') as string,
  })
  await expect(importBasics(catalog.store, { locale: 'it' })).rejects.toThrow(
    "not the first of the site's languages (en, de)",
  )
})
