import { expect, test } from 'vitest'
import { formatCheck } from '../../server/import/check/check-report.ts'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { listUnfinished } from '../../server/catalog/rules/unfinished.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { Product } from '../../shared/catalog.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

/** All that an owner has to set. */
const SITE = {
  ...NEUTRAL_SITE,
  name: 'Tornio',
  locale: 'de',
  currency: 'EUR',
  contact: { ...NEUTRAL_SITE.contact, phone: '1' },
  pages: [buildOwnerPage({ slug: 'impressum' }), buildOwnerPage({ slug: 'datenschutz' })],
}
const image = { url: 'https://cdn.example/a.jpg', alt: 'A bowl from above' }
const picture = (width: number, height: number) =>
  ({ hash: 'a'.repeat(64), format: 'png', width, height, alt: 'A bowl from above' }) as const
const good: Partial<Product> = { description: '<p>A bowl.</p>', images: [picture(400, 800)], categorySlug: 'bowls' }

/** Stores the site with a category and products that are good but for what is given. */
async function fill(store: CatalogStore, products: readonly (Partial<Product> & { slug: string })[]): Promise<void> {
  await store.write(async (writer) => {
    await writer.putSite(SITE)
    await writer.putCategory(buildCategory({ slug: 'bowls', columns: ['Material'] }))
    for (const product of products) await writer.putProduct(buildProduct({ ...good, ...product }))
  })
}

const findAll = async (store: CatalogStore) => (await checkCatalog(store)).findings.list()

/** A variant of a shirt with the SKU of its colour. */
const buildShirt = (sku: string, size: string) =>
  buildVariant({ key: `${sku}-${size}`, sku, optionValues: [sku, size] })

test('lists each problem by slug, and ignores hidden products', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    {
      slug: 'good',
      attributes: [{ name: 'material', value: 'Oak' }],
      variants: [buildVariant({ sku: 'A-1' })],
      formerSlugs: ['once-good'],
    },
    { slug: 'bare', description: '', images: [], variants: [buildVariant({ priceMinor: null })] },
    { slug: 'named', images: [{ ...image, alt: 'named' }, image] },
    { slug: 'twin', name: 'GOOD', variants: [buildVariant({ sku: 'A-1' })] },
    { slug: 'loft', name: 'Good', brand: 'Loft' },
    { slug: 'set', includes: ['good'], variants: [buildVariant({ priceMinor: null })] },
    { slug: 'asked', priceDisplay: 'request', variants: [buildVariant({ priceMinor: null })] },
    { slug: 'hidden', visibility: 'hidden', categorySlug: 'cups', description: '' },
    ...['good', 'once-good', 'A-1', 'nowhere'].map((replacedBy) => ({
      slug: `until-${replacedBy}`,
      replacedBy,
      discontinued: 'yes' as const,
    })),
    { slug: 'mug', categorySlug: 'mugs' },
    { slug: 'shirt', variants: [buildShirt('Red', 'S'), buildShirt('Red', 'M'), buildShirt('Blue', 'S')] },
    { slug: 'shirts', name: 'Shirt', variants: [buildShirt('Red', 'S'), buildShirt('Blue', 'S')] },
  ])
  await catalog.store.write(async (writer) => {
    await writer.putCategory(buildCategory({ slug: 'cups', name: 'Cups', parentSlug: 'bowls', columns: ['Glaze'] }))
    await writer.putCategory(buildCategory({ slug: 'shelf' }))
    await writer.putCategory(buildCategory({ slug: 'mugs', parentSlug: 'shelf' }))
  })
  const check = await checkCatalog(catalog.store, 'https://shop.example')
  expect(check.products).toBe(14)
  expect(check.findings.list()).toEqual({
    noPicture: ['bare'],
    noAlternativeText: ['named: 1 of 2 pictures'],
    foreignPicture: ['named: https://cdn.example/a.jpg'],
    sameSku: ['twin: A-1, like good', 'shirts: Red, like shirt; Blue, like shirt'],
    sameName: ['twin: "GOOD", like good', 'shirts: "Shirt", like shirt'],
    noPrice: ['bare'],
    unknownSuccessor: ['until-nowhere: nowhere'],
    noDescription: ['bare'],
    emptyCategory: ['cups: Cups'],
    unknownColumn: ['cups: Glaze'],
  })
  expect(formatCheck(check)).toMatch(/^Products without a picture: 1\n {2}bare\n\nProducts with pictures whose/)
})

test('lists the first 20 products with the same problem and counts the others, unless it is asked for all', async () => {
  await using catalog = await openTempCatalog()
  const products = Array.from({ length: 30 }, (_, index) => ({ slug: `piece-${index}`, images: [] }))
  await fill(catalog.store, products)
  const run = (...args: readonly string[]) =>
    runCommand('catalog', { DATABASE_URL: `sqlite:${catalog.databasePath}` }, 'check', ...args)
  const { code, out } = await run()
  expect(code).toBe(1)
  expect(out).toMatch(/without a picture: 30\n {2}piece-0\n/)
  expect(out).toContain('\n  ... and 10 more\n')
  expect((await run('--verbose')).out).toMatch(/\n {2}piece-9\n(?! {2}\.\.\.)/)
})

test('finds what could be better without changing the exit code', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    { slug: 'bare', attributes: [{ name: 'Material', value: 'Oak' }] },
    { slug: 'small', images: [picture(800, 800), picture(300, 599), picture(120, 90)] },
    { slug: 'over', discontinued: 'yes' },
    { slug: 'replaced', discontinued: 'gone', replacedBy: 'bare' },
    { slug: 'hidden', visibility: 'hidden' },
  ])
  await catalog.store.write((writer) => writer.putCategory(buildCategory({ slug: 'bowls' })))
  expect(await findAll(catalog.store)).toEqual({
    smallPicture: ['small: 2 of 3 pictures'],
    noSuccessor: ['over'],
  })
  const settings = { DATABASE_URL: `sqlite:${catalog.databasePath}`, SITE_URL: 'https://shop.example' }
  const { code, out } = await runCommand('catalog', settings, 'check')
  expect(out).toMatch(
    /^4 products: no problems found\.\n\nNot problems, but what could be better:\n\nProducts with pictures that /,
  )
  expect(code).toBe(0)
})

test('lists what product safety law asks for if one product has it, and incomplete records', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    { slug: 'bare' },
    { slug: 'over', discontinued: 'yes', replacedBy: 'bare' },
    { slug: 'whole', manufacturer: 'KILN', responsiblePerson: 'Nobody Ltd', safetyInformation: 'Hot.' },
    { slug: 'signs', manufacturer: 'Kiln', pictograms: [picture(400, 400)] },
  ])
  await catalog.store.write((writer) =>
    writer.putList('companies', [
      { name: 'Kiln', address: 'Road 1', website: 'https://kiln.example' },
      { name: 'Unused', phone: '1' },
      { name: 'Homeless', email: 'a@b.example' },
    ]),
  )
  expect(await findAll(catalog.store)).toMatchObject({
    noManufacturer: ['bare'],
    noSafetyInformation: ['bare'],
    incompleteCompany: [
      'Unused: no postal address, no e-mail address or website',
      'Homeless: no postal address',
      'Nobody Ltd: companies.csv has no such name',
    ],
  })
})

test('advises an imprint', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [{ slug: 'good', attributes: [{ name: 'Material', value: 'Oak' }] }])
  expect(formatCheck(await checkCatalog(catalog.store))).toBe('1 product: no problems found.')
  await catalog.store.write((writer) => writer.putSite({ ...SITE, pages: [] }))
  expect(formatCheck(await checkCatalog(catalog.store, 'https://shop.example'))).toMatch(
    /^1 product: no problems found\.\n\nSome countries require an imprint and a privacy page\. The site has no imprint /,
  )
})

test('checks and imports report settings that the owner has not set, until they are set', async () => {
  await using catalog = await openTempCatalog()
  const { unfinished } = await checkCatalog(catalog.store, 'http://localhost:3000')
  expect(unfinished).toEqual([
    'Assumed, because it was never set: prices in USD, texts in English (en), and the name "Vitrine". To set it: npm run catalog -- site --currency EUR --language de --name NAME (prices keep their amounts)',
    'Visitors cannot contact you: set "contact" in site.json.',
    'SITE_URL is http://localhost:3000, which visitors and search engines cannot reach: set it to the public address, for the server and for this command.',
  ])
  const contact = { email: 'a@shop.example' }
  const report = await catalog.importContent(
    { 'site.json': JSON.stringify({ currency: 'USD', contact }) },
    { dryRun: true, siteUrl: 'https://shop.example' },
  )
  expect(report.unfinished).toEqual([
    'Assumed, because it was never set: texts in English (en) and the name "Vitrine". To set it: npm run catalog -- site --language de --name NAME',
  ])
  expect(formatReport(report, { verbose: false })).toContain(
    'Still to do:\n  Assumed, because it was never set: texts in English',
  )
  const { locale, name } = NEUTRAL_SITE
  const settings = JSON.stringify({ currency: 'USD', locale, name, contact })
  expect((await catalog.importContent({ 'site.json': settings })).unfinished).toEqual([])
})

test('a SITE_URL that nobody else can reach is unfinished', () => {
  for (const siteUrl of ['http://127.0.0.1:80', 'http://[::1]:3000', 'https://shop.localhost'])
    expect(listUnfinished(SITE, siteUrl)).toHaveLength(1)
  expect(listUnfinished(SITE, 'https://localhost.example')).toEqual([])
})
