import { expect, test } from 'vitest'
import { formatCheck } from '../../server/import/check/check-report.ts'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { listUnfinished } from '../../server/catalog/rules/unfinished.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

/** All that an owner has to set. */
const SITE = {
  ...NEUTRAL_SITE,
  name: 'Tornio',
  locale: 'de',
  currency: 'EUR',
  contact: { ...NEUTRAL_SITE.contact, phone: '1' },
}
const image = { url: 'https://cdn.example/a.jpg', alt: 'A bowl from above' }
const good = {
  description: '<p>A bowl, turned from one piece of ash and oiled three times by hand.</p>',
  images: [{ hash: 'a'.repeat(64), format: 'png', width: 800, height: 800, alt: 'A bowl from above' } as const],
}

test('counts each fault and lists it by slug, and ignores hidden products', async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write(async (writer) => {
    await writer.putSite(SITE)
    await writer.putCategory(buildCategory({ slug: 'table' }))
    await writer.putCategory(buildCategory({ slug: 'bowls', parentSlug: 'table', columns: ['Material', 'Glaze'] }))
    await writer.putCategory(buildCategory({ slug: 'cups', parentSlug: 'table', name: 'Cups' }))
    await writer.putProduct(
      buildProduct({
        ...good,
        slug: 'good',
        categorySlug: 'bowls',
        attributes: [{ name: 'material', value: 'Oak' }],
        variants: [buildVariant({ sku: 'A-1' })],
      }),
    )
    await writer.putProduct(
      buildProduct({ slug: 'bare', description: '', variants: [buildVariant({ priceMinor: null })] }),
    )
    await writer.putProduct(buildProduct({ slug: 'named', images: [{ ...image, alt: 'named' }, image] }))
    await writer.putProduct(
      buildProduct({
        ...good,
        slug: 'twin',
        name: 'GOOD',
        variants: [buildVariant({ sku: 'A-1', barcode: '4006381333932' })],
      }),
    )
    await writer.putProduct(
      buildProduct({ ...good, slug: 'set', includes: ['good'], variants: [buildVariant({ priceMinor: null })] }),
    )
    await writer.putProduct(buildProduct({ ...good, slug: 'foreign', currency: 'GBP' }))
    await writer.putProduct(
      buildProduct({ slug: 'hidden', visibility: 'hidden', categorySlug: 'cups', description: '' }),
    )
  })
  const check = await checkCatalog(catalog.store)
  expect(check.products).toBe(6)
  expect(
    Object.fromEntries(
      check.faults.map(({ kind, entries }) => [kind, entries.map(({ slug, detail }) => [slug, detail])]),
    ),
  ).toEqual({
    noPicture: [['bare', null]],
    noAlternativeText: [['named', '1 of 2 pictures']],
    foreignPicture: [['named', 'https://cdn.example/a.jpg']],
    wrongBarcode: [['twin', '"4006381333932" is a GTIN with a wrong check digit']],
    sameSku: [['twin', 'A-1, like good']],
    sameName: [['twin', '"GOOD", like good']],
    sharedAddress: [],
    otherCurrency: [['foreign', 'GBP']],
    noPrice: [['bare', null]],
    unknownSuccessor: [],
    noDescription: [['bare', null]],
    emptyCategory: [['cups', 'Cups']],
    unknownColumn: [['bowls', 'Glaze']],
  })
  expect(formatCheck(check)).toContain('twin: A-1, like good')
})

test('lists products whose successor is no product by slug, former slug or article number', async () => {
  await using catalog = await openTempCatalog()
  const endings = Object.entries({ a: 'new', b: 'once-new', c: 'N-1', d: 'nowhere', e: 'never' })
  await catalog.store.write(async (writer) => {
    await writer.putProduct(
      buildProduct({ slug: 'new', formerSlugs: ['once-new'], variants: [buildVariant({ sku: 'N-1' })] }),
    )
    for (const [slug, replacedBy] of endings)
      await writer.putProduct(buildProduct({ slug, replacedBy, discontinued: 'yes' }))
  })
  const check = await checkCatalog(catalog.store)
  expect(check.faults.find(({ kind }) => kind === 'unknownSuccessor')).toMatchObject({
    count: 2,
    entries: [
      { slug: 'd', detail: 'nowhere' },
      { slug: 'e', detail: 'never' },
    ],
  })
  expect(formatCheck(check)).toMatch(/"Replaced by" .*: 2\n {2}d: nowhere\n {2}e: never/)
})

test('lists each SKU of several variants once, but not one that stands for a colour in all its sizes', async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write((writer) =>
    writer.putProduct(
      buildProduct({
        slug: 'shirt',
        variants: [
          buildShirt('Red', 'S'),
          buildShirt('Red', 'M'),
          buildShirt('Red', 'L'),
          buildShirt('Blue', 'S'),
          buildShirt('Blue', 'M'),
        ],
      }),
    ),
  )
  const { faults } = await checkCatalog(catalog.store)
  expect(faults.find(({ kind }) => kind === 'sameSku')?.entries).toEqual([
    { slug: 'shirt', detail: 'Blue, in 2 variants of this product' },
  ])
})

test('lists the first 20 products with the same fault and counts the others, unless it is asked for all', async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write(async (writer) => {
    for (let index = 0; index < 30; index++) await writer.putProduct(buildProduct({ slug: `piece-${index}` }))
  })
  const text = formatCheck(await checkCatalog(catalog.store))
  expect(text).toMatch(/without a picture: 30\n {2}piece-0\n/)
  expect(text).toContain('... and 10 more')
  const { faults } = await checkCatalog(catalog.store, undefined, Infinity)
  expect(faults.find(({ kind }) => kind === 'noPicture')?.entries).toHaveLength(30)
})

test('reports no problems for a catalogue without faults', async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write(async (writer) => {
    await writer.putSite({
      ...SITE,
      pages: [buildOwnerPage({ slug: 'impressum' }), buildOwnerPage({ slug: 'datenschutz' })],
    })
    await writer.putProduct(buildProduct({ ...good, slug: 'good' }))
  })
  expect(formatCheck(await checkCatalog(catalog.store, 'https://shop.example'))).toBe('1 product: no problems found.')
  await catalog.store.write(async (writer) =>
    writer.putSite({ ...(await writer.readSite()), pages: [], accentColor: '#ffe600' }),
  )
  expect(formatCheck(await checkCatalog(catalog.store, 'https://shop.example'))).toMatch(
    /^1 product: no problems found\.\n\nSome countries require an imprint and a privacy page\. The site has no imprint .*\n\n"accentColor" is #ffe600: the contrast of this colour on the light background is 1\.0:1, /,
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

function buildShirt(sku: string, size: string) {
  return buildVariant({ key: `${sku}-${size}`, sku, optionValues: [sku, size] })
}
