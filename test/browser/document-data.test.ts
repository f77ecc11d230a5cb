import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const image = { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', alt: 'Red & round' }
const OPTIONS = [{ name: 'Größe', values: ['S', 'L <wide>'] }]
const VARIANTS = [
  buildVariant({ key: 's', optionValues: ['S'], priceMinor: 999 }),
  buildVariant({ key: 'l', optionValues: ['L <wide>'], availability: 'OutOfStock' }),
] as const

/** Products that fill the fields of cards and pages with characters that HTML escapes. */
const products = [
  buildProduct({
    slug: 'jug',
    name: 'Jug "Ä" & <b>',
    categorySlug: 'pots',
    brand: 'M & N',
    featured: true,
    images: [image],
    options: OPTIONS,
    variants: VARIANTS,
  }),
  buildProduct({
    slug: 'vase',
    categorySlug: 'pots',
    variants: [buildVariant({ priceMinor: null, availability: 'PreOrder' })],
    attributes: [{ name: 'Clay', value: 'a  b' }],
  }),
  buildProduct({
    slug: 'cup',
    categorySlug: 'cups',
    shortDescription: '<p>Small &amp; <em>light</em><br/>.</p>',
    description: '<p>A&nbsp;cup</p><ul><li>one</ul>',
    variants: [buildVariant({ compareAtMinor: 20_000 })],
  }),
  ...Array.from({ length: 24 }, (_, index) =>
    buildProduct({
      slug: `日本-${index}`,
      name: `日本 ${index}`,
      categorySlug: 'cups',
      brand: `Maker ${index % 3}`,
      attributes: [{ name: 'Clay', value: `${index % 10}` }],
    }),
  ),
]
const categories = [
  buildCategory({ slug: 'pots', name: 'Pots & more', description: 'For <everything>' }),
  buildCategory({ slug: 'cups', name: 'Cups', parentSlug: 'pots' }),
]

const PATHS = [
  '/',
  '/products?brand=M+%26+N&view=table',
  '/category/pots',
  '/category/cups?page=2',
  '/products/jug?variant=l',
  '/products/cup',
  '/about',
]

/** Reads the content of the page, without ids and states that differ between renders. */
function readMain(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) =>
    main.innerHTML
      .replace(/<!--.*?-->/g, '')
      .replace(/_[rR]_\w+?_/g, '')
      .replace(/ (?:style|data-state|tabindex)="[^"]*"/g, ''),
  )
}

async function readAfterReturning(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  await page.getByRole('link', { name: 'Categories' }).last().click()
  await page.getByRole('heading', { name: 'Categories', level: 1 }).waitFor()
  await page.goBack()
  await page.locator('main:not(:has(.category-tree)) h1').waitFor()
  // Some parts of the page are loaded lazily.
  await page.waitForLoadState('networkidle')
  return readMain(page)
}

/** Changes all texts as a browser's translation does, before the scripts run. */
function translateDocument(): void {
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return
    const texts = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode())
      if (!texts.currentNode.parentElement!.closest('script')) found.push(texts.currentNode as Text)
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `Übersetzt: ${text.data}`
      outer.append(inner)
      text.replaceWith(outer)
    }
    for (const field of document.querySelectorAll('input')) if (field.placeholder) field.placeholder = 'Übersetzt'
    document.title = 'Übersetzt'
    document.documentElement.lang = 'de'
  })
}

const startOptions = {
  products,
  categories,
  site: { ...NEUTRAL_SITE, aboutHtml: '<p>We&nbsp;throw.</p>' },
  buildDir: await useBuild('development'),
}

let server: TestServer
/** Content of the page of each path; the first test that needs it stores it here. */
const originals = new Map<string, { readonly main: string; readonly title: string }>()
beforeAll(async () => {
  server = await startServer(startOptions)
})
afterAll(() => server[Symbol.asyncDispose]())

async function readOriginal(page: Page, path: string): Promise<{ readonly main: string; readonly title: string }> {
  const known = originals.get(path)
  if (known) return known
  const read = { main: await readAfterReturning(page, server.url + path), title: await page.title() }
  originals.set(path, read)
  return read
}

test('a page renders the same content from the data in its document and from its payload', async () => {
  const page = await openTab(browser, { savesData: true })
  const complaints = watchComplaints(page)
  for (const path of PATHS) {
    const { main: fromDocument } = await readOriginal(page, path)

    await page.goto(`${server.url}/category`)
    await waitUntilHydrated(page.locator('h1'))
    await followAddedLink(page, path)
    await page.locator('main:not(:has(.category-tree)) h1').waitFor()
    await expect.poll(() => readMain(page), { message: path }).toBe(fromDocument)
  }
  // Development builds request a live reload, which this server does not have, so 404 is expected.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

test('hydration uses the original data if the browser has translated the document before it', async () => {
  const [page, translated] = [await openTab(browser, { savesData: true }), await openTab(browser, { savesData: true })]
  await translated.addInitScript(translateDocument)
  const complaints = watchComplaints(translated)
  for (const path of PATHS) {
    const original = await readOriginal(page, path)
    expect(await readAfterReturning(translated, server.url + path), path).toBe(original.main)
    expect(await translated.title()).toBe(original.title)
  }
  await translated.goto(`${server.url}/products?brand=M+%26+N`)
  await waitUntilHydrated(translated.locator('h1'))
  const brand = translated.getByRole('checkbox', { name: 'M & N' })
  expect([await brand.isChecked(), await brand.getAttribute('value')]).toEqual([true, 'M & N'])
  expect(complaints.some((complaint) => complaint.includes('Hydration failed'))).toBe(true)
  expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
})
