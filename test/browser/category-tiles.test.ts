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

test.each(['/', '/category'])(
  'category tiles on %s show stored pictures uncropped, and a tile without one shows its name at the same size',
  async (path) => {
    await using server = await startSite(stored)
    const page = await openHydrated(browser, server.url + path)
    const [bowls, vases] = names.map((name) => page.locator(`.tile a[href="/category/${name}"]`))
    const picture = bowls!.locator('.picture')
    const { width, height } = (await picture.boundingBox())!
    expect(height / width).toBeCloseTo(1.25)
    expect(await picture.locator('img').evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain')
    expect(await vases!.locator('.picture').count()).toBe(0)
    expect((await vases!.boundingBox())!.height).toBeCloseTo(height, 0)
    expect(await vases!.innerText()).toMatch(/^vases\s+1 product$/)
  },
)

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
