import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { followAddedLink, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

const categories = [
  buildCategory({ slug: 'table', name: 'Table', description: 'For the table.' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'plates', name: 'Plates' }),
]
const products = Array.from({ length: 30 }, (_, index) =>
  buildProduct({
    slug: `bowl-${index}`,
    name: `Bowl ${index}`,
    brand: index < 6 ? 'Tornio' : 'Other',
    categorySlug: index < 8 ? 'bowls' : 'plates',
    featured: index < 3,
    description: '<p>A bowl with <a href="/about">a story</a>.</p>',
    options: [{ name: 'Glaze', values: ['Chalk', 'Ink'] }],
    variants: [
      buildVariant({ key: 'chalk', optionValues: ['Chalk'], priceMinor: 4000, compareAtMinor: 5000 }),
      buildVariant({ key: 'ink', optionValues: ['Ink'], availability: 'OutOfStock' }),
    ],
    attributes: [
      { name: 'Material', value: 'Stoneware' },
      { name: 'Height', value: `${index + 1} cm` },
    ],
    documents: [{ name: 'Care', url: '/about' }],
  }),
)
const site = {
  ...NEUTRAL_SITE,
  pages: [
    buildOwnerPage({ html: '<h2>Contact</h2><p>By <a href="/contact">the form</a>.</p>', links: ['footer', 'menu'] }),
  ],
}
const OPENED = ':is(:modal, :popover-open)[data-state="open"]'

const PATHS = [
  '/',
  '/about',
  '/about/imprint',
  '/contact?product=bowl-1',
  '/contact?item=bowl-1:2&item=bowl-2:1&item=gone:1',
  '/category',
  '/category/table',
  '/products?brand=Tornio&min-price=1&from-height=1.5+cm&unit-height=in',
  '/products?brand=Tornio&filter=brand',
  '/products?filter=brand&filter-q=none',
  '/products?q=tornio+zinc',
  '/products?view=table',
  '/products?q=nothing',
  '/products/bowl-1',
  '/nowhere',
  '/products/no-such',
]

test.each(WIDTHS)('pages have no axe violations in either theme and no horizontal overflow at %i px', async (width) => {
  await using server = await startServer({ site, categories, products })
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  await context.addInitScript(() => {
    localStorage.setItem('compared-products', JSON.stringify({ marks: [{ slug: 'bowl-1', name: 'Bowl 1' }] }))
  })
  const page = await context.newPage()
  for (const path of PATHS) {
    const response = await page.goto(server.url + path)
    // The error page for an unknown path has no scripts and therefore no comparison bar.
    if (response!.ok()) await page.locator('.compare-bar').waitFor()
    await expectNoViolations(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBeLessThanOrEqual(0)
  }
  await context.close()
})

test.each(WIDTHS)(
  'after client navigation, pages and opened overlays have no axe violations at %i px',
  async (width) => {
    await using server = await startServer({ categories, products })
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(request.url())
    })
    await page.goto(server.url)
    await waitUntilHydrated(page.locator('h1'))
    for (const path of [
      '/about',
      '/contact',
      '/category',
      '/category/table',
      '/products',
      '/products/bowl-1',
      '/products/no-such',
      '/',
    ]) {
      await page.evaluate(() => {
        document.querySelector('h1')!.dataset.left = ''
      })
      await followAddedLink(page, path)
      await page.waitForURL(server.url + path)
      // Until the new heading is shown, an overlay that was opened on the old page may cover the page.
      await page.locator('h1:not([data-left])').waitFor()
      await page.locator(':modal').waitFor({ state: 'detached' })
      // The test above checks the colours of these pages when they are loaded as documents.
      await expectNoViolations(page, { hasKnownColors: true })
      const opener = page.getByRole('button', {
        name: path === '/products/bowl-1' ? 'Share' : path === '/products' ? 'Filters' : 'Menu',
        exact: true,
      })
      if (!(await opener.first().isVisible())) continue
      await opener.first().click()
      await page.locator(OPENED).waitFor()
      await page.locator(OPENED).evaluate((part) => {
        for (const folded of part.querySelectorAll('details')) folded.open = true
      })
      // The rest of the page has been checked a few lines above.
      await expectNoViolations(page, { within: OPENED })
    }
    expect(documents).toHaveLength(1)
    await context.close()
  },
)

test('on small screens the menu opens by keyboard, lists the navigation and closes on navigation', async () => {
  await using server = await startServer({ categories, products })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(server.url)
  await waitUntilHydrated(page.locator('h1'))
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  // The site’s name, the search field and the menu button come next in the tab order.
  for (let part = 0; part < 3; part++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  await page.locator('.navbar-panel[data-state="open"]').waitFor()
  await expectNoViolations(page, { ignored: ['page-has-heading-one'] })
  await page.keyboard.press('Escape')
  await expect.poll(() => link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(() => link.isVisible()).toBe(false)
  await context.close()
})

test.each(WIDTHS)('the enquiry form and its results have no axe violations or overflow at %i px', async (width) => {
  await using server = await startServer({ products: products.slice(0, 2) })
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  const page = await context.newPage()
  const examine = async (name: string) => {
    await expectNoViolations(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      name,
    ).toBeLessThanOrEqual(0)
  }
  await page.goto(`${server.url}/contact?product=bowl-1`)
  await examine('form')
  await page.evaluate((action) => {
    const form = document.querySelector<HTMLFormElement>(`form[method="post"][action="${action}"]`)!
    // `submit()` fires no submit event, so the form is sent as it is without scripts.
    form.submit()
  }, '/contact')
  await page.getByRole('alert').waitFor()
  await examine('errors')
  await page.goto(`${server.url}/contact?sent=ABCD2345`)
  await examine('sent')
  await page.goto(`${server.url}/contact?reference=ABCD2345`)
  await examine('unknown')
  const { enquiries } = server.context
  const { reference } = await enquiries.add(buildNewEnquiry())
  await enquiries.markAnswered(reference, new Date())
  await page.goto(`${server.url}/contact?reference=${reference}`)
  await examine('status')
  await context.close()
})
