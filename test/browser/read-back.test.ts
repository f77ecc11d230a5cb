import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { openSparingContext, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { DEVELOPMENT_BUILD_DIR } from '../support/folders.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

const image = { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', alt: 'Red & round' }
const OPTIONS = [{ name: 'Größe', values: ['S', 'L <wide>'] }]
const VARIANTS = [buildVariant({ key: 's', optionValues: ['S'], priceMinor: 999 }), buildVariant({ key: 'l', optionValues: ['L <wide>'], availability: 'OutOfStock' })] as const

/** All that a card and a page can say, in letters that HTML writes otherwise. */
const products = [
  buildProduct({ slug: 'jug', name: 'Jug "Ä" & <b>', categorySlug: 'pots', brand: 'M & N', featured: true, images: [image], options: OPTIONS, variants: VARIANTS }),
  buildProduct({ slug: 'vase', categorySlug: 'pots', variants: [buildVariant({ priceMinor: null, availability: 'PreOrder' })], attributes: [{ name: 'Clay', value: 'a  b' }] }),
  buildProduct({ slug: 'cup', categorySlug: 'cups', shortDescription: '<p>Small &amp; <em>light</em><br/>.</p>', description: '<p>A&nbsp;cup</p><ul><li>one</ul>', variants: [buildVariant({ compareAtMinor: 20_000 })] }),
  ...Array.from({ length: 24 }, (_, index) => buildProduct({ slug: `日本-${index}`, name: `日本 ${index}`, categorySlug: 'cups', brand: `Maker ${index % 3}`, attributes: [{ name: 'Clay', value: `${index % 10}` }] })),
]
const categories = [
  buildCategory({ slug: 'pots', name: 'Pots & more', description: 'For <everything>' }),
  buildCategory({ slug: 'cups', name: 'Cups', parentSlug: 'pots' }),
]

const PATHS = ['/', '/products?brand=M+%26+N&view=table', '/category/pots', '/category/cups?page=2', '/products/jug?variant=l', '/products/cup', '/about']

/** What stands on the page, without the marks that differ from one drawing to the next. */
function readMain(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) =>
    main.innerHTML
      .replace(/<!--.*?-->/g, '')
      .replace(/_[rR]_\w+?_/g, '')
      .replace(/ (?:style|data-state|tabindex)="[^"]*"/g, ''),
  )
}

test('what a document brings makes the same page again as its payload does', async () => {
  await using server = await startServer({ products, categories, site: { ...NEUTRAL_SITE, aboutHtml: '<p>We&nbsp;throw.</p>' }, buildDir: DEVELOPMENT_BUILD_DIR })
  const page = await (await openSparingContext(browser)).newPage()
  const complaints = watchComplaints(page)
  for (const path of PATHS) {
    await page.goto(server.url + path)
    await waitUntilHydrated(page.locator('h1'))
    await page.getByRole('link', { name: 'Categories' }).last().click()
    await page.getByRole('heading', { name: 'Categories', level: 1 }).waitFor()
    // From memory, where what the document brought is kept.
    await page.goBack()
    await page.locator('main:not(:has(.category-tree)) h1').waitFor()
    // What comes lazily has come.
    await page.waitForLoadState('networkidle')
    const fromDocument = await readMain(page)

    await page.goto(`${server.url}/category`)
    await waitUntilHydrated(page.locator('h1'))
    await page.evaluate((href) => {
      const link = document.body.appendChild(document.createElement('a'))
      link.href = href
      link.click()
      link.remove()
    }, path)
    await page.locator('main:not(:has(.category-tree)) h1').waitFor()
    await expect.poll(() => readMain(page), { message: path }).toBe(fromDocument)
  }
  // This server is none of development, and has nothing to say of newer builds.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  await page.context().close()
})
