import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copySite, TargetNotEmptyError } from '../../server/copy-site.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import type { EnquiryRecord } from '../../server/enquiries/stored-enquiry.ts'
import { openStores, type Stores } from '../../server/site.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildNewEnquiry, STORED_LIST } from '../support/enquiries.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'

const HASH = 'a'.repeat(64)
const SYNONYMS = [{ word: 'dish', synonyms: ['plate'], isOneWay: true }]
const ATTRIBUTES = [{ name: 'Weight', type: 'number', unit: 'g' }] as const
const COMPANIES = [{ name: 'Kiln', address: 'Road 1\n90100 Oulu', email: 'a@kiln.example' }]
const PICTURE = { hash: HASH, format: 'png', width: 2, height: 1 } as const

const BOWL = buildProduct({
  slug: 'bowl',
  name: 'Bowl',
  categorySlug: 'bowls',
  otherCategorySlugs: ['table'],
  formerSlugs: ['basin'],
  images: [{ ...PICTURE, alt: 'A bowl' }],
})

/** Fills a site with every kind of data, including a product that was changed later, a group and a deleted product. */
async function fillSite({ catalog, enquiries }: Stores): Promise<void> {
  await catalog.write(async (writer) => {
    await writer.putImage(HASH, {
      bytes: new Uint8Array([0, 255, 7]),
      format: 'png',
      placeholder: 'data:image/webp;base64,AA==',
    })
    await writer.putPictureSource('bowl.png', PICTURE)
    await writer.putPictureSource(`https://photos.example/${'x'.repeat(3_000)}`, PICTURE)
  })
  await catalog.write(async (writer) => {
    await writer.putList('synonyms', SYNONYMS)
    await writer.putList('attributes', ATTRIBUTES)
    await writer.putList('companies', COMPANIES)
  })
  await fillStore(catalog, {
    site: { ...NEUTRAL_SITE, name: 'Tornio', currency: 'EUR', pages: [buildOwnerPage()] },
    categories: [
      buildCategory({ slug: 'table', formerSlugs: ['dishes'] }),
      buildCategory({ slug: 'bowls', parentSlug: 'table', position: 2 }),
    ],
    products: [
      buildProduct({
        slug: 'set',
        includes: ['bowl', 'plate'],
        variants: [buildVariant({ priceMinor: null })],
        categorySlug: 'table',
      }),
      { ...BOWL, name: 'Bowl \0' },
      buildProduct({
        slug: 'hidden',
        visibility: 'hidden',
        brand: 'B'.repeat(5_000),
        variants: [buildVariant({ sku: 'S'.repeat(5_000) })],
      }),
      buildProduct({ slug: 'plate', sourceId: 'shop:1', variants: [buildVariant({ sku: 'P-1', priceMinor: 900 })] }),
    ],
  })
  const filledAt = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(filledAt)
  await fillStore(catalog, {
    products: [BOWL],
  })
  const { reference } = await enquiries.add(
    buildNewEnquiry({
      request: 'first',
      items: STORED_LIST,
      isMailed: true,
      confirmation: { day: '2026-03-10', counters: [] },
    }),
  )
  await enquiries.add(buildNewEnquiry({ request: 'second', phone: null, preferredTime: null, items: [] }))
  await enquiries.leaseMail(new Date(), new Date())
  await enquiries.markMailSent({ kind: 'owner', reference }, new Date('2026-03-10T08:00:00Z'))
  await enquiries.markAnswered(reference, new Date('2026-03-10T09:00:00Z'))
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

async function readSite({ catalog, enquiries }: Stores) {
  const whole = await catalog.read(async (reader) => ({
    products: await collect(reader.scanStoredProducts()),
    categories: await reader.listCategories(),
    site: await reader.readSite(),
    synonyms: await reader.readList('synonyms'),
    attributes: await reader.readList('attributes'),
    companies: await reader.readList('companies'),
    hashes: await collect(reader.scanImageHashes()),
    sources: (await collect(reader.scanPictureSources())).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    image: await reader.findImage(HASH).then((image) => image && { ...image, bytes: [...image.bytes] }),
    isDemo: await reader.isDemo(),
    bySku: await reader.listProductsByIdentifier('sku', 'S'.repeat(5_000)),
  }))
  const records: EnquiryRecord[] = (await collect(enquiries.scanRecords())).flat()
  const former = [await catalog.findRenamed('product', 'basin'), await catalog.findRenamed('category', 'dishes')]
  const listing = await catalog.listProducts({ ...EMPTY_LISTING_QUERY, search: 'bowl' })
  return {
    ...whole,
    records,
    former,
    listing,
    set: (await catalog.findProducts(['set'])).get('set')!.card,
    published: await catalog.listPublished({ firstId: 1, lastId: 99 }, 9),
  }
}

test('copies a whole site to PostgreSQL and back, with pictures, dates, former slugs and enquiries', async () => {
  await using folder = await makeTemporaryFolder()
  await using database = await createTestDatabase()
  await using first = await openStores(readDatabaseSettings(undefined, folder.path))
  await using server = await openStores(readDatabaseSettings(database.url, ''))
  await using last = await openStores({ kind: 'sqlite', path: join(folder.path, 'last.db') })
  await fillSite(first)
  const site = await readSite(first)
  expect(site.published.map(({ product }) => product.slug)).toEqual(['set', 'bowl', 'plate'])
  expect(site.synonyms).toEqual(SYNONYMS)
  expect(site.attributes).toEqual(ATTRIBUTES)
  expect(site.companies).toEqual(COMPANIES)
  expect(site.set).toMatchObject({ priceFromMinor: 900 })
  expect(await copySite(first, server, { force: false })).toEqual({
    products: 4,
    categories: 2,
    pictures: 1,
    enquiries: 2,
  })
  expect(await readSite(server)).toEqual(site)
  await copySite(server, last, { force: false })
  expect(await readSite(last)).toEqual(site)

  // New products get higher ids than the copied ones.
  await fillStore(server.catalog, { products: [buildProduct({ slug: 'new' })] })
  expect((await server.catalog.listPublished({ firstId: 1, lastId: 99 }, 9)).map(({ id }) => id)).toEqual([
    ...site.published.map(({ id }) => id),
    5,
  ])
})

test('refuses to copy to a target with data unless forced, but replaces the demo', async () => {
  await using folder = await makeTemporaryFolder()
  await using database = await createTestDatabase()
  await using from = await openStores(readDatabaseSettings(undefined, folder.path))
  await using to = await openStores(readDatabaseSettings(database.url, ''))
  await fillStore(from.catalog, { products: [buildProduct({ slug: 'mine' })] })
  await to.catalog.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'demo' }))
    await writer.markDemo(true)
  })
  await copySite(from, to, { force: false })
  const slugs = async () => (await to.catalog.listNewest(9)).map(({ slug }) => slug)
  expect(await slugs()).toEqual(['mine'])
  await expect(copySite(from, to, { force: false })).rejects.toThrow(TargetNotEmptyError)

  const { reference } = await to.enquiries.add(buildNewEnquiry())
  await fillStore(from.catalog, { products: [buildProduct({ slug: 'other' })] })
  await expect(copySite(from, to, { force: false })).rejects.toThrow('the target database already contains enquiries')
  await copySite(from, to, { force: true })
  expect(await slugs()).toEqual(['other', 'mine'])
  expect(await to.enquiries.find(reference)).toBeDefined()
})
