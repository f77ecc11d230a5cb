import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS =
  'Slug,Name,Name[de],Price,Tax note,Tax note[de]\nbook,Book,Buch,9.99,reduced rate,ermäßigt\nbowl,Bowl,Schale,9.99,,\n'

test('reads the notes of the site and of a product in each language, and exports them again', async () => {
  await using catalog = await openTempCatalog()
  const settings = {
    languages: ['en', 'de'],
    currency: 'EUR',
    priceNotes: {
      tax: { en: 'incl. VAT', de: 'inkl. MwSt.' },
      delivery: 'plus delivery costs',
      deliveryLink: '/contact',
    },
  }
  const report = await catalog.importContent({ 'products.csv': PRODUCTS, 'site.json': JSON.stringify(settings) })
  expect(report.warnings.entries).toEqual([])
  const { site, products } = await readCatalog(catalog.store)
  expect(site.priceNotes).toEqual({ tax: 'incl. VAT', delivery: 'plus delivery costs', deliveryLink: '/contact' })
  expect(site.translations).toMatchObject({ de: { priceNotes: { tax: 'inkl. MwSt.' } } })
  expect(products.map(({ taxNote }) => taxNote)).toEqual(['reduced rate', undefined])
  expect(products[0]!.translations).toMatchObject({ de: { taxNote: 'ermäßigt' } })
  const before = await readCatalog(catalog.store)
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect((await importFolder(catalog.store, folder)).products).toMatchObject({ unchanged: 2 })
  expect(await readCatalog(catalog.store)).toEqual(before)
})

test('null removes the notes, and blank cells remove those of a product', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': PRODUCTS,
    'site.json': '{"languages":["en","de"],"priceNotes":{"tax":"incl. VAT"}}',
  })
  await catalog.importContent({
    'products.csv': 'Slug,Name,Tax note\nbook,Book,\n',
    'site.json': '{"languages":["en","de"],"priceNotes":null}',
  })
  const { site, products } = await readCatalog(catalog.store)
  expect(site.priceNotes).toBeUndefined()
  expect(products[0]!.taxNote).toBeUndefined()
})

test('warns of a link to a page that is missing, and refuses keys that do not exist', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({ 'site.json': '{"priceNotes":{"deliveryLink":"/about/nowhere"}}' })
  expect(report.warnings.entries).toMatchObject([
    { column: 'priceNotes.deliveryLink', value: '/about/nowhere', reason: 'there is no such page' },
  ])
  await expect(catalog.importContent({ 'site.json': '{"priceNotes":{"vat":"19 %"}}' })).rejects.toThrow(
    'priceNotes.vat',
  )
})
