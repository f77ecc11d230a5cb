import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { openHydrated, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { openTab } from '../support/reused-page.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({
  products: generateScrewCatalogue(),
  site: { ...NEUTRAL_SITE, pages: [buildOwnerPage()] },
})

const screw = (size: string) => `${server.url}/products/din912-${size}`

test('on a phone, the form is in the first window, and many sizes follow it, also by keyboard; the matrix can be scrolled and followed by keyboard below its heads', async () => {
  const page = await openHydrated(browser, screw('m6x20'), { viewport: { width: 360, height: 640 } })
  const add = page.getByRole('button', { name: messages.enquiryList.add })
  const box = await add.boundingBox()
  expect(box!.y + box!.height).toBeLessThan(640)
  const firstSize = page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M3', exact: true })
  await add.focus()
  const tops: number[] = []
  do {
    tops.push(await page.evaluate(() => document.activeElement!.getBoundingClientRect().top + window.scrollY))
    await page.keyboard.press('Tab')
  } while (tops.length < 9 && !(await firstSize.evaluate((link) => link === document.activeElement)))
  expect(tops.length).toBeLessThan(9)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect((await firstSize.boundingBox())!.y + (await page.evaluate(() => window.scrollY))).toBeGreaterThan(tops.at(-1)!)

  const matrix = page.getByRole('region', { name: 'Thread / Length' })
  await matrix.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => matrix.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await page.keyboard.press('End')
  // The scrolling by keys would go on after a link has the focus.
  let top = 0
  const isScrolled = async () => {
    const former = top
    top = await matrix.evaluate((element) => element.scrollTop)
    return top > 0 && top === former
  }
  await expect.poll(isScrolled).toBe(true)
  const last = matrix.getByRole('link', { name: 'M20, 200 mm' })
  // A focused link is neither below the sticky heads nor outside the region.
  for (const link of [last, matrix.getByRole('link', { name: 'M8, 40 mm' }), last]) {
    await link.focus()
    const [own, region, head] = await Promise.all([
      link.boundingBox(),
      matrix.boundingBox(),
      matrix.locator('thead td').boundingBox(),
    ])
    expect(own!.x).toBeGreaterThanOrEqual(head!.x + head!.width - 1)
    expect(own!.y).toBeGreaterThanOrEqual(head!.y + head!.height - 1)
    expect(own!.x + own!.width).toBeLessThanOrEqual(region!.x + region!.width + 1)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(screw('m20x200'))
})

test('sizes are preloaded only when a visitor is about to follow them; one click leads to another size, and keeps the scroll position', async () => {
  const page = await openTab(browser, { preloads: true, viewport: { width: 1280, height: 5_000 } })
  const complaints = watchComplaints(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(screw('m6x20'))
  await waitUntilHydrated(page)
  // The footer's link follows those of the sizes.
  await expect.poll(() => requested).toContain('/about/imprint/_payload.json')
  const target = '/products/din912-m6x25/_payload.json'
  expect(requested).not.toContain(target)
  await page.setViewportSize({ width: 1280, height: 600 })
  const length = page.getByRole('group', { name: 'Length' }).getByRole('link', { name: '25 mm' })
  // Pointing at the link scrolls it into view, as the click would.
  await length.hover()
  await expect.poll(() => requested).toContain(target)
  const top = await page.evaluate(() => window.scrollY)
  await length.click()
  await page.waitForURL(screw('m6x25'))
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/M6 x 25$/)
  expect(await length.getAttribute('aria-current')).toBe('page')
  // The transition to the page moves it by a few pixels.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  expect(complaints).toEqual([])
})
