import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
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

test('category tiles show stored pictures uncropped, and a tile without one shows its name at the same size', async () => {
  await using server = await startSite(stored)
  const page = await openTab(browser, { javaScriptEnabled: false })
  for (const [path, ratio] of [
    // Two tiles share the width of the home page.
    ['/', 3 / 4],
    ['/category', 5 / 4],
  ] as const) {
    await page.goto(server.url + path)
    const [bowls, vases] = names.map((name) => page.locator(`.tile a[href="/category/${name}"]`))
    const picture = bowls!.locator('.picture')
    const { width, height } = (await picture.boundingBox())!
    expect(height / width, path).toBeCloseTo(ratio)
    expect(await picture.locator('img').evaluate((image) => getComputedStyle(image).objectFit), path).toBe('contain')
    expect(await vases!.locator('.picture').count(), path).toBe(0)
    expect((await vases!.boundingBox())!.height, path).toBeCloseTo(height, 0)
    expect(await vases!.innerText(), path).toMatch(/^vases\s+1 product$/)
  }
})

test('numbers of products beside long names of categories stay on one line', async () => {
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
  const page = await openTab(browser, { javaScriptEnabled: false })
  const expectOneLine = async (place: string) => {
    const counts = await page.locator('main :is(.tile, .category-links) .caption').evaluateAll((captions) =>
      captions.map((caption) => {
        const range = document.createRange()
        range.selectNodeContents(caption)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
        return `${caption.textContent}: ${lines} line`
      }),
    )
    expect(counts.length, place).toBeGreaterThanOrEqual(long.length)
    expect(
      counts.filter((count) => !count.endsWith(': 1 line')),
      place,
    ).toEqual([])
  }
  await page.goto(`${server.url}/category`)
  await expectOneLine('/category at 1280 px')
  await page.goto(server.url)
  await expectOneLine('/ at 1280 px')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectOneLine('/ at 360 px')
})

test('category tiles show only names if no category has a stored picture', async () => {
  await using server = await startSite(null)
  const page = await openTab(browser, { javaScriptEnabled: false })
  for (const path of ['/', '/category']) {
    await page.goto(server.url + path)
    for (const name of names) {
      const tile = page.locator(`.tile a[href="/category/${name}"]`)
      expect(await tile.locator('.picture').count(), path).toBe(0)
      const { height } = (await tile.boundingBox())!
      expect([path, name, height < 80, height >= 24]).toEqual([path, name, true, true])
    }
  }
})
