import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePicture } from '../../server/catalog/rules/text-pictures.ts'
import { followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'

const browser = await useBrowser()

const picture = { hash: 'd'.repeat(64), format: 'webp', width: 1500, height: 1000, alt: 'The kiln' } as const
const server = await useServer({
  products: [buildProduct({ slug: 'bowl', images: [], description: `<p>${writePicture(picture)}</p>` })],
})
const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#4a6b57' } })
  .webp()
  .toBuffer()
await server.store.write((writer) => writer.putImage(picture.hash, { bytes, format: 'webp' }))

test('on a phone, a page shorter than the window ends with the footer, which contains the link to the top, and a picture in a description loads in a small size and fits its column', async () => {
  const page = await openHydrated(browser, `${server.url}/category`, { viewport: { width: 360, height: 900 } })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)).toBe(900)
  await page.setViewportSize({ width: 360, height: 320 })
  const backToTop = page.locator('footer').getByRole('link', { name: 'Back to top' })
  await backToTop.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  // A picture in a description loads in a small size and fits its column.
  await page.setViewportSize({ width: 360, height: 640 })
  await followAddedLink(page, '/products/bowl')
  const kiln = page.getByRole('img', { name: 'The kiln' })
  await kiln.scrollIntoViewIfNeeded()
  await expect
    .poll(() => kiln.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0))
    .toBe(true)
  expect(await kiln.evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname)).toMatch(
    /^\/images\/d{20}\/(?:320|480)\.webp$/,
  )
  const { x, width, height } = (await kiln.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(360)
  expect(Math.round((width / height) * 10)).toBe(15)
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
  const page = await openHydrated(browser, `${server.url}/category`)
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
  await expectOneLine('/category at 1280 px')
  await followAddedLink(page, '/')
  await page.locator('.hero').waitFor()
  await expectOneLine('/ at 1280 px')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectOneLine('/ at 360 px')
})
