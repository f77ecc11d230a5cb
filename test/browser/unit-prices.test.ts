import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser, watchComplaints } from '../support/browser.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({
  site: { ...NEUTRAL_SITE, currency: 'EUR' },
  products: [
    buildProduct({
      slug: 'oil',
      name: 'Olive oil',
      options: [{ name: 'Size', values: ['Can', 'Bottle'] }],
      variants: [
        buildVariant({
          key: 'can',
          optionValues: ['Can'],
          priceMinor: 123_456_700,
          compareAtMinor: 234_567_800,
          unitPricing: { quantity: { amount: 5, unit: 'l' }, base: { amount: 100, unit: 'ml' } },
        }),
        buildVariant({
          key: 'bottle',
          optionValues: ['Bottle'],
          priceMinor: 1_200,
          unitPricing: { quantity: { amount: 500, unit: 'ml' } },
        }),
      ],
    }),
    buildProduct({ slug: 'other', name: 'Other' }),
  ],
})

test('choosing a variant changes the price per unit, with and without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openTab(browser, { javaScriptEnabled })
    const complaints = watchComplaints(page)
    await page.goto(`${server.url}/products/oil`)
    const price = page.locator('.product-price small')
    expect(await price.textContent()).toBe('€24,691.34 / 100 ml')
    await page.getByRole('main').getByRole('link', { name: 'Bottle', exact: true }).first().click()
    await expect.poll(() => price.textContent()).toBe('€24 / l')
    expect(complaints).toEqual([])
  }
})

test.each([360, 1280])('no page with a price per unit is wider than a window of %i px', async (width) => {
  const page = await openTab(browser, { viewport: { width, height: 900 } })
  for (const path of ['/products/oil', '/products', '/products?view=table', '/products?compare=oil,other']) {
    await page.goto(server.url + path)
    await page.getByText('€24,691.34 / 100 ml').or(page.getByText('€24 / l')).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    await expectNoViolations(page)
  }
})
