import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { contactPath } from '../../shared/urls.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { openHydrated, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
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
    buildProduct({ ...shirt, slug: 'square', images: buildImages(1, 1000, 1000) }),
    buildProduct({ ...shirt, slug: 'wide', images: buildImages(12, 1500, 1000) }),
    buildProduct({ slug: 'remote', images: [{ url: 'https://pictures.example/shirt.png', alt: 'Shirt' }] }),
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

const plainPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()

/** Opens a page in the shared tab, without scripts, which would shrink pictures that fail to load. */
async function openPlain(path: string, width: number, height: number): Promise<Page> {
  await plainPage.setViewportSize({ width, height })
  await plainPage.emulateMedia({ media: null })
  await plainPage.goto(server.url + path)
  return plainPage
}

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { left: x, top: y, right: x + width, bottom: y + height, width, height }
}

const askAbout = (page: Page) => page.getByRole('link', { name: 'Ask about this product' })

test.each([
  [1023, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
])(
  'at %i × %i the whole first picture is on the first screen, to the left of name, price, options and button',
  async (width, height) => {
    for (const slug of ['portrait', 'square', 'wide']) {
      const page = await openPlain(`/products/${slug}`, width, height)
      const picture = await boxOf(page.locator('.gallery .picture').first())
      expect.soft(picture.bottom, slug).toBeLessThanOrEqual(height)
      expect.soft(picture.width, slug).toBeGreaterThan(300)
      for (const part of [
        page.getByRole('heading', { level: 1 }),
        page.locator('.product-price'),
        page.locator('.option').last(),
        askAbout(page),
      ]) {
        const box = await boxOf(part)
        expect.soft(box.left, slug).toBeGreaterThan(picture.right)
        expect.soft(box.bottom, slug).toBeLessThanOrEqual(height)
      }
    }
  },
)

test('on a tablet, name, price and button are on the first screen', async () => {
  for (const slug of ['portrait', 'square', 'wide', 'remote']) {
    const page = await openPlain(`/products/${slug}`, 768, 1024)
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.locator('.product-price'),
      page.locator('.gallery .picture').first(),
      askAbout(page),
    ])
      expect.soft((await boxOf(part)).bottom, slug).toBeLessThanOrEqual(1024)
  }
})

test('further pictures are in rows of two below the first one, and a single last one is as wide as the first', async () => {
  const four = await openPlain('/products/portrait', 1280, 720)
  const boxes = await Promise.all((await four.locator('.gallery .picture').all()).map(boxOf))
  expect(boxes[1]!.top).toBe(boxes[2]!.top)
  expect(boxes[2]!.left).toBeGreaterThan(boxes[1]!.right)
  expect(boxes[3]!.width).toBe(boxes[0]!.width)

  const twelve = await openPlain('/products/wide', 1280, 720)
  const tops = await Promise.all(
    (await twelve.locator('.gallery .picture').all()).map(async (box) => (await boxOf(box)).top),
  )
  expect(new Set(tops).size).toBe(5)
  expect((await boxOf(twelve.locator('.gallery'))).height).toBeLessThan(3 * 720)
})

test.each([768, 1280])(
  'at %i px, name and button stay in view while the pictures scroll, and the specification follows the pictures',
  async (width) => {
    const page = await openPlain('/products/portrait', width, 720)
    expect(await page.locator('.product-facts').getByText('Specification').count()).toBe(0)
    const gallery = await boxOf(page.locator('.gallery'))
    const specification = await boxOf(page.locator('.specification').first())
    expect(specification.top).toBeGreaterThan(gallery.bottom)
    await page.mouse.wheel(0, gallery.bottom - 720)
    await expect.poll(async () => (await boxOf(page.locator('.gallery'))).bottom).toBeLessThan(gallery.bottom)
    for (const part of [page.getByRole('heading', { level: 1 }), askAbout(page)]) {
      const { top, bottom } = await boxOf(part)
      expect(top).toBeGreaterThan(64)
      expect(bottom).toBeLessThanOrEqual(720)
    }
  },
)

test.each([768, 1280])(
  'at %i px, the specification of a product without pictures is on the first screen',
  async (width) => {
    const page = await openPlain('/products/part', width, 720)
    const facts = await boxOf(page.locator('.product-facts'))
    const specification = await boxOf(page.locator('.specification').first())
    expect(specification.top).toBeLessThanOrEqual(facts.top + 8)
    expect(specification.left).toBeGreaterThan(facts.right)
  },
)

test.each([360, 768, 1280])('long part numbers do not widen the page at %i px', async (width) => {
  const page = await openPlain('/products/part', width, 720)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('without scripts, a bar at the bottom of a phone shows price and chosen variant and links to the enquiry', async () => {
  const page = await openPlain('/products/portrait?variant=sea-green-l', 360, 640)
  const bar = page.getByRole('region', { name: 'Linen shirt' })
  expect((await boxOf(bar)).bottom).toBe(640)
  expect(await bar.innerText()).toMatch(/€98\s+Former price\s+€129\s+Sea green \/ L\s+Ask/)
  const link = bar.getByRole('link', { name: 'Ask', exact: true })
  expect(await link.getAttribute('href')).toBe(contactPath('portrait', 'sea-green-l'))
  const { right, height } = await boxOf(link)
  expect(right).toBeLessThanOrEqual(360)
  expect(height).toBeGreaterThanOrEqual(44)

  // At the end of the page, the bar does not cover the footer.
  await page.mouse.wheel(0, 20_000)
  const footer = page.locator('footer')
  await expect.poll(async () => (await boxOf(footer)).bottom).toBeLessThanOrEqual(641)
  expect((await boxOf(bar)).bottom).toBeLessThanOrEqual((await boxOf(footer)).top)
})

test('on a phone, the enquiry bar shows the chosen variant and causes no warnings', async () => {
  const page = await openTab(browser, { savesData: true, viewport: { width: 360, height: 640 } })
  await page.route('**/images/**', (route) => route.abort())
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products/square`)
  const bar = page.locator('.ask-bar')
  await waitUntilHydrated(bar)
  await page.locator('.option').getByRole('link', { name: 'Sea green' }).click()
  await bar.getByText('Sea green / S').waitFor()
  expect(await bar.getByRole('link').getAttribute('href')).toBe(contactPath('square', 'sea-green-s'))
  await expectNoViolations(page)
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})

test('the enquiry bar is shown on phones only and never printed', async () => {
  const page = await openPlain('/products/square', 767, 900)
  const bar = page.locator('.ask-bar')
  expect(await bar.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await bar.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await bar.isVisible()).toBe(false)
})

test('on a phone, the enquiry bar is above the bar of products marked for comparison', async () => {
  const page = await openHydrated(browser, `${server.url}/products/portrait`, { viewport: { width: 360, height: 640 } })
  await page.evaluate(
    (marks) => localStorage.setItem('compared-products', JSON.stringify({ marks })),
    [{ slug: 'square', name: 'Linen shirt' }],
  )
  await page.reload()
  const marked = page.locator('.compare-bar')
  await marked.waitFor()
  await page.mouse.wheel(0, 900)
  const bar = page.locator('.ask-bar')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(850)
  expect((await boxOf(bar)).bottom).toBeLessThanOrEqual((await boxOf(marked)).top + 1)
})
