import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildAttributes, buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

const SITE = { ...NEUTRAL_SITE, name: 'Tornio & Co', currency: 'EUR', hasGoogleFeed: true }
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
  attributes: buildAttributes({ Geschlecht: 'Damen', Care: 'By hand' }),
})

const BOLT = buildProduct({
  slug: 'bolt',
  name: `Hexagon bolt ${'with a very long name '.repeat(8)}`.trim(),
  images: IMAGES,
  ...buildOption('Thread', { M8: {}, M10: {} }),
})
const OTHERS = [
  buildProduct({ slug: 'asked', images: IMAGES, variants: [buildVariant({ priceMinor: null })] }),
  buildProduct({ slug: 'free', images: IMAGES, variants: [buildVariant({ priceMinor: 0 })] }),
  buildProduct({ slug: 'unseen' }),
  buildProduct({ slug: 'later', images: IMAGES, variants: [buildVariant({ availability: 'BackOrder' })] }),
  buildProduct({ slug: 'plain', images: IMAGES }),
  buildProduct({ slug: 'unlisted', images: IMAGES, visibility: 'unlisted' }),
  buildProduct({ slug: 'p'.repeat(60), images: IMAGES, ...buildOption('Thread', { M8: {}, M10: {} }) }),
]
const CATEGORIES = [
  buildCategory({ slug: 'wear', name: 'Wear' }),
  buildCategory({ slug: 'shirts', name: 'Shirts', parentSlug: 'wear' }),
]

const server = await useServer({
  site: SITE,
  products: [SHIRT, BOLT, ...OTHERS],
  categories: CATEGORIES,
  environment: { SITE_URL: 'https://shop.example' },
})
const { text, headers } = await server.request.get('/feeds/google.xml').expect(200)

test('the feed has an item for each eligible variant, and counts the excluded variants by reason', () => {
  expect(headers).toMatchObject({
    'content-type': 'application/xml',
    'cache-control': 'public, max-age=3600',
    'x-robots-tag': 'noindex',
  })
  const items = [...text.matchAll(/<item>(.*?)<\/item>/g)].map(([, item]) => item!)
  const ids = items.map((item) => /<g:id>(.*?)</.exec(item)?.[1])
  expect(ids.slice(0, 5)).toEqual(['shirt:rot-s', 'shirt:blau-s', 'bolt:m8', 'bolt:m10', 'plain'])
  expect(ids.slice(5).map((id) => id?.length)).toEqual([50, 50])
  expect(new Set(ids).size).toBe(7)
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
  for (const name of ['g:gtin', 'g:sale_price']) expect(items[1]).not.toContain(name)
  expect(items[4]).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(text).toContain(
    '<!-- Items: 7. Left out: 2 with no price, 1 with no picture, 1 with no date of availability. -->',
  )
})

test('a long name is cut at a word before the values that tell variants apart', () => {
  const titles = [...text.matchAll(/<g:title>(Hexagon.*?)<\/g:title>/g)].map(([, title = '']) => title)
  expect(titles).toEqual([
    expect.stringMatching(/ (?:name|with|a|very|long)…, M8$/),
    expect.stringMatching(/\w…, M10$/),
  ])
  for (const title of titles) expect(title.length).toBeLessThanOrEqual(150)
})
