import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { openHydrated, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const browser = await useBrowser()

const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#4a6b57' } })
  .webp()
  .toBuffer()
const hash = createHash('sha256').update(bytes).digest('hex')
const stored: StoredImage = { hash, format: 'webp', width: 400, height: 200, alt: '' }
const remote = { url: 'https://photos.example/far.jpg', alt: '' }

const names = ['bowls', 'vases'] as const

/** Starts a site of two categories with one product each. All pictures are remote, except the first one if it is given. */
async function startSite(firstImage: StoredImage | null): Promise<TestServer> {
  const server = await startServer({
    categories: names.map((slug) => buildCategory({ slug, name: slug })),
    products: names.map((slug, index) =>
      buildProduct({
        slug: `one-of-${slug}`,
        categorySlug: slug,
        images: index === 0 && firstImage ? [firstImage] : [remote],
      }),
    ),
  })
  await server.store.write((writer) => writer.putImage(hash, { bytes, format: 'webp' }))
  return server
}

test.each([
  // Two tiles share the width of the home page.
  ['/', 3 / 4],
  ['/category', 5 / 4],
])(
  'category tiles on %s show stored pictures uncropped, and a tile without one shows its name at the same size',
  async (path, ratio) => {
    await using server = await startSite(stored)
    const page = await openHydrated(browser, server.url + path)
    const [bowls, vases] = names.map((name) => page.locator(`.tile a[href="/category/${name}"]`))
    const picture = bowls!.locator('.picture')
    const { width, height } = (await picture.boundingBox())!
    expect(height / width).toBeCloseTo(ratio)
    expect(await picture.locator('img').evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain')
    expect(await vases!.locator('.picture').count()).toBe(0)
    expect((await vases!.boundingBox())!.height).toBeCloseTo(height, 0)
    expect(await vases!.innerText()).toMatch(/^vases\s+1 product$/)
  },
)

test.each([
  ['/', 1280],
  ['/category', 1280],
  ['/', 360],
])('numbers of products beside long names of categories on %s stay on one line at %i px', async (path, width) => {
  const long = ['Garden furniture and outdoor accessories', 'Dauergebrauchstemperaturmesser', 'Vases', 'Bowls', 'Lamps']
  await using server = await startServer({
    categories: long.flatMap((name, index) => [
      buildCategory({ slug: `c-${index}`, name }),
      buildCategory({ slug: `s-${index}`, name: `${name} of all kinds`, parentSlug: `c-${index}` }),
    ]),
    products: long.flatMap((_name, index) => [
      buildProduct({ slug: `one-${index}`, categorySlug: `s-${index}` }),
      buildProduct({ slug: `two-${index}`, categorySlug: `s-${index}` }),
    ]),
  })
  const page = await openHydrated(browser, server.url + path, { viewport: { width, height: 800 } })
  const counts = page.locator('main :is(.tile, .category-links) .caption')
  expect(await counts.count()).toBeGreaterThanOrEqual(long.length)
  for (const count of await counts.all()) {
    const lines = await count.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines, await count.innerText()).toBe(1)
  }
})

test.each(['/', '/category'])(
  'category tiles on %s show only names if no category has a stored picture',
  async (path) => {
    await using server = await startSite(null)
    const page = await openHydrated(browser, server.url + path)
    for (const name of names) {
      const tile = page.locator(`.tile a[href="/category/${name}"]`)
      expect(await tile.locator('.picture').count()).toBe(0)
      const { height } = (await tile.boundingBox())!
      expect([name, height < 80, height >= 24]).toEqual([name, true, true])
    }
  },
)
