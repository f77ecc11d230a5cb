import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

const page = buildOwnerPage({ title: 'Legal notice', formerSlugs: ['impressum'] })

const products = [
  buildProduct({ slug: 'oak-bowl', name: 'Oak bowl', categorySlug: 'bowls', formerSlugs: ['oak-dish'] }),
  buildProduct({
    slug: 'vase-d-ete',
    name: "Vase d'été & Co.",
    sourceId: '17',
    variants: [buildVariant({ sku: 'V-8' })],
  }),
  buildProduct({ slug: 'secret', visibility: 'hidden', sourceId: '18' }),
  buildProduct({ slug: 'lamp-one', name: 'Lamp' }),
  buildProduct({ slug: 'lamp-two', name: 'Lamp' }),
  buildProduct({ slug: 'jugs', name: 'Jugs' }),
  buildProduct({ slug: 'set', name: '5 part set' }),
]
const categories = [
  buildCategory({ slug: 'bowls', name: 'Bowls', formerSlugs: ['dishes'] }),
  buildCategory({ slug: 'jugs', name: 'Jugs' }),
]

const server = await useServer({ products, categories, site: { ...NEUTRAL_SITE, pages: [page] } })
await server.store.write((writer) =>
  writer.putList('redirects', [
    { from: '/Old/B%C3%B6wl/', to: '/products/oak-bowl', status: 301 },
    { from: '/index.php?id=4', to: '/category/bowls', status: 302 },
    { from: '/news', to: 'https://news.example/', status: 308 },
    { from: '/products/lost', to: '/products?q=bowl', status: 301 },
    { from: '/gone', to: '', status: 410 },
    { from: '/products/oak-bowl', to: '/contact', status: 301 },
  ]),
)

async function follow(path: string): Promise<string> {
  const { status, headers } = await server.request.get(path).set('Accept', 'text/html')
  return `${status} ${headers['location'] ?? ''}`.trim()
}
const followAll = (moves: readonly (readonly [path: string, target: string])[]) =>
  Promise.all(moves.map(async ([path]) => [path, await follow(path)]))

test('redirects the addresses that the owner listed', async () => {
  const redirects = [
    ['/old/b%C3%B6wl', '301 /products/oak-bowl'],
    ['/OLD/B%C3%96WL?utm_source=x', '301 /products/oak-bowl?utm_source=x'],
    ['/index.php?id=4', '302 /category/bowls'],
    ['/index.php?id=5', '404'],
    ['/news', '308 https://news.example/'],
    ['/products/lost', '301 /products?q=bowl'],
    ['/products/lost?variant=a', '301 /products?q=bowl'],
    ['/gone', '410'],
    // A page that exists is shown.
    ['/products/oak-bowl', '200'],
  ] as const
  expect(await followAll(redirects)).toEqual(redirects)
})

test('redirects the usual addresses of other shops', async () => {
  const moved = [
    ['/collections/bowls', '/category/bowls'],
    ['/collections/dishes?page=2', '/category/bowls'],
    ['/collections/bowls/products/oak-dish', '/products/oak-bowl'],
    ['/collections/all', '/products'],
    ['/collections', '/category'],
    ['/pages/imprint', '/about/imprint'],
    ['/pages/legal-notice', '/about/imprint'],
    ['/about/impressum', '/about/imprint'],
    ['/pages/contact-us', '/contact'],
    ['/product/oak-bowl/', '/products/oak-bowl'],
    ['/product/vase-dete-co/', '/products/vase-d-ete'],
    ['/product-category/kitchen/bowls/page/2/', '/category/bowls'],
    ['/shop/', '/products'],
    ['/shop/bowls/oak-bowl/', '/products/oak-bowl'],
    ['/kitchen/17-oak-bowl.html', '/products/oak-bowl'],
    ['/3-bowls', '/category/bowls'],
    ['/content/4-imprint', '/about/imprint'],
    ['/oak-bowl.html', '/products/oak-bowl'],
    ['/catalog/product/view/id/17/s/oak-bowl/category/3', '/products/oak-bowl'],
    ['/produkt/oak-dish-4711/', '/products/oak-bowl'],
    ['/store/p/oak-bowl', '/products/oak-bowl'],
    ['/product-page/5-part-set', '/products/set'],
    ['/17-5-part-set.html', '/products/set'],
    ['/17-4-oak-bowl.html', '/products/oak-bowl'],
    ['/v-8.html', '/products/vase-d-ete'],
  ] as const
  expect(await followAll(moved)).toEqual(moved.map(([path, target]) => [path, `301 ${target}`]))
})

test('redirects no address of a hidden, ambiguous or unknown product, or of a form that no shop has', async () => {
  for (const path of [
    '/collections/nothing',
    '/product/bowl/',
    '/product/18-secret/',
    '/18-secret.html',
    '/17-another-name.html',
    // Two products have the name, and a product has that of a category.
    '/product/lamp/',
    '/shop/jugs/',
    // No shop has these shapes.
    '/oak-bowl',
    '/blog/2019/oak-bowl',
    '/oak-bowl.php',
    '/pages/nothing',
    '/cart',
    '/nothing',
    '/product/%E0%A4/',
  ])
    expect(await follow(path), path).toMatch(/^40[04]$/)
})

test('the payload of a moved page is redirected to that of its target, and other methods are not', async () => {
  const { headers } = await server.request.get('/products/lost/_payload.json?b1').expect(301)
  expect(headers['location']).toBe('/products/_payload.json?q=bowl&b1')
  await server.request.post('/news').expect(404)
  const { body } = await server.request.get('/products/none/_payload.json?b1').expect(404)
  expect(body).toMatchObject({ statusCode: 404 })
})
