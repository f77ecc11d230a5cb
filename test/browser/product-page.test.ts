import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { contactPath } from '../../shared/urls.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const LONG_PART_NUMBER = 'EN1092-1_LTC2656BCUFD#TRPBF/'.repeat(4)

function buildImages(count: number, width: number, height: number): readonly StoredImage[] {
  return Array.from({ length: count }, (_, index) => ({
    hash: String(index).padStart(64, 'a'),
    format: 'png',
    width,
    height,
    alt: `Picture ${index}`,
  }))
}

const options = [
  { name: 'Colour', values: ['Red', 'Sea green'] },
  { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
]
const variants = options[0]!.values.flatMap((colour) =>
  options[1]!.values.map((size) =>
    buildVariant({
      key: `${colour.toLowerCase().replace(' ', '-')}-${size.toLowerCase()}`,
      optionValues: [colour, size],
      priceMinor: 9_800,
      compareAtMinor: 12_900,
    }),
  ),
) as [ReturnType<typeof buildVariant>]

const shirt = {
  name: 'Linen shirt',
  brand: 'Maker',
  options,
  variants,
  description: `<p>${'A shirt of washed linen. '.repeat(40)}</p>`,
  attributes: [{ name: 'Material', value: 'Linen' }],
}

const server = await useServer({
  products: [
    buildProduct({ ...shirt, slug: 'portrait', images: buildImages(4, 800, 1000) }),
    buildProduct({ ...shirt, slug: 'wide', images: buildImages(12, 1500, 1000) }),
    buildProduct({
      slug: 'part',
      name: `Plate flange ${LONG_PART_NUMBER}`,
      options: [{ name: 'Finish', values: [LONG_PART_NUMBER, 'Plain'] }],
      variants: [
        buildVariant({ key: 'a', optionValues: [LONG_PART_NUMBER], sku: LONG_PART_NUMBER }),
        buildVariant({ key: 'b', optionValues: ['Plain'] }),
      ],
      attributes: [{ name: LONG_PART_NUMBER, value: LONG_PART_NUMBER }],
    }),
  ],
})

/** Opens a page without scripts, which would shrink pictures that fail to load. */
async function openPlain(path: string, width: number, height: number): Promise<Page> {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width, height } })
  await page.goto(server.url + path)
  return page
}

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { left: x, top: y, right: x + width, bottom: y + height, width, height }
}

const askAbout = (page: Page) => page.getByRole('link', { name: 'Ask about this product' })

test('picture, name, price and button are on the first screen of tablets and desktops, where the texts are beside the pictures and stay in view down to the specification', async () => {
  const page = await openPlain('/products/wide', 768, 1024)
  for (const slug of ['wide', 'portrait']) {
    if (slug === 'portrait') await page.goto(`${server.url}/products/portrait`)
    for (const [width, height] of [
      [768, 1024],
      [1023, 768],
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      const place = `${slug} at ${width} × ${height}`
      const picture = await boxOf(page.locator('.gallery .picture').first())
      expect.soft(picture.bottom, place).toBeLessThanOrEqual(height)
      expect.soft(picture.width, place).toBeGreaterThan(300)
      for (const part of [page.getByRole('heading', { level: 1 }), page.locator('.product-price'), askAbout(page)]) {
        const box = await boxOf(part)
        if (width > 768) expect.soft(box.left, place).toBeGreaterThan(picture.right)
        expect.soft(box.bottom, place).toBeLessThanOrEqual(height)
      }
    }
  }

  // Further pictures are in rows of two, with an odd last one over the whole width.
  await page.setViewportSize({ width: 1280, height: 720 })
  const boxes = await Promise.all((await page.locator('.gallery .picture').all()).map(boxOf))
  expect(boxes[1]!.top).toBe(boxes[2]!.top)
  expect(boxes[2]!.left).toBeGreaterThan(boxes[1]!.right)
  expect(boxes[3]!.width).toBe(boxes[0]!.width)
  expect(await page.locator('.product-facts').getByText('Specification').count()).toBe(0)

  // Name and button stay in view down to the specification.
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  for (const width of [768, 1280]) {
    const place = `at ${width} px`
    await page.setViewportSize({ width, height: 720 })
    await scrollTo(0)
    const gallery = await boxOf(page.locator('.gallery'))
    const specification = await boxOf(page.locator('.specification').first())
    expect(specification.top, place).toBeGreaterThan(gallery.bottom)
    await scrollTo(gallery.bottom - 720)
    expect((await boxOf(page.locator('.gallery'))).bottom, place).toBeLessThan(gallery.bottom)
    for (const part of [page.getByRole('heading', { level: 1 }), askAbout(page)]) {
      const { top, bottom } = await boxOf(part)
      expect(top, place).toBeGreaterThan(64)
      expect(bottom, place).toBeLessThanOrEqual(720)
    }
  }
})

test('without pictures, the specification is on the first screen, beside the facts; long part numbers do not widen the page', async () => {
  const page = await openPlain('/products/part', 360, 720)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 360) continue
    const facts = await boxOf(page.locator('.product-facts'))
    const specification = await boxOf(page.locator('.specification').first())
    expect(specification.top, `at ${width} px`).toBeLessThanOrEqual(facts.top + 8)
    expect(specification.left, `at ${width} px`).toBeGreaterThan(facts.right)
  }
})

test('on a phone, the enquiry bar shows the chosen variant without warnings', async () => {
  const page = await openTab(browser, { viewport: { width: 360, height: 640 } })
  await interceptRequests(page, '*/images/*', (request) => request.abort())
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products/portrait`)
  const bar = page.locator('.ask-bar')
  await waitUntilHydrated(bar)
  await page.locator('.option').getByRole('link', { name: 'Sea green' }).click()
  await bar.getByText('Sea green / S').waitFor()
  expect(await bar.getByRole('link').getAttribute('href')).toBe(contactPath('portrait', 'sea-green-s'))
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})
