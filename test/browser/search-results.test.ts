import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser, openReusedPage } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const browser = await useBrowser()
let server: TestServer
beforeAll(async () => {
  const kinds = [
    { name: 'Oak bowl', count: 30 },
    { name: 'Pine bowl', count: 40 },
    { name: 'Oak table', count: 40 },
  ]
  server = await startServer({
    products: kinds.flatMap(({ name, count }) =>
      Array.from({ length: count }, (_, index) =>
        buildProduct({
          slug: `${name.toLowerCase().replace(' ', '-')}-${index}`,
          name: `${name} ${index}`,
          brand: index % 2 === 0 ? 'Arita' : 'Bizen',
        }),
      ),
    ),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const opened = await openReusedPage(browser, server.url + path, options)
  const { page } = opened
  return {
    ...opened,
    status: page.locator('.toolbar-count'),
    heading: page.getByRole('heading', { level: 2, name: 'Matching some of the words' }),
  }
}

test.each([true, false])(
  'products that match only some words follow those that match all, below a heading (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page, complaints, status, heading, close } = await openPage('/products?q=oak+bowl', { javaScriptEnabled })
    const cards = page.locator('.listing-main .card')
    const partialCards = page.locator('.listing-partial .card')
    expect(await status.textContent()).toBe('30 products match all words; 80 more match some')
    expect([await cards.count(), await heading.count()]).toEqual([24, 0])
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.waitForURL('**/products?q=oak+bowl&page=2')
    await heading.waitFor()
    expect([await cards.count(), await partialCards.count()]).toEqual([24, 18])
    if (javaScriptEnabled) await expectNoViolations(page)
    expect(await page.locator('.card-name').evaluateAll((names) => names.map((name) => name.textContent))).toEqual([
      ...Array.from({ length: 6 }, () => expect.stringMatching(/^Oak bowl/) as string),
      ...Array.from({ length: 18 }, () => expect.not.stringMatching(/^Oak bowl/) as string),
    ])
    await page.getByRole('link', { name: 'Page 3', exact: true }).click()
    await page.waitForURL('**/products?q=oak+bowl&page=3')
    await expect.poll(() => partialCards.count()).toBe(24)
    expect([await cards.count(), await heading.count()]).toEqual([24, 1])
    expect(complaints).toEqual([])
    await close()
  },
)

test('the table has a heading before the products that match only some words', async () => {
  const { page, complaints, close } = await openPage('/products?q=oak+bowl&view=table&page=2')
  const bodies = page.locator('.listing-main tbody')
  const group = page.getByRole('rowheader', { name: 'Matching some of the words' })
  await group.waitFor()
  expect(await bodies.evaluateAll((all) => all.map((body) => body.querySelectorAll('tr').length))).toEqual([6, 19])
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Name/ }).click()
  await page.waitForURL('**/products?q=oak+bowl&sort=name&view=table')
  await expect.poll(() => bodies.count()).toBe(1)
  expect(complaints).toEqual([])
  await close()
})

test('a corrected search names the correction; a link searches for the text as typed, and filters keep that search', async () => {
  const { page, complaints, status, close } = await openPage('/products?q=oak+bwol')
  const correction = page.getByText('Results for “oak bowl”.')
  await correction.waitFor()
  await page.getByRole('link', { name: 'Search for “oak bwol” instead' }).press('Enter')
  await page.waitForURL('**/products?q=oak+bwol&verbatim=1')
  await expect.poll(() => status.textContent()).toBe('No product matches all words; 70 match some')
  await expect.poll(() => correction.count()).toBe(0)
  await page.getByRole('checkbox', { name: /^Bizen/ }).check()
  await page.waitForURL('**/products?q=oak+bwol&verbatim=1&brand=Bizen')
  await expect.poll(() => status.textContent()).toBe('No product matches all words; 35 match some')
  const text = page.locator('.navbar-search .field')
  await text.fill('oak bolw')
  await text.press('Enter')
  await page.waitForURL('**/products?q=oak+bolw')
  await correction.waitFor()
  expect(complaints).toEqual([])
  await close()
})
