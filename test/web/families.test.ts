import { expect, test } from 'vitest'
import { EncodedBody } from '../../server/web/render/encoded-body.ts'
import { payloadUrl } from '../../shared/urls.ts'
import type { ShownFamily } from '../../shared/shown-product.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { startServer, useServer } from '../support/start-server.ts'

const nuts = ['M3', 'M4', 'M5'].map((size, index) =>
  buildProduct({
    slug: `nut-${size.toLowerCase()}`,
    name: `Nut ${size}`,
    attributes: [{ name: 'Size', value: size }],
    variants: [buildVariant({ availability: index === 1 ? 'OutOfStock' : 'InStock' })],
  }),
)
const chairs = ['Low', 'High'].map((kind) =>
  buildProduct({ slug: `${kind.toLowerCase()}-chair`, name: `${kind} chair`, family: 'Chairs' }),
)
const server = await useServer({
  products: [...generateScrewCatalogue(), ...nuts, ...chairs, buildProduct({ slug: 'bowl' })],
})

/** Reads the links of a group: texts with notes, and slugs. */
function readGroup(html: string, label: string): readonly string[] {
  const [, group = ''] = new RegExp(`role="group" aria-label="${label}">(.*?)</ul>`, 's').exec(html) ?? []
  return [
    ...group.matchAll(
      /<a\s+href="\/products\/([^"]*)"(.*?)>([^<]*)(?:<span class="visually-hidden">([^<]*)<\/span>)?<\/a/gs,
    ),
  ].map(
    ([, slug, attributes = '', value, note = '']) =>
      `${value}${note} ${slug}${attributes.includes('aria-current') ? ' current' : ''}${attributes.includes('data-available="false"') ? ' marked' : ''}`,
  )
}

test('a product links to all lengths of its thread and all threads of its length', async () => {
  const { text } = await server.request.get('/products/din912-m6x20')
  const lengths = readGroup(text, 'Length')
  expect(lengths).toHaveLength(36)
  expect(lengths.slice(5, 8)).toEqual([
    '18\u00A0mm din912-m6x18',
    '20\u00A0mm din912-m6x20 current',
    '22\u00A0mm din912-m6x22',
  ])
  // More than 30 times the diameter is not in stock.
  expect(lengths.at(-1)).toBe('200\u00A0mm (out of stock) din912-m6x200 marked')
  expect(readGroup(text, 'Thread').slice(0, 3)).toEqual(['M3 din912-m3x20', 'M4 din912-m4x20', 'M5 din912-m5x20'])
})

test('a size that does not exist beside the other one leads to the nearest product, and says so', async () => {
  const { text } = await server.request.get('/products/din84-m20x200')
  expect(readGroup(text, 'Thread')[0]).toBe('M3 (180\u00A0mm, out of stock) din84-m3x180 marked')
  expect(readGroup(text, 'Thread')[1]).toBe('M4 (out of stock) din84-m4x200 marked')
})

test('a product shows the matrix of its family with what is in stock', async () => {
  const { text } = await server.request.get('/products/din912-m3x100')
  expect(text.match(/href="\/products\/din912-m\d+x\d+" aria-label=/g)).toHaveLength(394)
  expect(text).toContain('<h2><span>Thread / Length</span></h2>')
  expect(text).toContain('href="/products/din912-m3x90" aria-label="M3, 90\u00A0mm"></a>')
  expect(text).toContain(
    'href="/products/din912-m3x100" aria-label="M3, 100\u00A0mm (out of stock)" data-available="false" aria-current="page"></a>',
  )
  expect(text).not.toContain('din84-')
})

test('a family with one size has links, but no matrix', async () => {
  const { text } = await server.request.get('/products/nut-m3')
  expect(readGroup(text, 'Size')).toEqual(['M3 nut-m3 current', 'M4 (out of stock) nut-m4 marked', 'M5 nut-m5'])
  expect(text).not.toContain('family-matrix')
})

test('products that the owner put into a family are listed by name', async () => {
  const { text } = await server.request.get('/products/low-chair')
  expect(readGroup(text, 'Chairs')).toEqual(['High chair high-chair', 'Low chair low-chair current'])
})

test('without scripts, the links keep the enquiry list that the address carries', async () => {
  const { text } = await server.request.get('/products/nut-m3?item=bowl')
  expect(readGroup(text, 'Size')[2]).toBe('M5 nut-m5?item=bowl:1')
})

test('a product without a family has none in its page and its data', async () => {
  const { id } = server.context.build
  const { text } = await server.request.get('/products/bowl')
  expect(text).not.toContain('family')
  expect((await server.request.get(payloadUrl('/products/bowl', '', id))).body.data).not.toHaveProperty('family')
})

test.each([
  ['de', 'nicht auf Lager'],
  ['es', 'agotado'],
])('the texts of families are in the language of the site: %s', async (locale, note) => {
  await using other = await startServer({ products: generateScrewCatalogue(), site: { ...NEUTRAL_SITE, locale } })
  const { text } = await other.request.get('/products/din84-m20x200')
  expect(readGroup(text, 'Thread')[0]).toBe(`M3 (180\u00A0mm, ${note}) din84-m3x180 marked`)
})

test('a page with the matrix of 2,000 products has less than 30 KB when compressed', async () => {
  const products = Array.from({ length: 2_000 }, (_, index) => {
    const [thread, length] = [3 + (index % 40), 8 + Math.floor(index / 40) * 4]
    return buildProduct({
      slug: `hexagon-socket-head-cap-screw-din-912-m${thread}x${length}`,
      name: `Hexagon socket head cap screw DIN 912 M${thread} x ${length}`,
      attributes: [
        { name: 'Thread', value: `M${thread}` },
        { name: 'Length', value: `${length} mm` },
      ],
      variants: [buildVariant({ availability: (index * 7919) % 5 === 0 ? 'OutOfStock' : 'InStock' })],
    })
  })
  await using other = await startServer({ products })
  const { text } = await other.request.get(`/products/${products[0]!.slug}`).set('Accept-Encoding', 'identity')
  expect(text.match(/<td/g)!.length).toBeGreaterThan(2_000)
  const family = JSON.parse(/id="document-data">(.*?)<\/script>/s.exec(text)![1]!) as {
    page: { data: { family: ShownFamily } }
  }
  expect(family.page.data.family.products).toHaveLength(2_000)
  const body = new EncodedBody(Buffer.from(text))
  for (const encoding of ['br', 'gzip'] as const) expect(body.encode(encoding).length, encoding).toBeLessThan(30_000)
})
