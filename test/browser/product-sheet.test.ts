import { decodeQR } from 'qr/decode.js'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { serverTextsFor } from '../../server/base/language.ts'
import type { Product } from '../../shared/catalog.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { countSheets, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { expectFit, expectLargeTargets } from '../support/target-size.ts'

const SHEET = serverTextsFor({ locale: 'en' }).sheet.sheet
const SITE_URL = 'https://shop.example'
const LONG = 'Hexagon socket head cap screw with partial thread and flange for high-strength steel connections, '
const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const image = { hash: 'a'.repeat(64), format: 'webp', width: 800, height: 1000, alt: 'A bowl' } as const

const buildVariants = (count: number, name: (index: number) => string) => ({
  options: [{ name: 'Size', values: Array.from({ length: count }, (_, index) => name(index)) }],
  variants: Array.from({ length: count }, (_, index) =>
    buildVariant({
      key: `v-${index}`,
      optionValues: [name(index)],
      sku: `ART-${10_000 + index}`,
      packSize: 100,
      minimumQuantity: 1_000,
      leadTime: '5-7',
    }),
  ) as unknown as Product['variants'],
})

const buildAttributes = (count: number, name: string, value: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, value: `${value} ${index}` }))

const products = [
  buildProduct({
    slug: 'bowl',
    name: 'Bowl',
    images: [image],
    ...buildVariants(3, (index) => `Size ${index}`),
    attributes: buildAttributes(8, 'Property', 'Value'),
    documents: [{ name: 'Care', url: `https://files.example/${'long/'.repeat(60)}care.pdf` }],
  }),
  buildProduct({ slug: 'plain', name: 'Plain', description: '' }),
  buildProduct({
    slug: 'attributes',
    images: [image],
    attributes: buildAttributes(200, 'Property', 'Some value'),
    description: `<p>${repeat(LONG, 5_000)}</p>`,
  }),
  buildProduct({
    slug: 'variants',
    images: [image],
    ...buildVariants(2_000, (index) => `M${index} x 20`),
    attributes: buildAttributes(30, 'Property', 'Some value'),
  }),
  buildProduct({
    slug: 'long',
    name: repeat(LONG, 300),
    brand: repeat(LONG, 200),
    images: [{ ...image, height: 3_000 }],
    ...buildVariants(2_000, (index) => `${repeat(LONG, 180)} ${index}`),
    attributes: buildAttributes(200, repeat(LONG, 90), repeat(LONG, 400)),
    description: `<p>${repeat(LONG, 5_000)}</p>`,
    documents: Array.from({ length: 30 }, (_, index) => ({
      name: repeat(LONG, 200),
      url: `https://files.example/${index}/${repeat('W', 400)}`,
    })),
  }),
  buildProduct({
    slug: 'capitals',
    name: repeat('WWWWW MMMMM ', 300),
    images: [image],
    ...buildVariants(2_000, (index) => repeat('WWWWWWWWWWW MMMMM ', index % 190)),
    attributes: buildAttributes(200, repeat('WWWWW MMMMM ', 40), repeat('WWWWW MMMMM ', 150)),
  }),
  ...(
    [
      ['arabic', 'برغي رأس سداسي مجوف من الفولاذ المقاوم للصدأ '],
      ['japanese', '六角穴付きボルト（ステンレス鋼製）高強度鋼接続用'],
    ] as const
  ).map(([slug, words]) =>
    buildProduct({
      slug,
      name: repeat(words, 120),
      images: [image],
      ...buildVariants(500, (index) => `${repeat(words, 40)} ${index}`),
      attributes: buildAttributes(100, repeat(words, 15), repeat(words, 60)),
      description: `<p>${repeat(words, 2_000)}</p>`,
    }),
  ),
]

const browser = await useBrowser()
const contact = {
  email: 'hello@shop.example',
  phone: '+43 1 23',
  address: { streetAddress: 'Ring 1', postalCode: '1010', addressLocality: 'Wien', addressCountry: 'AT' },
  openingHours: [],
}
const site = { ...NEUTRAL_SITE, name: 'Tornio', currency: 'EUR', contact }
const server = await useServer({ products, site, environment: { SITE_URL } })

test.each([
  ['plain', 1],
  ['bowl', 1],
  ['attributes', 2],
  ['variants', 2],
  ['long', 2],
  ['capitals', 2],
  ['arabic', 2],
  ['japanese', 2],
])('the sheet of the product "%s" is printed on %d page(s) of A4 and Letter', async (slug, count) => {
  const page = await openTab(browser, { javaScriptEnabled: false, colorScheme: 'dark' })
  await page.goto(`${server.url}/products/${slug}?sheet`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.sheet-tools').isVisible()).toBe(false)
  for (const format of ['A4', 'Letter']) expect(await countSheets(page, format, '13mm'), format).toBe(count)
})

test('a sheet has room on two pages of Letter also in a wide font of the owner', async () => {
  const fonts = { display: 'monospace', text: 'monospace' } as const
  await using wide = await startServer({ products, site: { ...site, fonts }, environment: { SITE_URL } })
  const page = await openTab(browser, { javaScriptEnabled: false })
  for (const slug of ['attributes', 'variants', 'long', 'capitals']) {
    await page.goto(`${wide.url}/products/${slug}?sheet`)
    expect(await countSheets(page, 'Letter', '13mm'), slug).toBe(2)
  }
})

/** Takes a picture of the QR code and reads it. */
async function readCode(page: Page): Promise<string> {
  const picture = await codeOf(page).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

const codeOf = (page: Page): Locator => page.getByRole('img', { name: 'QR code with the address of this product' })

test.each(['light', 'dark'] as const)(
  'the QR code is the address of the page with its variant, on a %s screen and on paper',
  async (colorScheme) => {
    const page = await openTab(browser, { javaScriptEnabled: false, colorScheme })
    await page.goto(`${server.url}/products/bowl?sheet&variant=v-2`)
    expect(await readCode(page)).toBe(`${SITE_URL}/products/bowl?variant=v-2`)
    await page.emulateMedia({ media: 'print' })
    expect(await readCode(page)).toBe(`${SITE_URL}/products/bowl?variant=v-2`)
    await page.goto(`${server.url}/products/plain?sheet`)
    expect(await readCode(page)).toBe(`${SITE_URL}/products/plain`)
  },
)

test.each([360, 1280])(
  'at %d px the sheet is reached from the product, printed by keyboard, and left again',
  async (width) => {
    const page = await openTab(browser, { viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const complaints = watchComplaints(page)
    await page.route('**/images/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: writeBlankPng(800, 1_000) }),
    )
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.goto(`${server.url}/products/bowl?variant=v-1`)
    await waitUntilHydrated(page.locator('h1'))
    const link = page.getByRole('link', { name: SHEET })
    const add = page.getByRole('button', { name: messages.enquiryList.add, exact: true })
    const [linkBox, addBox] = [await link.boundingBox(), await add.boundingBox()]
    expect(linkBox!.y).toBeGreaterThan(addBox!.y)
    await link.click()
    const print = page.getByRole('button', { name: 'Print', exact: true })
    await print.waitFor()
    expect(page.url()).toBe(`${server.url}/products/bowl?variant=v-1&sheet`)
    expect(await page.title()).toBe('Print sheet: Bowl · Tornio')
    expect(await readCode(page)).toBe(`${SITE_URL}/products/bowl?variant=v-1`)
    await expectNoViolations(page)
    await expectLargeTargets(page)
    await expectFit(page, 'sheet')
    await page.locator('main').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Back to the product')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('body[data-printed]').waitFor()
    await page.getByRole('link', { name: 'Back to the product' }).click()
    await page.waitForURL(`${server.url}/products/bowl?variant=v-1`)
    await page.goBack()
    await print.waitFor()
    // The document hydrates as well, and the button works after a reload.
    await page.reload()
    await print.click()
    await page.locator('body[data-printed]').waitFor()
    await waitUntilHydrated(page.locator('h1'))
    expect(complaints).toEqual([])
  },
)

test('without scripts, the product links to the sheet and the sheet to the product, and no button is shown', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  await page.goto(`${server.url}/products/bowl?variant=v-1&item=plain:2`)
  await page.getByRole('link', { name: SHEET }).click()
  await page.getByRole('heading', { level: 1, name: 'Bowl' }).waitFor()
  expect(await page.getByRole('button', { name: 'Print', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to the product' }).click()
  await page.getByRole('link', { name: SHEET }).waitFor()
  expect(new URL(page.url()).searchParams.get('item')).toBe('plain:2')
})
