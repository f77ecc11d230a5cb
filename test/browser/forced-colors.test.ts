import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { followAddedLink, useBrowser, waitUntilHydrated } from '../support/browser.ts'
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
  await waitUntilHydrated(page)
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
