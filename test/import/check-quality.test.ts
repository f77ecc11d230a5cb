import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { formatCheck, type CatalogCheck } from '../../server/import/check/check-report.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const picture = (width: number, height: number) =>
  ({ hash: 'a'.repeat(64), format: 'png', width, height, alt: 'A bowl from above' }) as const

const LONG = '<p>A bowl, turned from one piece of ash and oiled three times by hand.</p>'

const GOOD: Partial<Product> = {
  images: [picture(400, 800)],
  description: LONG,
  variants: [buildVariant({ gtin: '4006381333931' })],
}

/** A site whose check finds no problem. */
const SITE = {
  ...NEUTRAL_SITE,
  name: 'Tornio <b>',
  locale: 'de',
  currency: 'EUR',
  contact: { ...NEUTRAL_SITE.contact, phone: '1' },
  pages: [buildOwnerPage({ slug: 'impressum' }), buildOwnerPage({ slug: 'datenschutz' })],
}

async function fill(store: CatalogStore, products: readonly (Partial<Product> & { slug: string })[]): Promise<void> {
  await store.write(async (writer) => {
    await writer.putSite(SITE)
    await writer.putCategory(buildCategory({ slug: 'bowls', image: picture(200, 100) }))
    for (const product of products)
      await writer.putProduct(buildProduct({ ...GOOD, categorySlug: 'bowls', ...product }))
  })
}

const listFound = ({ findings }: Pick<CatalogCheck, 'findings'>) =>
  Object.fromEntries(
    findings
      .filter(({ count }) => count > 0)
      .map(({ kind, entries }) => [kind, entries.map(({ slug, detail }) => [slug, detail])]),
  )

const QUALITY_PRODUCTS = [
  { slug: 'good' },
  { slug: 'codeless', variants: [buildVariant()] },
  { slug: 'set', includes: ['good'], variants: [buildVariant()] },
  { slug: 'terse', description: '<p>A <b>bowl</b>.</p>' },
  { slug: 'small', images: [picture(800, 800), picture(300, 599), picture(120, 90)] },
  { slug: 'over', discontinued: 'yes' },
  { slug: 'replaced', discontinued: 'gone', replacedBy: 'good' },
] as const

test('finds what could be better without changing the exit code', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, QUALITY_PRODUCTS)
  const check = await checkCatalog(catalog.store, 'https://shop.example')
  expect(listFound(check)).toEqual({
    noGtin: [['codeless', null]],
    shortDescription: [['terse', '7 characters']],
    smallPicture: [['small', '2 of 3 pictures, the smallest with 120 x 90 pixels']],
    smallCategoryPicture: [['bowls', '200 x 100 pixels']],
    noSuccessor: [['over', null]],
  })
  expect(check.faults.filter(({ count }) => count > 0)).toEqual([])
  expect(formatCheck(check)).toMatch(
    /^7 products: no problems found\.\n\nNot problems, but what could be better:\n\nProducts without a GTIN, although others have one: 1\n {2}codeless\n\n/,
  )
  const { code } = await runCommand(
    'catalog',
    { DATABASE_URL: `sqlite:${catalog.databasePath}`, SITE_URL: 'https://shop.example' },
    'check',
  )
  expect(code).toBe(0)
})

test('does not miss GTINs if no product has one', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [{ slug: 'codeless', variants: [buildVariant()] }])
  expect(listFound(await checkCatalog(catalog.store))).not.toHaveProperty('noGtin')
})

test('lists what product safety law asks for only as far as one product has it, and incomplete records', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    { slug: 'bare' },
    { slug: 'hidden', visibility: 'hidden' },
    { slug: 'over', discontinued: 'yes', replacedBy: 'bare' },
  ])
  expect(listFound(await checkCatalog(catalog.store))).toEqual({
    smallCategoryPicture: [['bowls', '200 x 100 pixels']],
  })
  await fill(catalog.store, [
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
  const check = await checkCatalog(catalog.store, 'https://shop.example')
  expect(listFound(check)).toMatchObject({
    noManufacturer: [['bare', null]],
    noResponsiblePerson: [
      ['bare', null],
      ['signs', null],
    ],
    noSafetyInformation: [['bare', null]],
    incompleteCompany: [
      ['Unused', 'no postal address, no e-mail address or website'],
      ['Homeless', 'no postal address'],
      ['Nobody Ltd', 'companies.csv has no such name'],
    ],
  })
  expect(check.faults.filter(({ count }) => count > 0)).toEqual([])
})

test('advises a larger picture for the home page', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [{ slug: 'good' }])
  const hero = { title: 'Bowls', text: null, link: null }
  const adviceFor = async (width: number) => {
    await catalog.store.write((writer) => writer.putSite({ ...SITE, hero: { ...hero, image: picture(width, 500) } }))
    return (await checkCatalog(catalog.store)).advice
  }
  expect(await adviceFor(1_100)).toEqual([])
  expect(await adviceFor(640)).toEqual([expect.stringMatching(/^The large picture .* is 640 pixels wide/) as unknown])
})

test('names of several products are a problem only within a brand, and each product is listed once', async () => {
  await using catalog = await openTempCatalog()
  const variants = [
    buildVariant({ key: 'a', sku: 'A', optionValues: ['a'] }),
    buildVariant({ key: 'b', sku: 'B', optionValues: ['b'] }),
  ] as const
  await fill(catalog.store, [
    { slug: 'first', name: 'Bowl', brand: 'Tornio', variants },
    { slug: 'other', name: 'Bowl', brand: 'Loft' },
    { slug: 'second', name: 'BOWL', brand: 'tornio', variants },
  ])
  const { faults } = await checkCatalog(catalog.store)
  expect(faults.filter(({ count }) => count > 0).map(({ kind, count, entries }) => [kind, count, entries])).toEqual([
    ['sameSku', 1, [{ slug: 'second', detail: 'A, like first; B, like first' }]],
    ['sameName', 1, [{ slug: 'second', detail: '"BOWL", like first' }]],
  ])
})
