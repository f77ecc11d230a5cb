import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

/** Products of a German site with decimal points and English names, as files of suppliers and Google's product data have them. */
const products = [
  buildProduct({
    slug: 'tube',
    name: 'Rohr',
    attributes: [
      { name: 'Innen', value: '5.3 mm' },
      { name: 'Size', value: 'M' },
      { name: 'Bluetooth', value: '5.3' },
    ],
    options: [{ name: 'Length', values: ['1,200.5 mm', '900 mm'] }],
    variants: [
      buildVariant({ key: '1-200-5-mm', optionValues: ['1,200.5 mm'], sku: 'T-1' }),
      buildVariant({ key: '900-mm', optionValues: ['900 mm'], sku: 'T-2' }),
    ],
  }),
  ...['6 mm', '13.0 mm', '6.125 mm'].map((value, index) =>
    buildProduct({
      slug: `ring-${index}`,
      name: 'Ring',
      attributes: [
        { name: 'Innen', value },
        { name: 'Size', value: 'L' },
      ],
    }),
  ),
]

const server = await useServer({ products, site: { ...NEUTRAL_SITE, locale: 'de' } })

/** Returns a page's text as a visitor sees it, with ordinary spaces, and without the data in scripts. */
async function readPage(path: string): Promise<string> {
  const { text } = await server.request.get(path).redirects(1).expect(200)
  return text
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('\u00A0', ' ')
}

test.each([
  ['/products/tube', ['5,3 mm', '1.200,5 mm', 'Größe', 'Länge', '5.3</td>']],
  ['/products', ['5,3 mm', '13,0 mm', '6,125 mm', 'Innen: 6,125 mm', 'Größe']],
  ['/products?view=table&columns=innen,size', ['5,3 mm', '13,0 mm', '6,125 mm', 'Größe']],
  ['/products?filter=attr-innen', ['5,3 mm', '13,0 mm', '6,125 mm']],
  ['/products?filter=attr-innen&filter-q=6,1', ['6,125 mm']],
  ['/products?filter=attr-size', ['Größe']],
  ['/products?attr-innen=13.0+mm', ['Innen: 13,0 mm']],
  ['/products?compare=tube&compare=ring-1', ['5,3 mm', '13,0 mm', '1.200,5 mm', 'Größe', 'Länge']],
  ['/contact?item=tube:1:1-200-5-mm', ['1.200,5 mm']],
])('%s writes numbers and the names of Google attributes in German', async (path, texts) => {
  const page = await readPage(path)
  for (const text of texts) expect(page).toContain(text)
  expect(page).not.toMatch(/>[^<]*(?:5\.3 mm|13\.0 mm|6\.125 mm|1,200\.5 mm)/)
  expect(page).not.toMatch(/>(?:Size|Length)[:<]/)
})

test('addresses and stored products keep what the owner wrote', async () => {
  const page = await readPage('/products')
  expect(page).toContain('name="attr-innen" value="13.0 mm"')
  const stored = await server.store.findProduct('tube')
  expect(stored?.attributes[0]).toEqual({ name: 'Innen', value: '5.3 mm' })
  expect(stored?.options[0]?.values[0]).toBe('1,200.5 mm')
})

test('structured data names the size of a product whose attributes are translated', async () => {
  const { text } = await server.request.get('/products/ring-0').expect(200)
  expect(text).toContain('"size":"L"')
})
