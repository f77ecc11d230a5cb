import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { expectReadableTexts } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const categories = [buildCategory({ slug: 'bowls', name: 'Bowls' })]
const products = [
  buildProduct({
    slug: 'bowl',
    name: 'Bowl',
    categorySlug: 'bowls',
    description: '<p>A bowl with <a href="/about">a story</a>.</p>',
    variants: [buildVariant({ priceMinor: 4000, compareAtMinor: 5000 })],
    attributes: [{ name: 'Material', value: 'Stoneware' }],
  }),
]

const image = { hash: 'a'.repeat(64), format: 'webp', width: 1600, height: 900, alt: 'A wheel' } as const
const hero = { title: 'Turned.', text: null, image, link: null }

/** Returns the part of the picture at the top of the home page around which it is cropped. */
function readFocus(page: Page): Promise<string> {
  const picture = page.locator('.hero .picture img').last()
  return picture.evaluate((element) => getComputedStyle(element).objectPosition)
}

/** Navigates in place. */
async function openHome(page: Page): Promise<void> {
  await page.locator('.navbar-name').click()
  await page.locator('.hero').waitFor()
}

/** Returns the background colour, the text colour and the colour scheme that the browser applies. */
function readColors(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { backgroundColor, color, colorScheme } = getComputedStyle(document.body)
    return [backgroundColor, color, colorScheme]
  })
}

test('a site with its own light background has readable texts in the light theme and in the derived dark one, and the focus of its hero', async () => {
  // These two colours barely have the contrast that an import requires.
  const colors = { paperColor: '#ffe9c9', inkColor: '#8a5a2b', accentColor: '#ffe600' }
  const site = { ...NEUTRAL_SITE, ...colors, hero: { ...hero, focus: '88% 60%' }, logo: image }
  await using server = await startServer({ site, categories, products })
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  await page.goto(`${server.url}/products/bowl`)
  await waitUntilHydrated(page)
  await expectReadableTexts(page)
  await openHome(page)
  await expectReadableTexts(page)
  expect(await readFocus(page)).toBe('88% 60%')
  const readLogo = () => page.locator('.navbar-logo').evaluate((logo) => getComputedStyle(logo).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await readColors(page)).toEqual(['rgb(255, 233, 201)', 'rgb(138, 90, 43)', 'light dark'])
  expect(await readLogo()).toBe('rgba(0, 0, 0, 0)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readLogo()).toMatch(/^rgb\(2\d\d, /)
  expect(await readColors(page)).toEqual(['rgb(32, 27, 22)', 'rgb(243, 232, 216)', 'light dark'])
})

test('a site with its own fonts shows its texts in them and loads none of the built-in fonts; if its background is dark, it is dark in both themes and light when it is printed', async () => {
  const [display, text] = ['display', 'text'].map((name) => {
    const bytes = readFileSync(join(PROJECT_DIR, 'public', 'fonts', `${name}.woff2`))
    return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  }) as [StoredFile, StoredFile]
  const site = {
    ...NEUTRAL_SITE,
    paperColor: '#102030',
    inkColor: '#ffffff',
    fonts: { display: { hash: text.hash, weights: [400, 700] }, text: { hash: display.hash } },
    hero: { ...hero, focus: '0% 5%' },
  } as const
  await using server = await startServer({ site, categories, products })
  await server.store.write(async (writer) => {
    for (const { hash, bytes } of [display, text]) await writer.putImage(hash, { bytes, format: 'woff2' })
  })
  // In a context that has shown another site on this port, Chromium would load the fonts of that site in advance.
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') paths.push(new URL(request.url()).pathname)
  })
  await page.goto(`${server.url}/products/bowl`)
  await waitUntilHydrated(page)
  await expectReadableTexts(page)
  expect(await listLoadedFonts(page)).toEqual(['Own display 400 700', 'Own text normal'])
  await openHome(page)
  expect([...new Set(paths)].toSorted()).toEqual(
    [display, text].map(({ hash }) => `/fonts/${hash.slice(0, 20)}.woff2`).toSorted(),
  )
  expect(await readFocus(page)).toBe('0% 5%')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await readColors(page)).toEqual(['rgb(16, 32, 48)', 'rgb(255, 255, 255)', 'dark'])
  }
  await page.emulateMedia({ media: 'print' })
  expect(await readColors(page)).toEqual(['rgb(243, 243, 243)', 'rgb(18, 25, 31)', 'light'])
})

interface StoredFile {
  readonly bytes: Buffer
  readonly hash: string
}

/** Lists the fonts that the page has loaded, with their weights. */
function listLoadedFonts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`)
      .sort()
  })
}
