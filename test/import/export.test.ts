import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('texts that look like formulas or contain separators are unchanged after an export and import', async () => {
  await using catalog = await openTempCatalog()
  const odd = buildProduct({
    slug: 'odd',
    name: '=HYPERLINK("https://evil.example")',
    brand: "'=brand",
    description: '<p>- first,\r\nsecond "third"; fourth</p>',
    shortDescription: '<p>+1</p>',
    metaTitle: '@title',
    tags: ['a, b', 'back\\slash', '-dash'],
    visibility: 'unlisted',
    condition: 'UsedCondition',
    discontinued: 'redirect',
    replacedBy: '=successor',
    featured: true,
    options: [1, 2, 3, 4].map((number) => ({ name: `Choice ${number}`, values: ['+A', '='] })),
    variants: [
      buildVariant({
        key: 'a-a-a-a',
        optionValues: ['+A', '+A', '+A', '+A'],
        sku: '-5',
        gtin: '4006381333931',
        mpn: '@1',
        compareAtMinor: 13_000,
        unitPricing: { quantity: { amount: 1.125, unit: 'kg' }, base: { amount: 100, unit: 'g' } },
      }),
      buildVariant({
        key: 'variant',
        optionValues: ['=', '=', '=', '='],
        barcode: '4006381333932',
        priceMinor: null,
        weightGrams: 12.5,
        packSize: 100,
        equivalents: [
          { maker: 'A | B', number: '=1+2' },
          { maker: null, number: '6204-2RSH' },
        ],
        minimumQuantity: 250,
        leadTime: '-5 "days", =approx.',
        imageIndex: 0,
      }),
    ],
    images: [{ url: 'https://cdn.example/a%20|%20b.jpg', alt: 'one | two' }],
    attributes: [
      { name: 'Ratio: w', value: '1:2' },
      { name: '=Sum', value: '-3 \\: 4' },
    ],
    documents: [{ name: 'Care | more', url: 'https://example.com/care.pdf' }],
    externalLink: { label: '+Buy', href: 'https://shop.example/odd' },
    includes: ['other'],
    sourceId: 'woo:1',
    formerSlugs: ['odder', 'oddest'],
  })
  const site = { ...(await catalog.store.readSite()), currency: 'EUR', pageTitles: 'site' } as const
  await catalog.store.write(async (writer) => {
    await writer.putSite(site)
    await writer.putProduct(odd)
    await writer.putProduct(buildProduct({ slug: 'other', description: '', visibility: 'hidden' }))
  })
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  const { revision } = catalog.store
  await importFolder(catalog.store, folder)
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readCatalog(empty.store)).toEqual(await readCatalog(catalog.store))
  const text = await readFile(join(folder, 'products.csv'), 'utf8')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).not.toMatch(/,"?[=@+-]/)
})

test('rejects an export into a non-empty folder unless forced', async () => {
  await using catalog = await openTempCatalog()
  const folder = join(catalog.dir, 'mine')
  await mkdir(folder)
  await writeFile(join(folder, 'site.json'), 'mine')
  await expect(exportFolder(catalog.store, folder)).rejects.toThrow('the folder is not empty')
  expect(await readFile(join(folder, 'site.json'), 'utf8')).toBe('mine')
  await exportFolder(catalog.store, folder, { force: true })
  expect(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))).toEqual({})
  await writeFile(join(folder, 'products.xlsx'), 'kept')
  await exportFolder(catalog.store, folder, { force: true })
  expect(await readFile(join(folder, 'products.xlsx'), 'utf8')).toBe('kept')
})

test('exports only settings that the owner set, so that the navigation follows a new language', async () => {
  await using catalog = await openTempCatalog()
  const settings = {
    name: 'Tornio',
    currency: 'USD',
    contact: { phone: '+43 1 000000' },
    hero: { title: 'Turned.', focus: '70% 40%' },
    accentColor: '#0055aa',
    paperColor: '#fdf6e3',
    inkColor: '#002b36',
    wording: { menu: 'Contents', productCount: { one: '{1} item', other: '{1} items' } },
    discontinuedProducts: 'gone',
    missingProducts: 'keep',
    families: 'rows',
  }
  await catalog.importContent({ 'site.json': JSON.stringify(settings) })
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  const written = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as object
  expect(written).toEqual(settings)
  expect((await importFolder(catalog.store, folder)).siteFields).toEqual([])
  await writeFile(join(folder, 'site.json'), JSON.stringify({ ...written, locale: 'de' }))
  await importFolder(catalog.store, folder)
  expect((await catalog.store.readSite()).navigation.map(({ label }) => label)).toEqual([
    'Produkte',
    'Kategorien',
    'Über uns',
    'Kontakt',
  ])
})
