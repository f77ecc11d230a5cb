import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { writePicture } from '../../server/catalog/text-pictures.ts'
import { comparisonPath } from '../../shared/comparison.ts'
import { openHydrated, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

test('a page shorter than the window ends with the footer, which contains the link to the top', async () => {
  await using server = await startServer()
  const page = await openHydrated(browser, `${server.url}/category`, { viewport: { width: 360, height: 900 } })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)).toBe(900)
  await page.setViewportSize({ width: 360, height: 320 })
  const backToTop = page.locator('footer').getByRole('link', { name: 'Back to top' })
  await backToTop.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('on a phone, a picture in a description loads in a small size and fits its column', async () => {
  const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#4a6b57' } })
    .webp()
    .toBuffer()
  const image = { hash: 'd'.repeat(64), format: 'webp', width: 1500, height: 1000, alt: 'The kiln' } as const
  await using server = await startServer({
    products: [buildProduct({ slug: 'bowl', description: `<p>${writePicture(image)}</p>` })],
  })
  await server.store.write((writer) => writer.putImage(image.hash, { bytes, format: 'webp' }))
  const page = await openHydrated(browser, `${server.url}/products/bowl`, { viewport: { width: 360, height: 640 } })
  const picture = page.getByRole('img', { name: 'The kiln' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0))
    .toBe(true)
  expect(await picture.evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname)).toMatch(
    /^\/images\/d{20}\/(?:320|480)\.webp$/,
  )
  const { x, width, height } = (await picture.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(360)
  expect(Math.round((width / height) * 10)).toBe(15)
})

test('the page of an unknown product shows its search field and button in one row', async () => {
  await using server = await startServer()
  const page = await openHydrated(browser, `${server.url}/products/unknown`, { viewport: { width: 360, height: 640 } })
  const search = page.getByRole('search')
  const [field, button] = [await search.locator('.field').boundingBox(), await search.getByRole('button').boundingBox()]
  expect(button!.y).toBe(field!.y)
  expect(button!.x).toBeGreaterThan(field!.x + field!.width)
})

test('in an enquiry list without pictures, names and notes begin at the same edge', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl', images: [] })] })
  const page = await openHydrated(browser, `${server.url}/contact?item=bowl:1`, {
    viewport: { width: 1280, height: 800 },
  })
  const [name, note] = await Promise.all(
    ['.enquiry-item-name', '.enquiry-item-note'].map((selector) => page.locator(selector).boundingBox()),
  )
  expect(note!.x).toBe(name!.x)
})

test('on a German phone with text at twice the size, parts of products neither overlap nor are one letter wide', async () => {
  const products = ['bowl', 'vase'].map((slug) => buildProduct({ slug, name: `Long name ${slug}`, brand: 'Werkstatt' }))
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'de' }, products })
  const page = await openHydrated(browser, `${server.url}/products/bowl`, { viewport: { width: 360, height: 800 } })
  const open = async (path: string) => {
    await page.goto(server.url + path)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  }
  const measure = async (selector: string) => (await page.locator(selector).first().boundingBox())!

  await open('/products/bowl')
  const [field, button] = [await measure('.add-to-enquiry .field'), await measure('.add-to-enquiry .button')]
  expect(button.y).toBeGreaterThan(field.y + field.height)
  await open('/products')
  expect((await measure('.product-rows .caption')).height).toBeLessThan(100)
  await open(comparisonPath(['bowl', 'vase']))
  expect((await measure('.comparison thead th a')).height).toBeLessThan(160)
})
