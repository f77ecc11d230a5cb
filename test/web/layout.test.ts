import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const chairs = buildCategory({ slug: 'chairs', name: 'Chairs' })
const products = ['oak-chair', 'ash-chair'].map((slug) => buildProduct({ slug, name: slug, categorySlug: 'chairs' }))
const hidden = buildProduct({ slug: 'hidden', name: 'Hidden', visibility: 'unlisted' })
const navigation = ['/products', '/category', '/about#team', '/products/ash-chair', '/products?sort=newest'].map(
  (href) => ({ href, label: href }),
)
const PATHS = [
  '/',
  '/about',
  '/contact',
  '/category',
  '/products',
  '/products?sort=newest',
  '/products?q=oak',
  '/products/ash-chair',
  '/nowhere',
  '/products/nothing',
]

test('the layout has the same HTML whether it is rendered with the page or reused from an earlier page', async () => {
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, navigation },
    products: [...products, hidden],
    categories: [chairs],
    environment: { PAGE_CACHE_MB: '0', SITE_URL: 'https://shop.example' },
  })
  const get = async (path: string) => (await server.request.get(path)).text
  const rendered = new Map<string, string>()
  for (const path of PATHS) {
    // This change of the catalogue makes all cached layouts stale.
    await server.store.write((writer) => writer.putProduct({ ...hidden, description: `<p>${path}</p>` }))
    rendered.set(path, await get(path))
  }
  for (const path of [...PATHS, ...PATHS]) expect(await get(path), path).toBe(rendered.get(path))
  for (const [path, marks] of [
    ['/about', 2],
    ['/products/ash-chair', 2],
    ['/contact', 0],
  ] as const) {
    expect(
      rendered.get(path)!.match(/class="active" aria-current="page"|class="active" href/g) ?? [],
      path,
    ).toHaveLength(marks)
  }
  expect(rendered.get('/products?q=oak')).toContain('value="oak"')
})
