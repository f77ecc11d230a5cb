import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARED_MAX } from '../../shared/constants.ts'
import {
  delayScripts,
  followAddedLink,
  openHydrated,
  useBrowser,
  waitUntilHydrated,
  watchComplaints,
} from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const server = await useServer({
  products: Array.from({ length: 30 }, (_, index) => {
    const number = String(index).padStart(2, '0')
    return buildProduct({ slug: `bowl-${number}`, name: `Bowl ${number}`, categorySlug: null })
  }),
})

const LIST = `${server.url}/products?sort=name`

const barOf = (page: Page) => page.getByRole('region', { name: 'Compare products' })
const boxOf = (page: Page, number: string) => page.getByRole('checkbox', { name: `Compare Bowl ${number}` })

test('a product checked before hydration is marked; a page restored from the back-forward cache shows products marked in the meantime; if local storage is full, marks last until the document is closed', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  // Damaged stored marks are ignored.
  await page.addInitScript(() => localStorage.setItem('compared-products', '{"marks":[{"slug":1},null'))
  const allowScripts = await delayScripts(page)
  await page.goto(LIST, { waitUntil: 'commit' })
  await boxOf(page, '03').check()
  allowScripts()
  await expect.poll(() => barOf(page).count()).toBe(1)
  expect(await boxOf(page, '03').isChecked()).toBe(true)
  expect(await barOf(page).getByRole('status').textContent()).toBe('1 selected')

  // The test browser has no back-forward cache, so the test fires the event of a restored page itself.
  await page.evaluate(() => {
    localStorage.setItem(
      'compared-products',
      '{"marks":[{"slug":"bowl-04","name":"Bowl 04"},{"slug":"bowl-05","name":"Bowl 05"}]}',
    )
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect.poll(() => barOf(page).getByRole('status').textContent()).toBe('2 selected')
  expect([await boxOf(page, '03').isChecked(), await boxOf(page, '04').isChecked()]).toEqual([false, true])

  // If the storage is full, marks last until the document is closed.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await boxOf(page, '00').check()
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await page.getByRole('table').waitFor()
  expect(await boxOf(page, '00').isChecked()).toBe(true)
  expect(complaints).toEqual([])
})

test('marks survive a reload, are shared with other tabs, and lead to a comparison', async () => {
  const page = await openHydrated(browser, LIST)
  const complaints = watchComplaints(page)
  expect(await barOf(page).count()).toBe(0)
  await boxOf(page, '03').check()
  await boxOf(page, '01').check()
  await expect.poll(() => barOf(page).getByRole('status').textContent()).toBe('2 selected')
  expect(await barOf(page).textContent()).toContain('Bowl 03, Bowl 01')

  await page.reload()
  await waitUntilHydrated(page)
  await expect.poll(() => boxOf(page, '01').isChecked()).toBe(true)

  const other = await page.context().newPage()
  await other.goto(`${server.url}/products/bowl-07`)
  await waitUntilHydrated(other)
  const button = other.getByRole('button', { name: 'Compare', exact: true })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await button.press('Enter')
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => barOf(page).getByRole('status').textContent()).toBe('3 selected')
  await other.close()

  await barOf(page).getByRole('link', { name: 'Compare' }).click()
  await page.waitForURL(`${server.url}/products?compare=bowl-03,bowl-01,bowl-07`)
  await page.getByRole('columnheader', { name: /Bowl 07/ }).waitFor()
  expect(await page.locator('.compare-bar').isVisible()).toBe(false)

  await page.getByRole('link', { name: 'Remove Bowl 01' }).click()
  await page.waitForURL('**/products?compare=bowl-03,bowl-07')
  await page.getByRole('link', { name: 'Add more' }).click()
  await expect.poll(() => barOf(page).getByRole('status').textContent()).toBe('2 selected')
  await barOf(page).getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => barOf(page).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(await page.context().cookies()).toEqual([])
  expect(complaints).toEqual([])
})

test('on a phone, the comparison bar has one line, hides neither the footer nor the focused element, says why no further product can be marked, and is never beside the enquiry bar', async () => {
  const page = await openHydrated(browser, LIST, { viewport: { width: 360, height: 640 } })
  await boxOf(page, '00').check()
  await barOf(page).waitFor()
  const top = async () => (await barOf(page).boundingBox())!.y
  await boxOf(page, '08').focus()
  const focused = (await boxOf(page, '08').boundingBox())!
  expect(focused.y + focused.height).toBeLessThanOrEqual(await top())
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const footer = (await page.locator('footer').boundingBox())!
  expect(footer.y + footer.height).toBeLessThanOrEqual((await top()) + 1)

  for (let index = 1; index < COMPARED_MAX; index++) await boxOf(page, `0${index}`).check()
  await boxOf(page, '09').click()
  await expect
    .poll(() => barOf(page).getByRole('status').textContent())
    .toBe(`You can compare at most ${COMPARED_MAX} products.`)
  expect(await boxOf(page, '09').isChecked()).toBe(false)
  await boxOf(page, '07').uncheck()

  const bar = page.locator('.compare-bar')
  const enquiry = page.locator('.ask-bar')
  expect((await bar.boundingBox())!.height).toBeLessThan(65)
  await followAddedLink(page, '/contact')
  await expect.poll(() => bar.count()).toBe(0)
  await followAddedLink(page, '/products/bowl-07')
  await enquiry.waitFor()
  expect([await bar.count(), await bar.isVisible()]).toEqual([1, false])
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await bar.waitFor()
  await expect.poll(() => enquiry.count()).toBe(0)
})

const chairs = await useServer({
  categories: [buildCategory({ slug: 'chairs', name: 'Chairs' })],
  products: Array.from({ length: 8 }, (_, index) =>
    buildProduct({
      slug: `chair-${index}`,
      name: `Reading chair number ${index}`,
      brand: 'Tornio',
      categorySlug: 'chairs',
      options: [{ name: 'Colour', values: ['Chalk', 'Ink'] }],
      variants: [
        buildVariant({ key: 'chalk', optionValues: ['Chalk'], priceMinor: 4000 + index }),
        buildVariant({ key: 'ink', optionValues: ['Ink'], priceMinor: 5000 }),
      ],
      attributes: [
        ...Array.from({ length: 30 }, (_unused, place) => ({ name: `Measure ${place}`, value: `${index} ${place}` })),
        { name: 'Legs', value: '4' },
        { name: 'Wood', value: index === 1 ? 'Ash' : 'Oak' },
      ],
    }),
  ),
})

const ALL = Array.from({ length: 8 }, (_, index) => `chair-${index}`)
const addressOf = (...slugs: string[]) => `${chairs.url}/products?compare=${slugs.join(',')}`

const rowOf = (page: Page, name: RegExp) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('names and row headers stay visible while a comparison scrolls; on a phone, two products fit, each value below the name of its row; it prints in landscape with all products', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 700 } })
  await page.goto(addressOf(...ALL))
  const region = page.getByRole('region', { name: 'Compare products' })
  await region.focus()
  await region.evaluate((element) => element.scrollTo(600, 500))
  const box = (await region.boundingBox())!
  const head = (await page.getByRole('columnheader', { name: /number 5/ }).boundingBox())!
  const row = (await rowOf(page, /^Measure 15/)
    .getByRole('rowheader')
    .boundingBox())!
  expect(head.y).toBeCloseTo(box.y, 0)
  expect(row.x).toBeCloseTo(box.x, 0)

  await region.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 360, height: 740 })
  const wood = rowOf(page, /^Wood/)
  const [first, second] = [
    (await wood.locator('td').nth(0).boundingBox())!,
    (await wood.locator('td').nth(1).boundingBox())!,
  ]
  expect(first.x).toBeGreaterThanOrEqual(0)
  expect(second.x + second.width).toBeLessThanOrEqual(360)
  expect(second.width).toBeGreaterThan(140)
  const names = await page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x))
  expect(names[0]).toBeCloseTo(first.x, 0)
  const name = wood.getByRole('rowheader').locator('span').first()
  await region.evaluate((element) => element.scrollTo(500, 0))
  expect((await name.boundingBox())!.x).toBeCloseTo(first.x, 0)

  await page.emulateMedia({ media: 'print' })
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)]
  expect(boxes.length).toBeGreaterThan(0)
  for (const [, width, height] of boxes) expect(Number(width)).toBeGreaterThan(Number(height))
  await page.setViewportSize({ width: 1047, height: 700 })
  const table = (await page.locator('.comparison table').boundingBox())!
  expect(table.x + table.width).toBeLessThanOrEqual(1047)
  expect(await rowOf(page, /^Wood/).locator('td').last().isVisible()).toBe(true)
})
