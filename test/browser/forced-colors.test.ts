import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { followAddedLink, openHydrated, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()
const FORCED = { forcedColors: 'active', viewport: { width: 1280, height: 800 } } as const

const products = Array.from({ length: 30 }, (_, index) =>
  buildProduct({
    slug: `bowl-${index}`,
    options: [{ name: 'Glaze', values: ['Chalk', 'Ink'] }],
    variants: [
      buildVariant({ key: 'chalk', optionValues: ['Chalk'] }),
      buildVariant({ key: 'ink', optionValues: ['Ink'], availability: 'BackOrder' }),
    ],
  }),
)

const white = await sharp({ create: { width: 80, height: 100, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const pictured = buildProduct({
  slug: 'pictured',
  images: [{ url: 'https://pictures.example/bowl.png', alt: 'A bowl' }],
})
const server = await useServer({ products: [...products, pictured] })

async function colorAt(element: Locator, offset: number): Promise<string> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = info.width * Math.floor(info.height / 2) + (offset < 0 ? info.width + offset : offset)
  return data.subarray(pixel * 3, pixel * 3 + 3).toString('hex')
}

test('with forced colours, the chosen variant, its availability and the current page are distinguishable, and pictures visible', async () => {
  const page = await openTab(browser, FORCED)
  await interceptRequests(page, 'https://pictures.example/*', (request) =>
    request.fulfill({ body: white, contentType: 'image/png' }),
  )
  await page.goto(`${server.url}/products/bowl-0`)
  await waitUntilHydrated(page.locator('h1'))
  const option = (name: string) => page.locator('.option-value', { hasText: name })
  const canvas = await colorAt(option('Ink'), 6)
  expect(await colorAt(option('Chalk'), 6)).not.toBe(canvas)

  const availability = page.locator('.product-availability')
  expect(await colorAt(availability, 4)).not.toBe(canvas)
  await option('Ink').click()
  await expect.poll(() => availability.getAttribute('data-availability')).toBe('BackOrder')
  expect(await colorAt(availability, 4)).toBe(canvas)
  expect(await colorAt(option('Ink'), 6)).not.toBe(canvas)
  expect(await colorAt(option('Chalk'), 6)).toBe(canvas)

  await followAddedLink(page, '/products')
  const pages = page.locator('.table-pagination')
  expect(await colorAt(pages.getByRole('link', { name: '2' }), 4)).toBe(canvas)
  expect(await colorAt(pages.locator('[aria-current]'), 4)).not.toBe(canvas)

  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await followAddedLink(page, '/products/pictured')
  await expect.poll(() => colorAt(page.locator('.gallery .picture'), 50)).not.toBe('000000')
})

test('with forced colours, the current step of the enquiry form and the chosen day are distinguishable', async () => {
  const page = await openHydrated(browser, `${server.url}/contact`, FORCED)
  const step = (index: number) => page.locator('.stepper-step').nth(index)
  const canvas = await colorAt(step(1), 4)
  expect(await colorAt(step(0), 4)).not.toBe(canvas)
  const borderColors = await page
    .locator('.stepper-step')
    .evaluateAll((steps) => steps.map((own) => getComputedStyle(own).borderBottomColor))
  expect(borderColors.filter((color) => color === borderColors[0])).toHaveLength(1)

  await page.getByLabel(messages.enquiry.request).fill('Is it glazed?')
  await page.getByRole('button', { name: messages.stepNext }).click()
  await page.getByLabel(messages.enquiry.name, { exact: true }).fill('Josefine')
  await page.getByLabel(messages.enquiry.email).fill('josefine@visitor.example')
  await page.getByLabel(messages.enquiry.phone).press('Enter')
  await page.locator('.datepicker-open').click()
  await page.getByRole('button', { name: messages.nextMonth }).click()
  const day = (date: string) => page.locator(`.calendar [data-date$="-${date}"]:not([data-outside])`)
  await day('15').click()
  await page.locator('.datepicker-open').click()
  expect(await colorAt(day('16'), 4)).toBe(canvas)
  expect(await colorAt(day('15'), 4)).not.toBe(canvas)
})
