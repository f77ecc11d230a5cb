import { expect, test } from 'vitest'
import { openHydrated, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

test('a page shorter than the window ends with its footer, and has no way back to a top that is in view', async () => {
  await using server = await startServer()
  const page = await openHydrated(browser, `${server.url}/category`, { viewport: { width: 360, height: 900 } })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)).toBe(900)
  const backToTop = page.locator('.back-to-top')
  expect((await backToTop.boundingBox())!.height).toBe(0)
  // Whoever comes to it by keyboard sees it all the same.
  await page.locator('footer a').last().focus()
  await page.keyboard.press('Tab')
  const { x, y, width, height } = (await backToTop.getByRole('link').boundingBox())!
  expect([x >= 0, x + width <= 360, y >= 0, y + height <= 900, width]).toEqual([true, true, true, true, 44])
  await page.setViewportSize({ width: 360, height: 320 })
  expect((await backToTop.boundingBox())!.height).toBeGreaterThan(44)
  await page.context().close()
})

test('a picture that does not come shows what stands where there is none', async () => {
  const images = [{ url: 'https://pictures.invalid/bowl.jpg', alt: 'A bowl' }]
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl', images })] })
  const page = await openHydrated(browser, `${server.url}/products/bowl`)
  const picture = page.getByRole('img', { name: 'A bowl' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0)).toBe(true)
  expect(await picture.evaluate((image) => getComputedStyle(image, '::after').backgroundImage)).toContain('svg')
  await page.context().close()
})
