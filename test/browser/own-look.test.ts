import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

const categories = [buildCategory({ slug: 'bowls', name: 'Bowls' })]
const products = [
  buildProduct({
    slug: 'bowl',
    name: 'Bowl',
    categorySlug: 'bowls',
    description: '<p>A bowl with <a href="/about">a story</a>.</p>',
    variants: [buildVariant({ priceMinor: 4000, compareAtMinor: 5000 })],
    attributes: [{ name: 'Material', value: 'Stoneware' }],
  }),
]

/** Paper, ink and scheme as the browser shows them. */
function readColors(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { backgroundColor, color, colorScheme } = getComputedStyle(document.body)
    return [backgroundColor, color, colorScheme]
  })
}

test('a site with its own light paper has readable texts in the owner’s theme and in the derived one', async () => {
  // The contrast of paper and ink is barely sufficient.
  const site = { ...NEUTRAL_SITE, paperColor: '#ffe9c9', inkColor: '#8a5a2b', accentColor: '#ffe600' }
  await using server = await startServer({ site, categories, products })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  for (const path of ['/', '/products', '/products/bowl', '/contact']) {
    await page.goto(server.url + path)
    await expectNoViolations(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await readColors(page)).toEqual(['rgb(255, 233, 201)', 'rgb(138, 90, 43)', 'light dark'])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readColors(page)).toEqual(['rgb(32, 27, 22)', 'rgb(243, 232, 216)', 'light dark'])
  await page.close()
})

test('a site with its own dark paper is dark in both themes, and light when it is printed', async () => {
  const site = { ...NEUTRAL_SITE, paperColor: '#102030', inkColor: '#ffffff' }
  await using server = await startServer({ site, categories, products })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  for (const path of ['/', '/products/bowl', '/contact']) {
    await page.goto(server.url + path)
    await expectNoViolations(page)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await readColors(page)).toEqual(['rgb(16, 32, 48)', 'rgb(255, 255, 255)', 'dark'])
  }
  await page.emulateMedia({ media: 'print' })
  expect(await readColors(page)).toEqual(['rgb(243, 243, 243)', 'rgb(18, 25, 31)', 'light'])
  await page.close()
})
