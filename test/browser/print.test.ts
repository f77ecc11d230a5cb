import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { countSheets, followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'

const browser = await useBrowser()

const catalog = {
  site: { ...NEUTRAL_SITE, name: 'Tornio' },
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: Array.from({ length: 30 }, (_, index) =>
    buildProduct({ slug: `bowl-${index}`, name: `Breakfast bowl ${index}`, categorySlug: 'bowls' }),
  ),
}

const described = buildProduct({
  slug: 'described',
  description: `<p>${'Turned from one piece of ash. '.repeat(50)}</p>`,
})
const server = await useServer({ ...catalog, products: [...catalog.products, described] })

async function expectHidden(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    const elements = await page.locator(selector).evaluateAll((all) => all.map((element) => element.checkVisibility()))
    expect(elements, `${selector} of ${page.url()}`).not.toContain(true)
  }
}

async function expectPrinted(page: Page, text: string): Promise<void> {
  expect(await page.getByText(text).first().isVisible(), text).toBe(true)
}

test('a list prints on two sheets, with the shop name and without footer, filters and pagination; a product on one', async () => {
  const page = await openHydrated(browser, `${server.url}/products`, { reducedMotion: 'reduce' })
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  const name = page.locator('.navbar-name')
  for (const [path, part] of [
    ['/products', '.product-rows'],
    ['/category/bowls', '.product-rows'],
    ['/products?view=table', '.data-table'],
  ] as const) {
    if (path !== '/products') await followAddedLink(page, path)
    await page.waitForURL(server.url + path)
    await page.locator(part).getByText('Breakfast bowl 0', { exact: true }).waitFor()
    await expectHidden(page, ['.skip-link', '.table-pagination', '.toolbar', '.filters', '.navbar-search'])
    await expectHidden(page, ['.navbar-panel', '.footer', '.back-to-top'])
    expect(await name.isVisible(), path).toBe(true)
    const position = await name.evaluate((element) => getComputedStyle(element.parentElement!).position)
    expect(position, path).toBe('static')
    expect(await name.textContent(), path).toBe('Tornio')
    expect(await countSheets(page), path).toBe(2)
  }

  await followAddedLink(page, '/products/bowl-0')
  await page.locator('.add-to-enquiry').waitFor({ state: 'attached' })
  expect(await name.isVisible()).toBe(true)
  await expectHidden(page, ['.enquiry-link', '.add-to-enquiry'])
  expect(await countSheets(page)).toBe(1)
})

test('a product prints pictures, facts, description and specification on at most two sheets, the first picture beside the price', async () => {
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
    description: `<p>${'Woven from long fibres. '.repeat(40)}</p>`,
  })
  await using shop = await startServer({ ...catalog, products: [shirt] })
  const page = await openHydrated(browser, `${shop.url}/products/shirt`, { viewport: { width: 718, height: 1000 } })
  await page.emulateMedia({ media: 'print' })
  const [picture, price] = await Promise.all(
    ['.gallery .picture', '.product-price'].map((selector) => page.locator(selector).first().boundingBox()),
  )
  expect(picture!.width).toBeGreaterThan(200)
  expect(price!.x).toBeGreaterThan(picture!.x + picture!.width)
  for (const text of ['Woven from long fibres.', 'Linen', 'XL']) await expectPrinted(page, text)
  await expectHidden(page, ['.related', '.button', '.ask-bar'])
  expect(await countSheets(page)).toBeLessThanOrEqual(2)
})

test('a comparison prints whole descriptions, without the row that adds products to the enquiry list', async () => {
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
