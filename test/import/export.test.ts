import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import type { Category } from '../../shared/catalog.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const readAll = async ({ store }: TempCatalog) => {
  const { categories, ...rest } = await readCatalog(store)
  return { ...rest, categories: sortByParent(categories) }
}

/** Groups categories by parent, because only the order of siblings matters. */
const sortByParent = (categories: readonly Category[]) =>
  categories.toSorted((left, right) => (left.parentSlug ?? '').localeCompare(right.parentSlug ?? ''))

/** Checks that importing an export changes nothing, and that an empty catalogue becomes equal to the exported one. */
async function expectRoundTrip(catalog: TempCatalog, options: ImportOptions = {}): Promise<ImportReport> {
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  const { revision } = catalog.store
  const before = await readAll(catalog)
  const again = await importFolder(catalog.store, folder, options)
  expect(again).toMatchObject({
    products: { created: 0, changed: 0, unchanged: before.products.length, skipped: 0 },
    rejected: { count: 0 },
    siteFields: [],
  })
  expect(again.categories).toMatchObject({ created: 0, changed: 0 })
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readAll(empty)).toEqual(before)
  return again
}

/** Copies the demo's content, with small pictures that all differ instead of the photos. */
async function copyDemoContent(folder: string): Promise<void> {
  const images = join(folder, 'images')
  await cp(join(PROJECT_DIR, 'server', 'import', 'demo', 'content'), folder, { recursive: true })
  for (const [index, name] of (await readdir(images)).entries())
    await writeFile(join(images, name), writeBlankPng(8 + index, 8))
}

test('the demo is unchanged after an export and import', async () => {
  await using catalog = await openTempCatalog()
  const content = join(catalog.dir, 'content')
  await copyDemoContent(content)
  await importFolder(catalog.store, content, { isDemo: true })
  await expectRoundTrip(catalog, { isDemo: true })
  expect(await readFile(join(catalog.dir, 'exported', 'about.md'), 'utf8')).toBe(
    await readFile(join(content, 'about.md'), 'utf8'),
  )
})

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
  await expectRoundTrip(catalog)
  const text = await readFile(join(catalog.dir, 'exported', 'products.csv'), 'utf8')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).not.toMatch(/,"?[=@+-]/)
})

test('colours, own wording and the focus of the hero are unchanged after an export and import', async () => {
  await using catalog = await openTempCatalog()
  const settings = {
    hero: { title: 'Turned.', focus: '70% 40%' },
    accentColor: '#0055aa',
    paperColor: '#fdf6e3',
    inkColor: '#002b36',
    wording: { menu: 'Contents', productCount: { one: '{1} item', other: '{1} items' } },
  }
  await catalog.importContent({ 'site.json': JSON.stringify(settings) })
  await expectRoundTrip(catalog)
  expect(JSON.parse(await readFile(join(catalog.dir, 'exported', 'site.json'), 'utf8'))).toEqual(settings)
})

test('rejects an export into a non-empty folder unless forced, or if it would leave two products files', async () => {
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
  await writeFile(join(folder, 'products.xml'), '<rss/>')
  await expect(exportFolder(catalog.store, folder, { force: true })).rejects.toThrow('two products files')
})

test('exports only settings that the owner set, so that the navigation follows a new language', async () => {
  await using catalog = await openTempCatalog()
  const settings = {
    name: 'Tornio',
    currency: 'USD',
    contact: { phone: '+43 1 000000' },
    hero: { title: 'Turned.' },
    discontinuedProducts: 'gone',
    missingProducts: 'keep',
    families: 'rows',
  }
  const report = await catalog.importContent({ 'site.json': JSON.stringify(settings) })
  expect(report.siteFields).toEqual(['name', 'contact', 'hero', 'missingProducts', 'discontinuedProducts', 'families'])
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  const written = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as object
  expect(written).toEqual(settings)
  await writeFile(join(folder, 'site.json'), JSON.stringify({ ...written, locale: 'de' }))
  await importFolder(catalog.store, folder)
  expect((await catalog.store.readSite()).navigation.map(({ label }) => label)).toEqual([
    'Produkte',
    'Kategorien',
    'Über uns',
    'Kontakt',
  ])
})
