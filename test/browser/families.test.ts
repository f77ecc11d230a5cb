import { expect, test } from 'vitest'
import { openReusedPage, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({ products: generateScrewCatalogue() })

const screw = (size: string) => `${server.url}/products/din912-${size}`

test('one click leads to another length, and keeps the scroll position', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'))
  const { page, complaints } = opened
  const lengths = page.getByRole('group', { name: 'Length' })
  // Pointing at the link scrolls it into view, as the click would.
  await lengths.getByRole('link', { name: '25 mm' }).hover()
  const top = await page.evaluate(() => window.scrollY)
  await lengths.getByRole('link', { name: '25 mm' }).click()
  await page.waitForURL(screw('m6x25'))
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/M6 x 25$/)
  expect(await lengths.getByRole('link', { name: '25 mm' }).getAttribute('aria-current')).toBe('page')
  // The page moves a little while it appears.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  await page.goBack()
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/M6 x 20$/)
  expect(complaints).toEqual([])
})

test('on a phone, the form is in the first window, and many sizes follow it, also by keyboard', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'), { viewport: { width: 360, height: 640 } })
  const { page } = opened
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
})

test('the matrix can be scrolled and followed by keyboard; its heads stay in view', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'), { viewport: { width: 360, height: 640 } })
  const { page } = opened
  const matrix = page.getByRole('region', { name: 'Thread / Length' })
  await matrix.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => matrix.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await page.keyboard.press('End')
  await expect.poll(() => matrix.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  const last = matrix.getByRole('link', { name: 'M20, 200 mm' })
  await last.focus()
  // A focused link is neither below the sticky heads nor outside the region.
  const [box, region, head] = await Promise.all([
    last.boundingBox(),
    matrix.boundingBox(),
    matrix.locator('thead td').boundingBox(),
  ])
  expect(box!.x).toBeGreaterThanOrEqual(head!.x + head!.width - 1)
  expect(box!.y).toBeGreaterThanOrEqual(head!.y + head!.height - 1)
  expect(box!.x + box!.width).toBeLessThanOrEqual(region!.x + region!.width + 1)
  await page.keyboard.press('Enter')
  await page.waitForURL(screw('m20x200'))
})

test('links to sizes are not preloaded in view, but when a visitor is about to follow them', async () => {
  await using opened = await openReusedPage(browser, `${server.url}/contact`, {
    preloads: true,
    viewport: { width: 1280, height: 5_000 },
  })
  const { page } = opened
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(screw('m6x20'))
  await waitUntilHydrated(page.locator('h1'))
  // The footer's links follow those of the sizes.
  await expect.poll(() => requested).toContain('/contact/_payload.json')
  expect(requested).not.toContain('/products/din912-m3x20/_payload.json')
  await page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M3', exact: true }).hover()
  await expect.poll(() => requested).toContain('/products/din912-m3x20/_payload.json')
})
