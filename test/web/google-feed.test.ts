import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const SITE = { ...NEUTRAL_SITE, name: 'Tornio & Co', currency: 'EUR', hasGoogleFeed: true }
const ENVIRONMENT = { SITE_URL: 'https://shop.example' }
const IMAGES = ['red', 'blue'].map((name) => ({ url: `https://cdn.example/${name}.jpg`, alt: '' }))

const SHIRT = buildProduct({
  slug: 'shirt',
  name: 'Shirt <b>',
  brand: 'Tornio',
  categorySlug: 'shirts',
  description: '<p>Soft &amp; <strong>cool</strong>\u0007.</p>',
  images: IMAGES,
  options: [
    { name: 'Farbe', values: ['Rot', 'Blau'] },
    { name: 'Größe', values: ['S'] },
  ],
  variants: [
    buildVariant({
      key: 'rot-s',
      optionValues: ['Rot', 'S'],
      gtin: '4006381333931',
      mpn: 'M1',
      priceMinor: 3000,
      compareAtMinor: 4000,
      weightGrams: 250,
    }),
    buildVariant({
      key: 'blau-s',
      optionValues: ['Blau', 'S'],
      gtin: '4006381333932',
      imageIndex: 1,
      availability: 'OutOfStock',
    }),
  ],
  attributes: [
    { name: 'Geschlecht', value: 'Damen' },
    { name: 'Care', value: 'By hand' },
  ],
})

const OTHERS = [
  buildProduct({ slug: 'asked', images: IMAGES, variants: [buildVariant({ priceMinor: null })] }),
  buildProduct({ slug: 'free', images: IMAGES, variants: [buildVariant({ priceMinor: 0 })] }),
  buildProduct({ slug: 'unseen' }),
  buildProduct({ slug: 'later', images: IMAGES, variants: [buildVariant({ availability: 'BackOrder' })] }),
  buildProduct({ slug: 'plain', images: IMAGES }),
  buildProduct({ slug: 'unlisted', images: IMAGES, visibility: 'unlisted' }),
]
const CATEGORIES = [
  buildCategory({ slug: 'wear', name: 'Wear' }),
  buildCategory({ slug: 'shirts', name: 'Shirts', parentSlug: 'wear' }),
]

test('the feed has an item for each eligible variant, and counts the excluded variants by reason', async () => {
  await using server = await startServer({
    site: SITE,
    products: [SHIRT, ...OTHERS],
    categories: CATEGORIES,
    environment: ENVIRONMENT,
  })
  const { text, headers } = await server.request.get('/feeds/google.xml').expect(200)
  expect([headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
    'application/xml',
    'public, max-age=3600',
    'noindex',
  ])
  const items = [...text.matchAll(/<item>(.*?)<\/item>/g)].map(([, item]) => item!)
  expect(items.map((item) => /<g:id>(.*?)</.exec(item)?.[1])).toEqual(['shirt:rot-s', 'shirt:blau-s', 'plain'])
  expect(items[0]).toBe(
    '<g:id>shirt:rot-s</g:id><g:title>Shirt &lt;b&gt;, Rot, S</g:title><g:description>Soft &amp; cool.</g:description>' +
      '<g:link>https://shop.example/products/shirt?variant=rot-s</g:link><g:image_link>https://cdn.example/red.jpg</g:image_link>' +
      '<g:additional_image_link>https://cdn.example/blue.jpg</g:additional_image_link><g:availability>in_stock</g:availability>' +
      '<g:price>40.00 EUR</g:price><g:sale_price>30.00 EUR</g:sale_price><g:brand>Tornio</g:brand><g:gtin>4006381333931</g:gtin><g:mpn>M1</g:mpn>' +
      '<g:condition>new</g:condition><g:product_type>Wear &gt; Shirts</g:product_type><g:item_group_id>shirt</g:item_group_id>' +
      '<g:color>Rot</g:color><g:size>S</g:size><g:shipping_weight>250 g</g:shipping_weight>' +
      '<g:product_detail><g:attribute_name>Geschlecht</g:attribute_name><g:attribute_value>Damen</g:attribute_value></g:product_detail>' +
      '<g:product_detail><g:attribute_name>Care</g:attribute_name><g:attribute_value>By hand</g:attribute_value></g:product_detail>',
  )
  expect(items[1]).toContain('<g:image_link>https://cdn.example/blue.jpg</g:image_link>')
  expect(items[1]).not.toContain('g:gtin')
  expect(items[2]).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(text).toContain(
    '<!-- Items: 3. Left out: 2 with no price, 1 with no picture, 1 with no date of availability. -->',
  )
  expect((await server.request.get('/feeds/google.xml').set('If-None-Match', headers['etag']!)).status).toBe(304)
  expect((await server.request.post('/feeds/google.xml')).status).toBe(405)
})

test('a long name is cut at a word before the values that tell variants apart', async () => {
  const name = `Hexagon bolt ${'with a very long name '.repeat(8)}`.trim()
  const options = [{ name: 'Thread', values: ['M8', 'M10'] }]
  const variants = [
    buildVariant({ key: 'm8', optionValues: ['M8'] }),
    buildVariant({ key: 'm10', optionValues: ['M10'] }),
  ] as const
  const bolt = buildProduct({ slug: 'bolt', name, images: IMAGES, options, variants })
  await using server = await startServer({ site: SITE, products: [bolt], environment: ENVIRONMENT })
  const { text } = await server.request.get('/feeds/google.xml').expect(200)
  const titles = [...text.matchAll(/<g:title>(.*?)<\/g:title>/g)].map(([, title = '']) => title)
  expect(titles).toEqual([
    expect.stringMatching(/ (?:name|with|a|very|long)…, M8$/),
    expect.stringMatching(/\w…, M10$/),
  ])
  for (const title of titles) expect(title.length).toBeLessThanOrEqual(150)
})

test('responds 404 if the site does not enable the feed', async () => {
  await using server = await startServer({ products: [SHIRT] })
  const { status, type, text } = await server.request.get('/feeds/google.xml')
  expect([status, type, text]).toEqual([404, 'text/plain', 'There is no such feed.\n'])
})
