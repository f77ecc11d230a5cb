import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHydrated, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'

const browser = await useBrowser()

const catalog = {
  site: { ...NEUTRAL_SITE, name: 'Tornio' },
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: Array.from({ length: 30 }, (_, index) =>
    buildProduct({ slug: `bowl-${index}`, name: `Breakfast bowl ${index}`, categorySlug: 'bowls' }),
  ),
}

/** Counts the sheets of A4 paper that a page is printed on. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
}

test.each(['/products', '/category/bowls', '/products?view=table'])(
  '%s prints on two sheets, with the shop name and without footer, filters and pagination',
  async (path) => {
    await using server = await startServer(catalog)
    const page = await openHydrated(browser, server.url + path)
    await page.emulateMedia({ media: 'print' })
    for (const selector of [
      '.skip-link',
      '.table-pagination',
      '.toolbar',
      '.filters',
      '.navbar-search',
      '.navbar-panel',
      '.footer',
      '.back-to-top',
    ]) {
      expect(
        await page
          .locator(selector)
          .evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length),
        selector,
      ).toBe(0)
    }
    const name = page.locator('.navbar-name')
    expect(await name.isVisible()).toBe(true)
    expect(await name.evaluate((element) => getComputedStyle(element.parentElement!).position)).toBe('static')
    expect(await name.textContent()).toBe('Tornio')
    expect(await page.getByText('Breakfast bowl 0', { exact: true }).isVisible()).toBe(true)
    expect(await countSheets(page)).toBe(2)
  },
)

test('a product with pictures and variants prints the variants on the first sheet, and the first picture beside the price', async () => {
  const images = ['a', 'b', 'c', 'd'].map((letter) => ({
    hash: letter.repeat(64),
    format: 'webp' as const,
    width: 800,
    height: 1000,
    alt: '',
  }))
  const sizes = ['S', 'M', 'L', 'XL']
  const shirt = buildProduct({
    slug: 'shirt',
    images,
    options: [{ name: 'Size', values: sizes }],
    variants: [
      buildVariant({ key: 's', optionValues: ['S'] }),
      ...['M', 'L', 'XL'].map((size) => buildVariant({ key: size.toLowerCase(), optionValues: [size] })),
    ],
    attributes: [{ name: 'Material', value: 'Linen' }],
  })
  await using server = await startServer({ ...catalog, products: [shirt] })
  const page = await openHydrated(browser, `${server.url}/products/shirt`, { viewport: { width: 718, height: 1000 } })
  await page.emulateMedia({ media: 'print' })
  const [picture, price] = await Promise.all(
    ['.gallery .picture', '.product-price'].map((selector) => page.locator(selector).first().boundingBox()),
  )
  expect(picture!.width).toBeGreaterThan(200)
  expect(price!.x).toBeGreaterThan(picture!.x + picture!.width)
  const variants = await page.locator('.product ~ * table, .product table').last().boundingBox()
  expect(variants!.y + variants!.height).toBeLessThan(1000)
})

test('a comparison prints whole descriptions, without the row that adds products to the enquiry list', async () => {
  const described = buildProduct({
    slug: 'described',
    description: `<p>${'Turned from one piece of ash. '.repeat(50)}</p>`,
  })
  await using server = await startServer({ ...catalog, products: [...catalog.products, described] })
  const page = await openHydrated(browser, `${server.url}/products?compare=bowl-0,described`)
  const isCut = () =>
    page
      .locator('.comparison-prose')
      .last()
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  expect(await isCut()).toBe(true)
  const row = page.getByRole('row', { name: 'Add to enquiry' })
  expect(await row.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.comparison-enquiry').isVisible()).toBe(false)
  expect(await isCut()).toBe(false)
})

test('a product prints on one sheet, with the shop name and without the enquiry list and the form that adds to it', async () => {
  await using server = await startServer(catalog)
  const page = await openHydrated(browser, `${server.url}/products/bowl-0`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.navbar-name').isVisible()).toBe(true)
  for (const selector of ['.enquiry-link', '.add-to-enquiry'])
    expect(await page.locator(selector).isVisible(), selector).toBe(false)
  expect(await countSheets(page)).toBe(1)
})
