import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { borrowPage } from '../support/reused-page.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
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
const pictures = await Promise.all([
  drawPicture(3000, 2000, '#4a6b57', 'A wide jar'),
  drawPicture(900, 1200, '#b5562f', 'A tall jar'),
  drawPicture(400, 400, '#2f4fb5', 'A small jar'),
])
const [wide, , small] = pictures
const REMOTE_URL = 'https://photos.example/far.webp'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    products: [
      buildProduct({ slug: 'jars', images: pictures.map(({ image }) => image) }),
      buildProduct({ slug: 'jar', images: [small.image] }),
      buildProduct({ slug: 'far', images: [{ url: REMOTE_URL, alt: 'A far jar' }] }),
    ],
  })
  await server.store.write(async (writer) => {
    for (const { image, bytes } of pictures) await writer.putImage(image.hash, { bytes, format: 'webp' })
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const DESKTOP: BrowserContextOptions = { viewport: { width: 1200, height: 800 } }
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

/** Opens a product page without transitions. */
async function openProduct(options: BrowserContextOptions, slug = 'jars') {
  const borrowed = await borrowPage(browser, { reducedMotion: 'reduce', ...options })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await interceptRequests(page, REMOTE_URL, (request) =>
    request.fulfill({ contentType: 'image/webp', body: wide.bytes }),
  )
  await page.goto(`${server.url}/products/${slug}`)
  await waitUntilHydrated(page.locator('h1'))
  return { page, complaints, [Symbol.asyncDispose]: () => borrowed[Symbol.asyncDispose]() }
}

async function openLightbox(options: BrowserContextOptions = DESKTOP, { index = 0, slug = 'jars' } = {}) {
  const opened = await openProduct(options, slug)
  const { page } = opened
  await page.locator('.gallery-picture').nth(index).click()
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  await expect.poll(() => dialog.getAttribute('data-state')).toBe('open')
  const stage = page.locator('.lightbox-stage')
  const picture = page.locator('.lightbox-slide[data-current] img')
  await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  const box = (await stage.boundingBox())!
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return {
    ...opened,
    dialog,
    stage,
    picture,
    box,
    centre,
    status: dialog.getByRole('status'),
    count: dialog.getByRole('status').locator('> :first-child'),
    /** Scale of the picture, and distance of its centre from the centre of the stage. */
    async readView() {
      const { x, y, width, height } = (await picture.boundingBox())!
      return {
        scale: Math.round((100 * width) / box.width) / 100,
        x: Math.round(x + width / 2 - centre.x),
        y: Math.round(y + height / 2 - centre.y),
      }
    },
  }
}

interface Finger {
  readonly x: number
  readonly y: number
}

/**
 * Sends touch input through the DevTools protocol, because Playwright itself can only tap.
 * @returns a function that lifts the fingers
 */
async function touch(page: Page, from: readonly Finger[], to: readonly Finger[], { lifts = true, restMs = 0 } = {}) {
  const session = await page.context().newCDPSession(page)
  // The events say that the fingers moved for 80 ms and rested for `restMs`, however fast they are sent.
  const startS = Date.now() / 1_000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[], afterMs: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: startS + afterMs / 1_000 })
  await send('touchStart', [...from], 0)
  for (const share of [0.2, 0.4, 0.6, 0.8, 1])
    await send(
      'touchMove',
      from.map(({ x, y }, index) => ({
        x: x + (to[index]!.x - x) * share,
        y: y + (to[index]!.y - y) * share,
      })),
      80 * share,
    )
  const lift = () => send('touchEnd', [], 80 + restMs)
  if (lifts) await lift()
  return lift
}

test('a picture opens focused, uncropped and with its number, and closing it returns the focus to its link', async () => {
  await using opened = await openLightbox(DESKTOP, { index: 1 })
  const { page, dialog, stage, picture, count, status, box, complaints } = opened
  expect(await stage.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await dialog.getByRole('img', { name: 'A tall jar' }).count()).toBe(1)
  expect(await count.innerText()).toBe('2 of 3')
  expect(await status.innerText()).toMatch(/^2 of 3\s+A tall jar$/)
  expect(await picture.boundingBox()).toEqual(box)
  expect(await picture.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain')
  const hasRing = () => stage.evaluate((element) => getComputedStyle(element, '::after').outlineStyle === 'solid')
  expect(await hasRing()).toBe(false)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(false)
  const link = page.getByRole('link', { name: 'Enlarge: A tall jar' })
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  expect(await count.innerText()).toBe('2 of 3')
  expect(await hasRing()).toBe(true)
  expect(complaints).toEqual([])
})

test('the wheel zooms the picture around the pointer, and the page neither scrolls nor zooms', async () => {
  await using opened = await openLightbox()
  const { page, centre, readView } = opened
  const pageState = () => page.evaluate(() => [window.scrollY, visualViewport!.scale, devicePixelRatio])
  const before = await pageState()
  const point = { x: centre.x + 200, y: centre.y - 100 }
  await page.mouse.move(point.x, point.y)
  await page.mouse.wheel(0, -200)
  await expect.poll(async () => (await readView()).scale).toBe(1.49)
  const { x, y } = await readView()
  expect([x, y]).toEqual([Math.round(200 * (1 - Math.exp(0.4))), Math.round(-100 * (1 - Math.exp(0.4)))])
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -20)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await readView()).scale).toBe(1.82)
  await page.mouse.wheel(0, 2000)
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })
  expect(await pageState()).toEqual(before)
})

test('a double click zooms the largest rendition to full resolution, and another double click shows the whole picture', async () => {
  await using opened = await openLightbox()
  const { page, picture, centre, box, readView } = opened
  const url = `/images/${wide.image.hash.slice(0, 20)}/2560.webp`
  const file = () => picture.evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname)
  expect(await file()).not.toBe(url)
  const point = { x: centre.x - 60, y: centre.y + 30 }
  await page.mouse.dblclick(point.x, point.y)
  const fullScale = 2560 / Math.min(box.width, box.height * 1.5)
  await expect.poll(async () => (await readView()).scale).toBe(Math.round(100 * fullScale) / 100)
  await expect.poll(file).toBe(url)
  expect(await picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(2560)
  await page.mouse.dblclick(point.x, point.y)
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })
})

test('the picture stays visible if the largest rendition cannot be loaded', async () => {
  await using opened = await openLightbox()
  const { page, picture, centre, readView } = opened
  await page.route('**/2560.webp', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.mouse.dblclick(centre.x, centre.y)
  await failed
  await expect.poll(async () => (await readView()).scale).toBeGreaterThan(2)
  expect(await picture.getAttribute('data-failed')).toBe(null)
  expect(await picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
})

test('dragging moves an enlarged picture and stops at its edge', async () => {
  await using opened = await openLightbox(DESKTOP, { index: 2 })
  const { page, box, centre, readView } = opened
  await page.mouse.dblclick(centre.x, centre.y)
  await expect.poll(async () => (await readView()).scale).toBe(2)
  await page.mouse.down()
  await page.mouse.move(centre.x + 30, centre.y + 40, { steps: 4 })
  await expect.poll(readView).toEqual({ scale: 2, x: Math.round(Math.min(30, box.height - box.width / 2)), y: 40 })
  await page.mouse.move(centre.x + 30, 5000, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await readView()).y).toBe(Math.round(box.height / 2))
  await page.mouse.move(centre.x, centre.y)
  expect((await readView()).y).toBe(Math.round(box.height / 2))
})

test('two fingers zoom around their centre', async () => {
  await using opened = await openLightbox(PHONE)
  const { page, centre, count, readView } = opened
  const [x, y] = [centre.x + 40, centre.y]
  const spread = (half: number) => [
    { x: x - half, y },
    { x: x + half, y },
  ]
  await touch(page, spread(40), spread(100))
  await expect.poll(readView).toEqual({ scale: 2.5, x: -60, y: 0 })
  await touch(page, spread(100), spread(40))
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })
  expect(await count.innerText()).toBe('1 of 3')
})

test('a trackpad pinch in Safari, which fires gesture events, zooms around the pointer', async () => {
  await using opened = await openLightbox()
  const { stage, centre, readView } = opened
  const pinch = (type: string, scale: number) =>
    stage.evaluate(
      (element, given) => {
        const event = new MouseEvent(given.type, { clientX: given.x, clientY: given.y, cancelable: true })
        return element.dispatchEvent(Object.assign(event, { scale: given.scale }))
      },
      { type, scale, x: centre.x + 100, y: centre.y },
    )
  expect([await pinch('gesturestart', 1), await pinch('gesturechange', 1.5)]).toEqual([false, false])
  expect(await pinch('gesturechange', 2)).toBe(false)
  await expect.poll(async () => (await readView()).scale).toBe(2)
  // These events have integer coordinates, so the result may differ by a pixel.
  expect(Math.abs((await readView()).x + 100)).toBeLessThanOrEqual(1)
})

test('a double tap zooms in, and a finger then moves the picture instead of showing the next one', async () => {
  await using opened = await openLightbox(PHONE)
  const { page, centre, count, readView } = opened
  await page.touchscreen.tap(centre.x, centre.y)
  await page.touchscreen.tap(centre.x, centre.y)
  await expect.poll(async () => (await readView()).scale).toBeGreaterThanOrEqual(2)
  await touch(page, [centre], [{ x: centre.x - 120, y: centre.y }])
  await expect.poll(async () => (await readView()).x).toBe(-120)
  expect(await count.innerText()).toBe('1 of 3')
})

test.each(['ltr', 'rtl'])(
  'swipes show all pictures one after the other and never leave the page (%s)',
  async (direction) => {
    await using opened = await openLightbox(PHONE)
    const { page, centre, count, picture, dialog } = opened
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
    const address = page.url()
    const length = await page.evaluate(() => history.length)
    const left = { x: centre.x - 130, y: centre.y + 5 }
    const right = { x: centre.x + 130, y: centre.y }
    const [toNext, toPrevious] = direction === 'ltr' ? [left, right] : [right, left]
    for (const number of [2, 3, 1]) {
      await touch(page, [toPrevious], [toNext])
      await expect.poll(() => count.innerText()).toBe(`${number} of 3`)
      await expect.poll(async () => (await picture.boundingBox())!.x).toBe(0)
    }
    for (const number of [3, 2]) {
      await touch(page, [toNext], [toPrevious])
      await expect.poll(() => count.innerText()).toBe(`${number} of 3`)
    }
    expect(await dialog.isVisible()).toBe(true)
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([address, length])
  },
)

test('the picture and its neighbour follow the finger, and return after a short slow swipe', async () => {
  await using opened = await openLightbox(PHONE)
  const { page, centre, count, picture } = opened
  const slides = page.locator('.lightbox-slide')
  await expect.poll(() => slides.count()).toBe(3)
  const lift = await touch(page, [centre], [{ x: centre.x - 50, y: centre.y }], {
    lifts: false,
    // A faster movement of this length would count as a swipe.
    restMs: 300,
  })
  const starts = await slides.evaluateAll((all) => all.map((slide) => Math.round(slide.getBoundingClientRect().x)))
  expect(starts).toEqual([-410, -50, 310])
  await lift()
  await expect.poll(async () => (await picture.boundingBox())!.x).toBe(0)
  expect(await count.innerText()).toBe('1 of 3')
})

test('after a swipe, an only picture returns to its place; a swipe down closes the lightbox', async () => {
  await using opened = await openLightbox(PHONE, { slug: 'jar' })
  const { page, centre, picture, dialog, count } = opened
  expect(await dialog.getByRole('button').allInnerTexts()).toHaveLength(3)
  await touch(page, [{ x: 300, y: centre.y }], [{ x: 40, y: centre.y }])
  await expect.poll(async () => (await picture.boundingBox())!.x).toBe(0)
  expect(await count.innerText()).toBe('1 of 1')
  await touch(page, [centre], [{ x: centre.x, y: centre.y + 200 }])
  await expect.poll(() => dialog.isVisible()).toBe(false)
})

test('keys zoom, move and reset a picture; while it is not zoomed, arrow keys show the next or previous one', async () => {
  await using opened = await openLightbox()
  const { page, count, readView } = opened
  await page.keyboard.press('+')
  await page.keyboard.press('=')
  await expect.poll(readView).toEqual({ scale: 2.25, x: 0, y: 0 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect.poll(readView).toEqual({ scale: 2.25, x: -80, y: 80 })
  expect(await count.innerText()).toBe('1 of 3')
  await page.keyboard.press('-')
  await expect.poll(async () => (await readView()).scale).toBe(1.5)
  await page.keyboard.press('0')
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => count.innerText()).toBe('3 of 3')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => count.innerText()).toBe('1 of 3')
})

test('the zoom buttons zoom within the limits and keep the focus', async () => {
  await using opened = await openLightbox(DESKTOP, { index: 2 })
  const { dialog, readView } = opened
  const zoomIn = dialog.getByRole('button', { name: 'Zoom in' })
  const zoomOut = dialog.getByRole('button', { name: 'Zoom out' })
  expect(await zoomOut.getAttribute('aria-disabled')).toBe('true')
  await zoomIn.click()
  await zoomIn.click()
  await expect.poll(readView).toEqual({ scale: 2, x: 0, y: 0 })
  expect(await zoomIn.getAttribute('aria-disabled')).toBe('true')
  expect(await zoomIn.evaluate((element) => element === document.activeElement)).toBe(true)
  await zoomOut.click()
  await zoomOut.click()
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })
})

test('Back closes the lightbox of the first page of a tab, and the next Back leaves the page', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page, complaints } = opened
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  const link = page.locator('.gallery-picture').first()
  const open = async () => {
    await link.click()
    await expect.poll(() => dialog.getAttribute('data-state')).toBe('open')
  }
  const isAtGuard = () => page.evaluate(() => 'isGuard' in (history.state as object))
  const address = page.url()
  await page.evaluate(() => window.scrollTo(0, 40))
  await open()
  const scrollY = await page.evaluate(() => window.scrollY)
  await page.goBack()
  await expect.poll(() => dialog.isVisible()).toBe(false)
  expect([page.url(), await page.evaluate(() => window.scrollY)]).toEqual([address, scrollY])
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  // Closed by key or button, it leaves nothing that Back or Forward would stop at.
  await open()
  await page.keyboard.press('Escape')
  await expect.poll(isAtGuard).toBe(false)
  await page.goForward()
  await expect.poll(isAtGuard).toBe(false)
  expect([page.url(), await dialog.isVisible()]).toEqual([address, false])
  await open()
  await page.reload()
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(isAtGuard).toBe(false)
  await page.goBack()
  await expect.poll(() => page.url()).not.toBe(address)
  expect(complaints).toEqual([])
})

test('on a page within a visit, Back closes the lightbox, and Forward still leads to the page that follows', async () => {
  await using opened = await openProduct(DESKTOP, 'jar')
  const { page, complaints } = opened
  const first = page.url()
  await followAddedLink(page, '/products/jars')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await heading('jars').waitFor()
  const address = page.url()
  await followAddedLink(page, '/products/far')
  await heading('far').waitFor()
  await page.goBack()
  await heading('jars').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.locator('.gallery-picture').first().click()
    await expect.poll(() => dialog.getAttribute('data-state')).toBe('open')
    await close()
    await expect.poll(() => dialog.isVisible()).toBe(false)
    await expect.poll(() => page.url()).toBe(address)
  }
  await page.goForward()
  await heading('far').waitFor()
  await page.goBack()
  await heading('jars').waitFor()
  await page.goBack()
  await heading('jar').waitFor()
  expect(page.url()).toBe(first)
  expect(complaints).toEqual([])
})

test('a closed lightbox loads no pictures of the product that is opened next', async () => {
  await using opened = await openLightbox()
  const { page, dialog } = opened
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(false)
  const sources = () => page.locator('.lightbox img').evaluateAll((all) => all.map((img) => img.getAttribute('src')))
  const before = await sources()
  await followAddedLink(page, '/products/jar')
  await page.getByRole('heading', { level: 1, name: 'jar', exact: true }).waitFor()
  expect([before, []]).toContainEqual(await sources())
})

test('a picture on another server is enlarged to its full resolution', async () => {
  await using opened = await openLightbox(DESKTOP, { slug: 'far' })
  const { page, centre, box, readView } = opened
  await page.mouse.dblclick(centre.x, centre.y)
  const fullScale = 3000 / Math.min(box.width, box.height * 1.5)
  await expect.poll(async () => (await readView()).scale).toBe(Math.round(100 * fullScale) / 100)
})

test.each([
  ['a phone', { width: 320, height: 568 }],
  ['a phone on its side', { width: 568, height: 320 }],
  ['a page zoomed to 400 %', { width: 320, height: 180 }],
  ['a desktop', { width: 1280, height: 720 }],
])('all buttons of the lightbox are in view, without axe violations, on %s', async (_name, viewport) => {
  await using opened = await openLightbox({ viewport })
  const { page, dialog, box } = opened
  for (const button of await dialog.getByRole('button').all()) {
    const { x, y, width, height } = (await button.boundingBox())!
    expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual(Array(4).fill(true))
    expect([width, height]).toEqual([44, 44])
    expect(
      await button.evaluate((element) => {
        const { x: left, y: top } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + 22, top + 22))
      }),
    ).toBe(true)
  }
  expect(box.height).toBeGreaterThan(100)
  await expectNoViolations(page, { within: '.lightbox' })
})

test('if the script of the lightbox cannot be loaded, its link opens the picture file', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page } = opened
  await page.route('**/builds/**', (route) => route.abort())
  await page.locator('.gallery-picture').nth(2).click()
  await page.waitForURL(`${server.url}/images/${small.image.hash.slice(0, 20)}/480.webp`)
})

test('without scripts, each picture links to its largest rendition', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.goto(`${server.url}/products/jars`)
  await page.getByRole('link', { name: 'Enlarge: A wide jar' }).click()
  await page.waitForURL(`${server.url}/images/${wide.image.hash.slice(0, 20)}/2560.webp`)
})
