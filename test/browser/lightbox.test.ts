import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
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
const pictures = await Promise.all([
  drawPicture(3000, 2000, '#4a6b57', 'A wide jar'),
  drawPicture(900, 1200, '#b5562f', 'A tall jar'),
  drawPicture(400, 400, '#2f4fb5', 'A small jar'),
])
const [wide, , small] = pictures
const REMOTE_URL = 'https://photos.example/far.webp'

const server = await useServer({
  products: [
    buildProduct({ slug: 'jars', images: pictures.map(({ image }) => image) }),
    buildProduct({ slug: 'jar', images: [small.image] }),
    buildProduct({ slug: 'far', images: [{ url: REMOTE_URL, alt: 'A far jar' }] }),
  ],
})
await server.store.write(async (writer) => {
  for (const { image, bytes } of pictures) await writer.putImage(image.hash, { bytes, format: 'webp' })
})

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

async function enlargePicture(page: Page, index = 0) {
  await page.locator('.gallery-picture').nth(index).click()
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  await expect.poll(() => dialog.getAttribute('data-state')).toBe('open')
  const picture = page.locator('.lightbox-slide[data-current] img')
  await expect.poll(() => widthOf(picture)).toBeGreaterThan(0)
  return { dialog, stage: page.locator('.lightbox-stage'), picture }
}

function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)
}

async function openLightbox(options: BrowserContextOptions = DESKTOP, { index = 0, slug = 'jars' } = {}) {
  const opened = await openProduct(options, slug)
  const { page } = opened
  const { dialog, stage, picture } = await enlargePicture(page, index)
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

test('wheel and trackpad pinches zoom around the pointer, dragging moves the picture to its edge; the page keeps scroll and zoom', async () => {
  await using opened = await openLightbox()
  const { page, stage, box, centre, readView } = opened
  const pageState = () => page.evaluate(() => [window.scrollY, visualViewport!.scale, devicePixelRatio])
  const before = await pageState()
  await page.mouse.move(centre.x + 200, centre.y - 100)
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

  // Safari fires gesture events for a pinch on a trackpad.
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
  const pinched = await readView()
  expect(Math.abs(pinched.x + 100)).toBeLessThanOrEqual(1)

  await page.mouse.move(centre.x, centre.y)
  await page.mouse.down()
  await page.mouse.move(centre.x + 30, centre.y + 40, { steps: 4 })
  await expect.poll(readView).toEqual({ scale: 2, x: pinched.x + 30, y: pinched.y + 40 })
  await page.mouse.move(centre.x + 30, 5000, { steps: 4 })
  await page.mouse.up()
  // At scale 1 the picture is as wide as the stage.
  const edge = Math.round(box.width / 1.5 - box.height / 2)
  await expect.poll(async () => (await readView()).y).toBe(edge)
  await page.mouse.move(centre.x, centre.y)
  expect((await readView()).y).toBe(edge)
  expect(await pageState()).toEqual(before)
})

test('a double click zooms to full resolution and back, even if the largest rendition fails to load or is on another server', async () => {
  await using opened = await openLightbox()
  const { page, dialog, picture, centre, box, readView } = opened
  const url = `/images/${wide.image.hash.slice(0, 20)}/2560.webp`
  const file = () => picture.evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname)
  const doubleClick = () => page.mouse.dblclick(centre.x - 60, centre.y + 30)
  const scaleOf = (width: number) => Math.round((100 * width) / Math.min(box.width, box.height * 1.5)) / 100
  const readScale = async () => (await readView()).scale
  expect(await file()).not.toBe(url)

  await page.route('**/2560.webp', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await doubleClick()
  await failed
  await expect.poll(readScale).toBe(scaleOf(2560))
  expect(await picture.getAttribute('data-failed')).toBe(null)
  expect(await widthOf(picture)).toBeGreaterThan(0)
  await doubleClick()
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })

  await page.unroute('**/2560.webp')
  // A busy server may respond 503 to the request for a rendition, and the lightbox does not repeat it.
  await expect.poll(async () => (await fetch(server.url + url)).status).toBe(200)
  await doubleClick()
  await expect.poll(readScale).toBe(scaleOf(2560))
  await expect.poll(file).toBe(url)
  expect(await widthOf(picture)).toBe(2560)
  await doubleClick()
  await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 })

  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(false)
  await followAddedLink(page, '/products/far')
  await page.getByRole('heading', { level: 1, name: 'far', exact: true }).waitFor()
  await enlargePicture(page)
  await doubleClick()
  await expect.poll(readScale).toBe(scaleOf(3000))
})

test('two fingers zoom around their centre; a double tap zooms in, and a finger then moves the picture instead of showing the next one', async () => {
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

  await page.touchscreen.tap(centre.x, centre.y)
  await page.touchscreen.tap(centre.x, centre.y)
  await expect.poll(async () => (await readView()).scale).toBeGreaterThanOrEqual(2)
  await touch(page, [centre], [{ x: centre.x - 120, y: centre.y }])
  await expect.poll(async () => (await readView()).x).toBe(-120)
  expect(await count.innerText()).toBe('1 of 3')
})

test('pictures follow the finger and return after a short slow swipe; longer swipes show all in turn, also from right to left', async () => {
  await using opened = await openLightbox(PHONE)
  const { page, centre, count, picture, dialog } = opened
  const address = page.url()
  const length = await page.evaluate(() => history.length)
  const slides = page.locator('.lightbox-slide')
  const startOfPicture = async () => (await picture.boundingBox())!.x
  await expect.poll(() => slides.count()).toBe(3)
  const lift = await touch(page, [centre], [{ x: centre.x - 50, y: centre.y }], {
    lifts: false,
    // A faster movement of this length would count as a swipe.
    restMs: 300,
  })
  const starts = await slides.evaluateAll((all) => all.map((slide) => Math.round(slide.getBoundingClientRect().x)))
  expect(starts).toEqual([-410, -50, 310])
  await lift()
  await expect.poll(startOfPicture).toBe(0)
  expect(await count.innerText()).toBe('1 of 3')

  const left = { x: centre.x - 130, y: centre.y + 5 }
  const right = { x: centre.x + 130, y: centre.y }
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
    const [toNext, toPrevious] = direction === 'ltr' ? [left, right] : [right, left]
    for (const number of [2, 3, 1]) {
      await touch(page, [toPrevious], [toNext])
      await expect.poll(() => count.innerText(), { message: direction }).toBe(`${number} of 3`)
      await expect.poll(startOfPicture, { message: direction }).toBe(0)
    }
    for (const number of [3, 2, 1]) {
      await touch(page, [toNext], [toPrevious])
      await expect.poll(() => count.innerText(), { message: direction }).toBe(`${number} of 3`)
    }
  }
  expect(await dialog.isVisible()).toBe(true)
  expect([page.url(), await page.evaluate(() => history.length)]).toEqual([address, length])
})

test('keys zoom, move and reset a picture and otherwise show another one', async () => {
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
  // The page before belongs to an earlier test, whose server no longer answers.
  await page.goBack().catch(() => undefined)
  await expect.poll(() => page.url()).not.toBe(address)
  expect(complaints).toEqual([])
})

test('on a page within a visit, Back closes the lightbox, and Forward leads to the next product, whose pictures it does not load', async () => {
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
  const sources = () => page.locator('.lightbox img').evaluateAll((all) => all.map((img) => img.getAttribute('src')))
  const before = await sources()
  await page.goForward()
  await heading('far').waitFor()
  expect([before, []]).toContainEqual(await sources())
  await page.goBack()
  await heading('jars').waitFor()
  await page.goBack()
  await heading('jar').waitFor()
  expect(page.url()).toBe(first)
  expect(complaints).toEqual([])
})

test('all buttons of the lightbox are in view, without axe violations, on phones, on desktops and at 400 % zoom', async () => {
  await using opened = await openLightbox()
  const { page, dialog, stage } = opened
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
    expect((await stage.boundingBox())!.height, place).toBeGreaterThan(100)
    await expectNoViolations(page, { within: '.lightbox' })
  }
})

test('if the script of the lightbox cannot be loaded, its link opens the picture file', async () => {
  await using opened = await openProduct(DESKTOP)
  const { page } = opened
  await page.route('**/builds/**', (route) => route.abort())
  await page.locator('.gallery-picture').nth(2).click()
  await page.waitForURL(`${server.url}/images/${small.image.hash.slice(0, 20)}/480.webp`)
})
