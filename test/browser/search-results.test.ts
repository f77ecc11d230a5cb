import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser, openReusedPage } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({
  products: [
    { name: 'Oak bowl', count: 30 },
    { name: 'Pine bowl', count: 40 },
    { name: 'Oak table', count: 40 },
  ].flatMap(({ name, count }) =>
    Array.from({ length: count }, (_, index) =>
      buildProduct({
        slug: `${name.toLowerCase().replace(' ', '-')}-${index}`,
        name: `${name} ${index}`,
        brand: index % 2 === 0 ? 'Arita' : 'Bizen',
      }),
    ),
  ),
})

type SearchPage = Awaited<ReturnType<typeof openPage>>

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const opened = await openReusedPage(browser, server.url + path, options)
  const { page } = opened
  return {
    ...opened,
    status: page.locator('.toolbar-count'),
    heading: page.getByRole('heading', { level: 2, name: 'Matching some of the words' }),
  }
}

/** Goes through the pages of a search, of which the second one ends the products that match all words. */
async function expectGroups({ page, status, heading }: SearchPage, hasScripts: boolean): Promise<void> {
  const cards = page.locator('.listing-main .card')
  const partialCards = page.locator('.listing-partial .card')
  expect(await status.textContent()).toBe('30 products match all words; 80 more match some')
  expect([await cards.count(), await heading.count()]).toEqual([24, 0])
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await page.waitForURL('**/products?q=oak+bowl&page=2')
  await heading.waitFor()
  expect([await cards.count(), await partialCards.count()]).toEqual([24, 18])
  if (hasScripts) await expectNoViolations(page)
  expect(await page.locator('.card-name').evaluateAll((names) => names.map((name) => name.textContent))).toEqual([
    ...Array.from({ length: 6 }, () => expect.stringMatching(/^Oak bowl/) as string),
    ...Array.from({ length: 18 }, () => expect.not.stringMatching(/^Oak bowl/) as string),
  ])
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await page.waitForURL('**/products?q=oak+bowl&page=3')
  await expect.poll(() => partialCards.count()).toBe(24)
  expect([await cards.count(), await heading.count()]).toEqual([24, 1])
}

test('without scripts, products that match only some words follow those that match all, below a heading', async () => {
  const opened = await openPage('/products?q=oak+bowl', { javaScriptEnabled: false })
  await expectGroups(opened, false)
  expect(opened.complaints).toEqual([])
  await opened.close()
})

test('products that match only some words follow those that match all, below a heading, also in the table', async () => {
  const opened = await openPage('/products?q=oak+bowl')
  const { page, complaints } = opened
  await expectGroups(opened, true)

  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await page.getByRole('table').waitFor()
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await page.waitForURL('**/products?q=oak+bowl&view=table&page=2')
  const bodies = page.locator('.listing-main tbody')
  const group = page.getByRole('rowheader', { name: 'Matching some of the words' })
  await group.waitFor()
  expect(await bodies.evaluateAll((all) => all.map((body) => body.querySelectorAll('tr').length))).toEqual([6, 19])
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Name/ }).click()
  await page.waitForURL('**/products?q=oak+bowl&sort=name&view=table')
  await expect.poll(() => bodies.count()).toBe(1)
  expect(complaints).toEqual([])
  await opened.close()
})

test('a corrected search names the correction; a link searches for the text as typed, and filters keep that search', async () => {
  const { page, complaints, status, close } = await openPage('/products?q=oak+bwol')
  const correction = page.getByRole('heading', { name: 'Results for “oak bowl”', exact: true })
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
