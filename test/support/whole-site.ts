import type { EnquiryRecord } from '../../server/enquiries/stored-enquiry.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { Stores } from '../../server/site.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { expect } from 'vitest'
import { buildNewEnquiry, STORED_LIST } from './enquiries.ts'
import { buildOwnerPage } from './owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from './products.ts'
import { fillStore } from './start-server.ts'

const HASH = 'a'.repeat(64)
export const SYNONYMS = [{ word: 'dish', synonyms: ['plate'] }]
export const ATTRIBUTES = [{ name: 'Weight', type: 'number', unit: 'g' }] as const
export const COMPANIES = [{ name: 'Kiln', address: 'Road 1\n90100 Oulu', email: 'a@kiln.example' }]
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
export async function fillSite({ catalog, enquiries }: Stores): Promise<void> {
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

export async function readSite({ catalog, enquiries }: Stores) {
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
    published: (await collect(catalog.readPublished({ firstId: 1, lastId: 99 }))).flat(),
  }
}
