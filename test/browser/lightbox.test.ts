import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { borrowPage } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

interface Picture {
  readonly image: StoredImage
  readonly bytes: Buffer
}

async function drawPicture(width: number, height: number, background: string, alt: string): Promise<Picture> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { bytes, image: { hash, format: 'webp', width, height, alt } }
}

const browser = await useBrowser()
// The pictures have few pixels, because their renditions take most of the time.
const pictures = await Promise.all([
  drawPicture(1920, 160, '#4a6b57', 'A wide jar'),
  drawPicture(150, 200, '#b5562f', 'A tall jar'),
  drawPicture(400, 40, '#2f4fb5', 'A small jar'),
])
const [wide, , small] = pictures
const REMOTE_URL = 'https://photos.example/far.webp'

const server = await useServer({
  products: [
    buildProduct({ slug: 'jars', images: pictures.map(({ image }) => image) }),
    buildProduct({ slug: 'far', images: [{ url: REMOTE_URL, alt: 'A far jar' }] }),
  ],
})
await server.store.write(async (writer) => {
  for (const { image, bytes } of pictures) await writer.putImage(image.hash, { bytes, format: 'webp' })
})

const DESKTOP: BrowserContextOptions = { viewport: { width: 1200, height: 800 } }

/** Opens a product page. */
async function openProduct(options: BrowserContextOptions, slug = 'jars') {
  const borrowed = await borrowPage(browser, options)
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await interceptRequests(page, REMOTE_URL, (request) =>
    request.fulfill({ contentType: 'image/webp', body: wide.bytes }),
  )
  await page.goto(`${server.url}/products/${slug}`)
  await waitUntilHydrated(page)
  return { page, complaints, [Symbol.asyncDispose]: () => borrowed[Symbol.asyncDispose]() }
}

function lightboxOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  return {
    dialog,
    status: dialog.getByRole('status'),
    picture: dialog.locator('.yarl__slide_current img').last(),
  }
}

async function openLightbox(options: BrowserContextOptions = DESKTOP, { index = 0, slug = 'jars' } = {}) {
  const opened = await openProduct(options, slug)
  const { page } = opened
  await page.locator('.gallery-picture').nth(index).click()
  const parts = lightboxOf(page)
  await expect
    .poll(() => parts.picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
  return { ...opened, ...parts }
}

const hasFocus = (element: Element) => element === document.activeElement

test('a picture opens focused, with its text and number, and closing it returns the focus to its link; the wheel zooms it up to its largest rendition, and the page keeps its scroll position and zoom; all buttons are in view, without axe violations, on phones, on desktops and at 400 % zoom', async () => {
  await using opened = await openLightbox(DESKTOP, { index: 1 })
  const { page, dialog, status, picture, complaints } = opened
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect(await dialog.getByRole('img', { name: 'A tall jar' }).count()).toBe(1)
  expect(await status.innerText()).toMatch(/^2 of 3\s+A tall jar$/)
  expect(await page.locator('#root').getAttribute('inert')).toBe('')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  const link = page.getByRole('link', { name: 'Enlarge: A tall jar' })
  await expect.poll(() => link.evaluate(hasFocus)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => status.innerText()).toMatch(/^2 of 3/)

  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.locator('.gallery-picture').first().click()
  await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  const pageState = () => page.evaluate(() => [window.scrollY, visualViewport!.scale])
  const before = await pageState()
  const width = async () => (await picture.boundingBox())!.width
  const fitted = await width()
  await page.mouse.move(600, 400)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, -200)
  await expect.poll(width).toBeGreaterThan(1.4 * fitted)
  await expect.poll(() => picture.getAttribute('src')).toMatch(/1920\.webp$/)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, 200)
  await expect.poll(width).toBeCloseTo(fitted)
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(fitted)
  expect(await pageState()).toEqual(before)

  for (const [width, height] of [
    [320, 568],
    // A desktop's page at 400 %.
    [320, 180],
    [1280, 720],
  ] as const) {
    const place = `at ${width} × ${height}`
    await page.setViewportSize({ width, height })
    for (const button of await dialog.getByRole('button').all()) {
      const box = (await button.boundingBox())!
      const edges = [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]
      expect(edges, place).toEqual(Array(4).fill(true))
      expect([box.width, box.height], place).toEqual([44, 44])
      const isUncovered = await button.evaluate((element) => {
        const { x, y } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + 22, y + 22))
      })
      expect(isUncovered, place).toBe(true)
    }
  }
  await expectNoViolations(page, { within: '.lightbox' })
  expect(complaints).toEqual([])
})

test('arrow keys show the other pictures in turn, also from right to left, and a single picture has no buttons for others', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page } = opened
  const { dialog, status } = lightboxOf(page)
  for (const [direction, key] of [
    ['ltr', 'ArrowRight'],
    ['rtl', 'ArrowLeft'],
  ] as const) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
    await page.locator('.gallery-picture').first().click()
    await expect.poll(() => status.innerText()).toMatch(/^1 of 3/)
    for (const number of [2, 3, 1]) {
      await page.keyboard.press(key)
      await expect.poll(() => status.innerText(), { message: direction }).toMatch(new RegExp(`^${number} of 3`))
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await followAddedLink(page, '/products/far')
  await page.getByRole('heading', { level: 1, name: 'far', exact: true }).waitFor()
  await page.locator('.gallery-picture').click()
  await dialog.getByRole('img', { name: 'A far jar' }).waitFor()
  const names = await dialog.getByRole('button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
  expect(names).toEqual(['Zoom in', 'Zoom out', 'Close'])
})

test('Back closes the lightbox, Forward and a reload open it again, and its button leads to the page itself', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page, complaints } = opened
  const { dialog, status } = lightboxOf(page)
  const link = page.locator('.gallery-picture').nth(1)
  const address = page.url()
  await page.evaluate(() => window.scrollTo(0, 40))
  const { x, y, width, height } = (await link.boundingBox())!
  // Most pictures are loaded before the page is hydrated; one that is late must not change its box.
  await link.getByRole('img').dispatchEvent('load')
  expect(await link.boundingBox()).toEqual({ x, y, width, height })
  // Unlike a locator's click, this one never scrolls.
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect.poll(() => dialog.count()).toBe(1)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  expect(await link.boundingBox()).toEqual({ x, y, width, height })
  await page.goBack()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => link.evaluate(hasFocus)).toBe(true)
  expect([page.url(), await page.evaluate(() => window.scrollY)]).toEqual([address, 40])
  await page.goForward()
  await expect.poll(() => status.innerText()).toMatch(/^2 of 3/)
  await page.reload()
  await expect.poll(() => status.innerText()).toMatch(/^2 of 3/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await followAddedLink(page, '/products/far')
  await page.getByRole('heading', { level: 1, name: 'far', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'jars', exact: true }).waitFor()
  expect([page.url(), await dialog.count()]).toEqual([address, 0])
  expect(complaints).toEqual([])
})

test('if the script of the lightbox cannot be loaded, its link opens the picture file', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page } = opened
  await interceptRequests(page, '*/builds/*', (request) => request.abort())
  await page.locator('.gallery-picture').nth(2).click()
  await page.waitForURL(`${server.url}/images/${small.image.hash.slice(0, 20)}/480.webp`)
})
