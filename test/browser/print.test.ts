import { expect, test } from 'vitest'
import { countSheets, followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()

const described = buildProduct({
  slug: 'described',
  description: `<p>${'Turned from one piece of ash. '.repeat(50)}</p>`,
})
const bowls = Array.from({ length: 30 }, (_, index) =>
  buildProduct({ slug: `bowl-${index}`, name: `Breakfast bowl ${index}` }),
)
const server = await useServer({ products: [...bowls, described] })

test('a list prints on two sheets with the name of the shop, a product on one, and a comparison with whole descriptions', async () => {
  const page = await openHydrated(browser, `${server.url}/products?compare=bowl-0,described`)
  const isCut = () =>
    page
      .locator('.comparison-prose')
      .last()
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  expect(await isCut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
  const name = page.locator('.navbar-name')
  for (const [path, part, sheets] of [
    ['/products', '.product-rows', 2],
    ['/products?view=table', '.data-table', 2],
    ['/products/bowl-0', '.add-to-enquiry', 1],
  ] as const) {
    await followAddedLink(page, path)
    await page.locator(part).waitFor({ state: 'attached' })
    await page.waitForURL(server.url + path)
    expect(await name.isVisible(), path).toBe(true)
    const position = await name.evaluate((element) => getComputedStyle(element.parentElement!).position)
    expect(position, path).toBe('static')
    expect(await countSheets(page), path).toBe(sheets)
  }
})
