import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const IMAGES = [{ url: 'https://cdn.example/a.jpg', alt: 'A' }]

test('imports the Google feed of a site into another site without warnings', async () => {
  const bowl = buildProduct({
    slug: 'bowl',
    name: 'Bowl & plate',
    brand: 'Tornio',
    images: IMAGES,
    variants: [buildVariant({ sku: 'B-1', gtin: '4006381333931', weightGrams: 450 })],
  })
  const shirt = buildProduct({
    slug: 'shirt',
    name: 'Shirt',
    images: IMAGES,
    options: [
      { name: 'Color', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['S'] },
    ],
    variants: [
      buildVariant({ key: 'red-s', sku: 'S-1', optionValues: ['Red', 'S'], priceMinor: 900, compareAtMinor: 1200 }),
      buildVariant({ key: 'blue-s', sku: 'S-2', optionValues: ['Blue', 'S'], availability: 'OutOfStock' }),
    ],
  })
  await using server = await startServer({
    products: [bowl, shirt],
    site: { ...NEUTRAL_SITE, currency: 'EUR', hasGoogleFeed: true },
    environment: { SITE_URL: 'https://tornio.example' },
  })
  const feed = await server.request.get('/feeds/google.xml').expect(200)
  await using catalog = await openTempCatalog()
  await catalog.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR' }))
  const report = await importFile(catalog.store, await catalog.write('products.xml', feed.text))
  expect(report).toMatchObject({ products: { created: 2 }, rejected: { entries: [] }, warnings: { entries: [] } })
  expect(await catalog.readProduct('bowl')).toMatchObject({
    name: 'Bowl & plate',
    brand: 'Tornio',
    variants: [{ sku: 'bowl', gtin: '4006381333931', priceMinor: 12_000, weightGrams: 450 }],
  })
  const copy = await catalog.readProduct('shirt')
  expect(
    copy?.variants.map(({ key, priceMinor, compareAtMinor, availability }) => [
      key,
      priceMinor,
      compareAtMinor,
      availability,
    ]),
  ).toEqual([
    ['red', 900, 1200, 'InStock'],
    ['blue', 12_000, null, 'OutOfStock'],
  ])
})
