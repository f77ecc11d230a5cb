import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePicture } from '../../server/catalog/text-pictures.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { describePixels, PLACEHOLDER_COLORS } from '../support/placeholder-pixels.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

async function expectPlaceholder(picture: Locator, color: string): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  const look = async () => {
    const { width, height } = (await picture.boundingBox())!
    return describePixels(await picture.screenshot(), { x: 0, y: 0, width, height })
  }
  await expect.poll(look).toBe(`a small sign on ${color}`)
}

test.each(['light', 'dark'] as const)(
  'a picture that fails to load shows the same placeholder on all pages (%s theme)',
  async (colorScheme) => {
    const page = await openTab(browser, { savesData: true, colorScheme })
    await page.route('**/images/**', (route) => route.abort())
    const color = PLACEHOLDER_COLORS[colorScheme]
    const open = async (path: string) => {
      await page.goto(server.url + path)
      await waitUntilHydrated(page.locator('h1'))
    }

    await open('/')
    await expectPlaceholder(page.locator('.hero .picture'), color)
    await expectPlaceholder(page.locator('.tile .picture').first(), color)
    await open('/products')
    await expectPlaceholder(page.locator('.card .picture').first(), color)
    // The last picture is loaded lazily, when it is scrolled into view.
    await expectPlaceholder(page.locator('.card .picture').last(), color)
    await page.locator('.navbar-search .field').fill('bowl')
    await expectPlaceholder(page.locator('.suggestion .picture').first(), color)
    await open('/products?view=table')
    await expectPlaceholder(page.locator('.data-table .picture').first(), color)
    await open('/products/breakfast-bowl')
    await expectPlaceholder(page.locator('.gallery .picture').first(), color)
    await page.locator('.gallery-picture').first().click()
    await expectPlaceholder(page.locator('.lightbox-slide[data-current]'), color)
  },
)

test.each([
  [360, true],
  [1280, true],
  [360, false],
])('nothing moves when pictures fail to load (%i px, scripts: %s)', async (width, javaScriptEnabled) => {
  const stored = { hash: 'b'.repeat(64), format: 'webp', width: 900, height: 400, alt: 'A kiln' } as const
  const portrait = { ...stored, hash: 'c'.repeat(64), width: 300, height: 900 }
  const remote = ['one', 'two', 'three'].map((name) => ({ url: `https://photos.example/${name}.jpg`, alt: '' }))
  const aboutHtml = [stored, { ...portrait, width: 90, height: 60 }].map((image) => `<p>${writePicture(image)}</p>`)
  await using site = await startServer({
    site: { ...NEUTRAL_SITE, aboutHtml: aboutHtml.join('') },
    products: [
      buildProduct({ slug: 'stored', images: [stored, portrait] }),
      buildProduct({ slug: 'remote', images: remote }),
    ],
  })
  const page = await openTab(browser, { savesData: true, viewport: { width, height: 800 }, javaScriptEnabled })
  for (const path of ['/products', '/products/stored', '/products/remote', '/about']) {
    const held = Promise.withResolvers<void>()
    await page.route(/\/images\/|photos\.example/, async (route) => {
      await held.promise
      await route.abort()
    })
    const failure = page.waitForEvent('requestfailed')
    await page.goto(site.url + path, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(isStyled)).toBe(true)
    if (javaScriptEnabled) await waitUntilHydrated(page.locator('h1'))
    const before = await page.evaluate(listBoxes)
    held.resolve()
    await failure
    await expect.poll(() => page.evaluate(countPending)).toBe(0)
    const after = await page.evaluate(listBoxes)
    expect([path, ...after.filter((box) => !before.includes(box))]).toEqual([path])
    await page.unroute(/\/images\/|photos\.example/)
  }
})

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

test('if they fail to load, a picture in a text shows the placeholder and a logo shows the site name', async () => {
  const image = { hash: 'a'.repeat(64), format: 'png', width: 300, height: 100, alt: 'A kiln' } as const
  const aboutHtml = `<p>Before ${writePicture(image)} behind</p>`
  await using failing = await startServer({
    site: { ...NEUTRAL_SITE, name: 'Tornio', logo: { ...image, alt: '' }, aboutHtml },
  })
  const page = await openTab(browser, { savesData: true })
  await page.goto(`${failing.url}/about`)
  await waitUntilHydrated(page.locator('h1'))
  await expectPlaceholder(page.locator('.text-picture'), PLACEHOLDER_COLORS.light)
  const name = page.getByRole('banner').getByRole('link', { name: 'Tornio', exact: true })
  await expect.poll(() => name.innerText()).toBe('Tornio')
  expect(await name.locator('img').isVisible()).toBe(false)
})

test('the lightbox shows the next picture after one that failed to load', async () => {
  const page = await openTab(browser, { savesData: true })
  let isFirst = true
  await page.goto(`${server.url}/products/breakfast-bowl`)
  await waitUntilHydrated(page.locator('h1'))
  await page.route('**/images/**', (route) => (isFirst ? route.abort() : route.continue()))
  await page.locator('.gallery-picture').first().click()
  const picture = page.locator('.lightbox-slide[data-current] img')
  await expect.poll(() => picture.getAttribute('data-failed')).toBe('')
  isFirst = false
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => picture.getAttribute('data-failed')).toBe(null)
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

test('a picture that fails before hydration causes no hydration errors', async () => {
  const page = await openTab(browser, { savesData: true })
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
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})

test('with scripts disabled, Chromium shows a placeholder for a picture that fails to load', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.route('**/images/**', (route) => route.abort())
  await page.goto(`${server.url}/products`)
  const picture = page.locator('.card .picture').first()
  const { width, height } = (await picture.boundingBox())!
  expect(await describePixels(await picture.screenshot(), { x: 0, y: 0, width, height })).toMatch(
    /^a small sign on #\w{6}$/,
  )
})
