import { expect, test } from 'vitest'
import { openHydrated, useBrowser, watchComplaints } from '../support/browser.ts'
import { generateLargeCatalogue } from '../support/large-catalogue.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const WINDOWS = [360, 1280] as const

const server = await useServer(generateLargeCatalogue())

test('with 64 categories, home page, footer and page of categories stay short, and the link of a letter scrolls to its categories, at 360 and 1280 px', async () => {
  const page = await openHydrated(browser, server.url)
  const complaints = watchComplaints(page)
  const readHeight = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readHeight('main'), `home page at ${width} px`).toBeLessThan(3_000)
    expect(await readHeight('footer'), `footer at ${width} px`).toBeLessThan(600)
  }
  await page.locator('main').getByRole('link', { name: 'All 64 categories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readHeight('main'), `categories at ${width} px`).toBeLessThan(2_500)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const heading = page.getByRole('heading', { level: 2, name: 'S', exact: true })
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 500 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(async () => (await heading.boundingBox())!.y, { message: `at ${width} px` }).toBeGreaterThan(300)
    await page.getByRole('navigation', { name: 'Categories by letter' }).getByRole('link', { name: 'S' }).click()
    await page.waitForURL(`${server.url}/category#letter-S`)
    await expect.poll(async () => (await heading.boundingBox())!.y, { message: `at ${width} px` }).toBeLessThan(300)
    expect((await heading.boundingBox())!.y, `at ${width} px`).toBeGreaterThan(64)
  }
  expect(complaints).toEqual([])
})
