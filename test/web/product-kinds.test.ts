import { expect, test } from 'vitest'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

function buildPart(slug: string, priceMinor: number) {
  return buildProduct({ slug, name: `The ${slug}`, variants: [buildVariant({ priceMinor })] })
}

test('a product with an external link shows the link with its label, and its short description', async () => {
  const pennant = buildProduct({
    slug: 'pennant',
    shortDescription: '<p>In <em>short</em>.</p>',
    externalLink: { label: 'Buy at the swag store', href: 'https://shop.example/pennant?a=1&b=2' },
  })
  await using server = await startServer({ products: [pennant, buildProduct({ slug: 'cup' })] })
  const { text } = await server.request.get('/products/pennant').expect(200)
  expect(text).toMatch(
    /<a href="https:\/\/shop\.example\/pennant\?a=1&amp;b=2" class="button button-primary" rel="noopener nofollow"><span>Buy at the swag store<\/span><\/a>/,
  )
  expect(text).toContain('<div class="prose product-summary"><p>In <em>short</em>.</p></div>')
  expect(text).toContain('<meta name="description" content="In short."')
  const plain = await server.request.get('/products/cup').expect(200)
  expect(plain.text).not.toMatch(/product-summary|rel="noopener nofollow"|Included products/)
})

test('a set lists its public products and shows "from" with the lowest of their prices', async () => {
  const group = buildProduct({
    slug: 'set',
    includes: ['pot', 'cup', 'lid'],
    variants: [buildVariant({ priceMinor: null })],
  })
  await using server = await startServer({
    products: [
      group,
      buildPart('cup', 1000),
      buildPart('pot', 3000),
      { ...buildPart('lid', 500), visibility: 'hidden' },
    ],
  })
  const { text } = await server.request.get('/products/set').expect(200)
  expect(text).toMatch(/class="product-price"><span class="price">from €10<\/span>/)
  const included = text.slice(
    text.indexOf('Included products'),
    text.indexOf('</section>', text.indexOf('Included products')),
  )
  expect([...included.matchAll(/data-slug="(\w+)"/g)].map(([, slug]) => slug)).toEqual(['pot', 'cup'])
  const list = await server.request.get('/products').expect(200)
  expect(list.text).toMatch(/data-slug="set".*?from €10/s)
})
