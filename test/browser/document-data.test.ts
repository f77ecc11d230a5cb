import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
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

const FILTERED = '/products?brand=M+%26+N&view=table'
const PATHS = [
  '/',
  FILTERED,
  '/category/pots',
  '/category/cups?page=2',
  '/products/jug?variant=l',
  '/products/cup',
  '/about',
]

interface PageContent {
  readonly html: string
  /** Values of the checked fields. */
  readonly chosen: readonly (string | null)[]
}

/** Reads the content of the page in a form that does not depend on how elements were created, without ids and states. */
async function readPage(page: Page): Promise<PageContent> {
  const html = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element
    // If parts of a page were streamed late, its document has scripts with their data in `main`; a page rendered from its payload has none.
    for (const script of copy.querySelectorAll('script')) script.remove()
    for (const element of copy.querySelectorAll('*')) {
      const attributes = [...element.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1))
      for (const { name } of attributes) element.removeAttribute(name)
      for (const { name, value } of attributes)
        if (!/^(?:style|data-state|data-failed|tabindex)$/.test(name)) element.setAttribute(name, value)
    }
    return copy.innerHTML.replace(/<!--.*?-->/g, '').replace(/_[rR]_\w+?_/g, '')
  })
  const chosen = await page
    .locator('main input:checked')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
  return { html, chosen }
}

async function openDocument(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path)
  await waitUntilHydrated(page.locator('h1'))
}

async function openCategories(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Categories' }).last().click()
  await page.getByRole('heading', { name: 'Categories', level: 1 }).waitFor()
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

const server = await useServer({
  products,
  categories,
  site: { ...NEUTRAL_SITE, aboutHtml: '<p>We&nbsp;throw.</p>' },
  buildDir: await useBuild('development'),
})

test('a page renders the same content from the data in its document and from its payload, even if the browser has translated the document before hydration', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const originals = new Map<string, PageContent & { readonly title: string }>()
  for (const path of PATHS) {
    await openDocument(page, path)
    // Some parts of the page are loaded lazily.
    await page.waitForLoadState('networkidle')
    const fromDocument = await readPage(page)
    originals.set(path, { ...fromDocument, title: await page.title() })
    await openCategories(page)
    await followAddedLink(page, path)
    await page.locator('main:not(:has(.category-tree)) h1').waitFor()
    await expect.poll(() => readPage(page), { message: `${path}, from its payload` }).toEqual(fromDocument)
  }
  expect(originals.get(FILTERED)!.chosen).toEqual(['M & N'])
  // Development builds request a live reload, which this server does not have, so 404 is expected.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])

  await page.addInitScript(translateDocument)
  for (const [path, { title, ...fromDocument }] of originals) {
    await openDocument(page, path)
    await expect.poll(() => readPage(page), { message: `${path}, translated` }).toEqual(fromDocument)
    await openCategories(page)
    await page.goBack()
    await expect.poll(() => page.title(), { message: path }).toBe(title)
  }
  expect(complaints.some((complaint) => complaint.includes('Hydration failed'))).toBe(true)
  expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
})
