import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../../server/catalog/rules/neutral-site.ts'
import { buildPageLinks } from '../../../server/catalog/rules/owner-pages.ts'
import { buildProductCard } from '../../../server/catalog/store/product-card.ts'
import { findPartPrices } from '../../../server/web/pages/products-product.ts'
import { buildStructuredData } from '../../../server/web/render/build-structured-data.ts'
import type { JsonLd } from '../../../server/web/render/product-data.ts'
import type { Product } from '../../../shared/catalog.ts'
import type { ProductCard } from '../../../server/catalog/product-card.ts'
import type { Site } from '../../../shared/site.ts'
import { EMPTY_LISTING_QUERY } from '../../../shared/listing-query.ts'
import type { AnyLoadedPage, Frame } from '../../../shared/page-data.ts'
import { buildProduct, buildVariant } from '../../support/products.ts'

const HASH = 'a'.repeat(64)
const IMAGE = { hash: HASH, format: 'webp', width: 1200, height: 1500, alt: 'A bowl' } as const

const BOWL = buildProduct({
  slug: 'bowl',
  name: 'Bowl',
  brand: 'Tornio',
  description: '<p>Thrown &amp; glazed.</p>',
  images: [IMAGE, { url: 'https://elsewhere.example/b.jpg', alt: '' }],
  attributes: [
    { name: 'Material', value: 'Stoneware' },
    { name: 'Volume', value: '300 ml' },
  ],
  variants: [
    buildVariant({
      sku: 'B-1',
      gtin: '4006381333931',
      mpn: 'M1',
      priceMinor: 4050,
      compareAtMinor: 5000,
      availability: 'BackOrder',
      weightGrams: 400,
    }),
  ],
})

function buildFrame(site: Site): Frame {
  return {
    id: '',
    site,
    siteUrl: 'https://shop.example',
    categories: [],
    allCategories: null,
    ...buildPageLinks(site),
  }
}

function describe(product: Product, site: Partial<Site> = {}, included: readonly ProductCard[] = []) {
  const frame = buildFrame({ ...NEUTRAL_SITE, ...site })
  const breadcrumb = [
    { slug: 'table', name: 'Table' },
    { slug: 'bowls', name: 'Bowls' },
  ]
  const described = page({
    name: 'products-product',
    params: { product: product.slug },
    data: { product, partPrices: findPartPrices(product, included), breadcrumb },
    head: { title: product.name, description: '', canonicalPath: `/products/${product.slug}`, robots: 'index' },
  })
  return write(buildStructuredData(described, frame))
}

/** Serialises structured data as it is written into a document. */
function write(blocks: readonly JsonLd[]) {
  return JSON.parse(JSON.stringify(blocks)) as {
    readonly [key: string]: unknown
    readonly itemListElement?: readonly unknown[]
    readonly hasVariant?: readonly unknown[]
  }[]
}

test('a product contains all its known properties, its price and its former price', () => {
  const [product, trail] = describe(BOWL)
  expect(product).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Bowl',
    url: 'https://shop.example/products/bowl',
    description: 'Thrown & glazed.',
    image: [`https://shop.example/images/${HASH.slice(0, 20)}/1200.jpeg`, 'https://elsewhere.example/b.jpg'],
    brand: { '@type': 'Brand', name: 'Tornio' },
    category: 'Table > Bowls',
    material: 'Stoneware',
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Volume', value: '300 ml' }],
    sku: 'B-1',
    gtin: '4006381333931',
    mpn: 'M1',
    weight: { '@type': 'QuantitativeValue', value: 400, unitCode: 'GRM' },
    offers: {
      '@type': 'Offer',
      price: '40.50',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/BackOrder',
      itemCondition: 'https://schema.org/NewCondition',
      url: 'https://shop.example/products/bowl',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: '50.00',
        priceCurrency: 'EUR',
      },
    },
  })
  expect(trail!.itemListElement).toMatchObject([
    { position: 1, item: 'https://shop.example/category' },
    { position: 2, item: 'https://shop.example/category/table' },
    { position: 3, item: 'https://shop.example/category/bowls' },
    { position: 4, item: 'https://shop.example/products/bowl' },
  ])
})

test('a price has the number of decimals of its currency', () => {
  for (const [currency, price] of Object.entries({ EUR: '12.00', JPY: '1200', KWD: '1.200' })) {
    const [product] = describe({ ...BOWL, currency, variants: [buildVariant({ priceMinor: 1200 })] })
    expect(product!['offers']).toMatchObject({ price, priceCurrency: currency })
  }
})

test('omits a GTIN that is invalid or internal to a shop', () => {
  for (const gtin of ['4006381333932', '2001234567893'])
    expect(describe({ ...BOWL, variants: [buildVariant({ gtin })] })[0]).not.toHaveProperty('gtin')
})

test.each([null, 0])(
  'a product with a price of %s is described as a page, with its attributes if it has no text',
  (priceMinor) => {
    const variants = [buildVariant({ priceMinor })] as const
    const page = { name: 'Bowl', '@type': 'ItemPage', url: 'https://shop.example/products/bowl' }
    for (const discontinued of [undefined, 'yes'] as const) {
      const [block] = describe({ ...BOWL, variants, discontinued })
      expect(block).toMatchObject({
        ...page,
        description: 'Thrown & glazed.',
        image: [{}, {}].map(() => expect.any(String)),
      })
    }
    const [plain] = describe({ ...BOWL, variants, description: '' })
    expect(plain).toMatchObject({ ...page, description: 'Material: Stoneware, Volume: 300 ml' })
    const options = [{ name: 'Size', values: ['S', 'M'] }]
    const sizes = options[0]!.values.map((size) => buildVariant({ key: size, optionValues: [size], priceMinor }))
    expect(describe({ ...BOWL, options, variants: [sizes[0]!, ...sizes.slice(1)] })[0]).toMatchObject(page)
  },
)

test('a set without its own price has the price range of its priced parts', () => {
  const parts = [1000, 3050, null].map((priceMinor, index) => ({
    ...buildProductCard(buildProduct({ slug: `part-${index}`, variants: [buildVariant({ priceMinor })] })),
    categoryName: null,
  }))
  const set = { ...BOWL, variants: [buildVariant({ priceMinor: null })] as const }
  const [own] = describe(set, {}, parts)
  expect(own!['offers']).toEqual({
    '@type': 'AggregateOffer',
    lowPrice: '10.00',
    highPrice: '30.50',
    priceCurrency: 'EUR',
    offerCount: 2,
    availability: 'https://schema.org/InStock',
  })
  expect(describe(set, {}, parts.slice(2))[0]).toMatchObject({ '@type': 'ItemPage' })
  expect(describe(BOWL, {}, parts)[0]!['offers']).toMatchObject({ '@type': 'Offer', price: '40.50' })
})

test('writes variants as a ProductGroup and recognizes colour and size options in other languages', () => {
  const variants = [
    buildVariant({ key: 'rot-s', optionValues: ['Rot', 'S', 'Matt'], sku: 'R', imageIndex: 1 }),
    buildVariant({ key: 'blau-s', optionValues: ['Blau', 'S', 'Matt'], sku: 'B', priceMinor: null }),
  ] as const
  const options = [
    { name: 'FARBE', values: ['Rot', 'Blau'] },
    { name: 'Größe', values: ['S'] },
    { name: 'Glaze', values: ['Matt'] },
  ]
  const [group] = describe({ ...BOWL, options, variants })
  expect(group).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: 'Bowl',
    url: 'https://shop.example/products/bowl',
    productGroupID: 'bowl',
    variesBy: ['https://schema.org/color', 'https://schema.org/size'],
    hasVariant: [
      {
        name: 'Bowl, Rot, S, Matt',
        url: 'https://shop.example/products/bowl?variant=rot-s',
        image: 'https://elsewhere.example/b.jpg',
        color: 'Rot',
        size: 'S',
        sku: 'R',
        additionalProperty: [{ '@type': 'PropertyValue', name: 'Glaze', value: 'Matt' }],
        offers: {
          '@type': 'Offer',
          price: '120.00',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          url: 'https://shop.example/products/bowl?variant=rot-s',
        },
      },
    ],
  })
  // A variant without a price has no offer.
  expect(group!.hasVariant).toHaveLength(1)
  const many = Array.from({ length: 300 }, (_, index) =>
    buildVariant({ key: `v${index}`, optionValues: ['Rot', 'S', `${index}`], sku: `${index}` }),
  )
  expect(describe({ ...BOWL, options, variants: [many[0]!, ...many.slice(1)] })[0]!.hasVariant).toHaveLength(100)
})

/** Only what structured data reads from a page. */
const page = (given: object) =>
  ({
    params: {},
    data: {},
    head: { title: '', description: '', canonicalPath: '/', robots: 'index' },
    ...given,
  }) as AnyLoadedPage

const describeContact = (site: Site) => buildStructuredData(page({ name: 'contact' }), buildFrame(site))

test('a shop with an address is a LocalBusiness with opening hours; without one, an Organization', () => {
  const contact = {
    email: 'a@shop.example',
    phone: '+49 30 1',
    address: { streetAddress: 'Weg 1', postalCode: '1', addressLocality: 'Ort', addressCountry: 'DE' },
    openingHours: [{ days: ['Monday', 'Friday'], opens: '10:00', closes: '18:00' }],
  } as const
  const site = { ...NEUTRAL_SITE, contact, logo: IMAGE, sameAs: ['https://social.example/shop'] }
  const [place] = describeContact(site)
  expect(place).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Vitrine',
    logo: `https://shop.example/images/${HASH.slice(0, 20)}/1200.jpeg`,
    telephone: '+49 30 1',
    address: { '@type': 'PostalAddress', ...contact.address },
    sameAs: ['https://social.example/shop'],
    openingHoursSpecification: [
      { dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Friday'], opens: '10:00', closes: '18:00' },
    ],
  })
  expect(describeContact({ ...site, contact: { ...contact, address: null } })).toMatchObject([
    { '@type': 'Organization' },
  ])
})

test('a listing contains only the positions and URLs of its items, counted across pages', () => {
  const query = { ...EMPTY_LISTING_QUERY, page: 2 }
  const listing = { items: [{ slug: 'bowl' }, { slug: 'lamp' }], query }
  const head = { title: 'All', description: '', canonicalPath: '/products?page=2', robots: 'index' }
  const products = page({ name: 'products', data: { listing }, head })
  const frame = buildFrame(NEUTRAL_SITE)
  const [list] = buildStructuredData(products, frame)
  expect(list).toMatchObject({
    '@type': 'CollectionPage',
    name: 'All',
    inLanguage: 'en',
    url: 'https://shop.example/products?page=2',
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [
        { '@type': 'ListItem', position: 25, url: 'https://shop.example/products/bowl' },
        { '@type': 'ListItem', position: 26, url: 'https://shop.example/products/lamp' },
      ],
    },
  })
  expect(buildStructuredData(page({ ...products, head: { ...head, robots: 'noindex' } }), frame)).toEqual([])
})
