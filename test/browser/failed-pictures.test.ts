import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePicture } from '../../server/catalog/rules/text-pictures.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { describePixels, PLACEHOLDER_COLORS } from '../support/placeholder-pixels.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

const THEMES = ['light', 'dark'] as const

/** Expects the placeholder of each theme. */
async function expectPlaceholder(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  const look = async () => {
    const { width, height } = (await picture.boundingBox())!
    return describePixels(await picture.screenshot(), { x: 0, y: 0, width, height })
  }
  for (const colorScheme of THEMES) {
    await picture.page().emulateMedia({ colorScheme })
    await expect.poll(look, { message: colorScheme }).toBe(`a small sign on ${PLACEHOLDER_COLORS[colorScheme]}`)
  }
}

test('a picture that fails to load shows the same placeholder in all lists, in the light and the dark theme', async () => {
  const page = await openTab(browser)
  await page.route('**/images/**', (route) => route.abort())
  const open = async (path: string) => {
    await page.goto(server.url + path)
    await waitUntilHydrated(page.locator('h1'))
  }

  await open('/')
  await expectPlaceholder(page.locator('.hero .picture'))
  await expectPlaceholder(page.locator('.tile .picture').first())
  await open('/products')
  await expectPlaceholder(page.locator('.card .picture').first())
  // The last picture is loaded lazily, when it is scrolled into view.
  await expectPlaceholder(page.locator('.card .picture').last())
  await page.locator('.navbar-search .field').fill('bowl')
  await expectPlaceholder(page.locator('.suggestion .picture').first())
  await followAddedLink(page, '/products?view=table')
  await expectPlaceholder(page.locator('.data-table .picture').first())
})

test('a picture of a product that fails before hydration causes no errors, shows the placeholder, and the lightbox shows the next', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const failed = Promise.withResolvers<void>()
  await page.route('**/images/**', async (route) => {
    await route.abort()
    failed.resolve()
  })
  await page.route('**/builds/*.js', async (route) => {
    await failed.promise
    await route.continue()
  })
  await page.goto(`${server.url}/products/breakfast-bowl`)
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => page.locator('.gallery img[data-failed]').count()).toBeGreaterThan(0)
  await expectPlaceholder(page.locator('.gallery .picture').first())

  await page.locator('.gallery-picture').first().click()
  await expectPlaceholder(page.locator('.lightbox-slide[data-current]'))
  const picture = page.locator('.lightbox-slide[data-current] img')
  await expect.poll(() => picture.getAttribute('data-failed')).toBe('')
  await page.unroute('**/images/**')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => picture.getAttribute('data-failed')).toBe(null)
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})

const stored = { hash: 'b'.repeat(64), format: 'webp', width: 900, height: 400, alt: 'A kiln' } as const
const portrait = { ...stored, hash: 'c'.repeat(64), width: 300, height: 900 }
const remote = ['one', 'two', 'three'].map((name) => ({ url: `https://photos.example/${name}.jpg`, alt: '' }))
const aboutHtml = [stored, { ...portrait, width: 90, height: 60 }].map((image) => `<p>${writePicture(image)}</p>`)
const missing = await useServer({
  site: {
    ...NEUTRAL_SITE,
    name: 'Tornio',
    logo: { ...portrait, width: 300, height: 100, alt: '' },
    aboutHtml: aboutHtml.join(''),
  },
  products: [
    buildProduct({ slug: 'stored', images: [stored, portrait] }),
    buildProduct({ slug: 'remote', images: remote }),
  ],
})

/** Opens pages while their pictures are held, then lets the pictures fail, and expects that nothing moves. */
async function expectNoMovements(page: Page, { hasScripts = true } = {}): Promise<void> {
  for (const path of ['/products', '/products/stored', '/products/remote', '/about']) {
    const held = Promise.withResolvers<void>()
    await page.route(/\/images\/|photos\.example/, async (route) => {
      await held.promise
      await route.abort()
    })
    const failure = page.waitForEvent('requestfailed')
    await page.goto(missing.url + path, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(isStyled)).toBe(true)
    if (hasScripts) await waitUntilHydrated(page.locator('h1'))
    const before = await page.evaluate(listBoxes)
    held.resolve()
    await failure
    await expect.poll(() => page.evaluate(countPending)).toBe(0)
    const after = await page.evaluate(listBoxes)
    const moved = after.filter((box) => !before.includes(box))
    expect(moved, `${path} at ${page.viewportSize()!.width} px`).toEqual([])
    await page.unroute(/\/images\/|photos\.example/)
  }
}

/** Runs in the page. */
function isStyled(): Promise<boolean> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  return document.fonts.ready.then(
    () => document.querySelector('footer') !== null && sheets.every(({ sheet }) => sheet !== null),
  )
}

/** Runs in the page. Counts the requested pictures that have neither loaded nor failed. */
function countPending(): number {
  return [...document.images].filter(({ complete, currentSrc }) => currentSrc !== '' && !complete).length
}

/** Runs in the page. Lists the positions of all elements in the flow but the pictures themselves, which have boxes. */
function listBoxes(): readonly string[] {
  const elements = [...document.querySelectorAll('main *, footer')].filter(
    (element) => getComputedStyle(element).position !== 'absolute' && !element.matches('img, .text-picture'),
  )
  return elements.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return `${element.tagName} ${element.className}: ${[left, top, right, bottom].join(' ')}`
  })
}

test('nothing moves when pictures fail to load; then a text shows the placeholder, and the header the site name', async () => {
  const page = await openTab(browser)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoMovements(page)
  }
  await expectPlaceholder(page.locator('.text-picture').first())
  const name = page.getByRole('banner').getByRole('link', { name: 'Tornio', exact: true })
  await expect.poll(() => name.innerText()).toBe('Tornio')
  expect(await name.locator('img').isVisible()).toBe(false)
})

test('with scripts disabled, nothing moves when pictures fail to load, and Chromium shows a placeholder', async () => {
  const page = await openTab(browser, { viewport: { width: 360, height: 800 }, javaScriptEnabled: false })
  await expectNoMovements(page, { hasScripts: false })

  await page.route('**/images/**', (route) => route.abort())
  await page.goto(`${server.url}/products`)
  const picture = page.locator('.card .picture').first()
  const { width, height } = (await picture.boundingBox())!
  expect(await describePixels(await picture.screenshot(), { x: 0, y: 0, width, height })).toMatch(
    /^a small sign on #\w{6}$/,
  )
})
