import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { borrowPage, type PageOptions } from '../support/reused-page.ts'
import { startServer } from '../support/start-server.ts'
import { expectFit, expectLargeTargets } from '../support/target-size.ts'

const browser = await useBrowser()
const demo = await startDemo()

/** What is laid out differently on a wide screen. */
const WIDE_PATHS = [
  '/contact?item=breakfast-bowl:2&item=moon-jar:1&item=gone:1',
  '/category/table',
  '/products?view=table',
  '/products?compare=breakfast-bowl,moon-jar',
  '/products/breakfast-bowl',
  '/',
]

const PATHS = [
  '/about',
  '/about/imprint',
  '/contact',
  '/contact?product=breakfast-bowl',
  '/category',
  '/products?brand=Tornio&min-price=1&from-height=5+cm',
  '/products?filter=attr-material',
  '/products?filter=attr-material&filter-q=none',
  '/products?q=bowl+zinc&in-stock=1',
  '/products?q=nothing',
  '/nowhere',
  '/products/no-such',
  ...WIDE_PATHS,
]

/** The buttons that open an overlay, menu or suggestions, by the path of a page that has them. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  '/about': ['Menu'],
  '/products?view=table': ['Filters', 'Sort by'],
  '/products/breakfast-bowl': ['Share'],
}

const OPENED = ':is(:modal, :popover-open)[data-state="open"]'

/** Borrows a page of the demo with a product marked for comparison. */
async function borrowMarked(options: PageOptions) {
  const borrowed = await borrowPage(browser, options)
  await borrowed.page.addInitScript(() =>
    localStorage.setItem('compared-products', JSON.stringify({ marks: [{ slug: 'moon-jar', name: 'Moon Jar' }] })),
  )
  return borrowed
}

async function loadPage(page: Page, path: string): Promise<void> {
  const response = await page.goto(demo.url + path)
  await waitUntilHydrated(page.locator('h1'))
  // Pages where products can be marked have the comparison bar.
  if (response!.ok() && /^\/($|category\/|products(?!.*compare=))/.test(path))
    await page.locator('.compare-bar').waitFor({ state: 'attached' })
  // The menu buttons of cards are added when the browser is idle.
  if ((await page.locator('.card').count()) > 0) await page.locator('[data-context-button]').first().waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
}

/** Opens the page's overlays one after the other and checks each. */
async function forEachOverlay(page: Page, path: string, check: (name: string) => Promise<void>): Promise<void> {
  for (const name of OPENERS[path] ?? []) {
    const opener = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
    if (!(await opener.isVisible())) continue
    await opener.click()
    await page.locator(OPENED).waitFor()
    await check(name)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(OPENED).count()).toBe(0)
  }
}

/** Checks a loaded page and what it can open. Colours do not depend on the width, so one width suffices for them. */
async function examine(page: Page, path: string, hasKnownColors: boolean): Promise<void> {
  await expectNoViolations(page, { hasKnownColors })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(
    0,
  )
  await expectLargeTargets(page)
  await forEachOverlay(page, path, async () => {
    await page.locator(OPENED).evaluate((part) => {
      for (const folded of part.querySelectorAll('details')) folded.open = true
    })
    await expectNoViolations(page, { within: OPENED, hasKnownColors })
  })
}

/**
 * The browser itself logs an error for a document with status 404, and a warning for a preloaded picture that is not
 * painted within 3 seconds, which a busy machine may need (test/web/pictures-on-pages checks which one is preloaded).
 */
const LOGGED_BY_BROWSER = /status of 404|preloaded using link preload but not used/

function expectNoComplaints(complaints: readonly string[]): void {
  expect(complaints.filter((complaint) => !LOGGED_BY_BROWSER.test(complaint))).toEqual([])
}

const doubleTextSize = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

test('on a wide screen, pages hydrate without warnings and have no axe violations, no horizontal overflow and targets of at least 24 px', async () => {
  await using borrowed = await borrowMarked({ viewport: { width: 1280, height: 800 } })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  for (const path of WIDE_PATHS) {
    await loadPage(page, path)
    await examine(page, path, true)
  }
  expectNoComplaints(complaints)
})

test('on a phone, all pages do too, and text at twice the size fits into the window, also in menus, filters and suggestions', async () => {
  await using borrowed = await borrowMarked({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  for (const path of PATHS) {
    await loadPage(page, path)
    await examine(page, path, false)
    await doubleTextSize(page)
    await expectFit(page, 'page')
    await forEachOverlay(page, path, (name) => expectFit(page, name))
  }
  // The last page is the home page, with text at twice the size.
  await page.locator('.navbar-search-open').click()
  await page.locator('.navbar-search .field').fill('bowl')
  await page.locator('.suggestion').first().waitFor()
  await expectFit(page, 'suggestions')
  expectNoComplaints(complaints)
})

test('on small screens the menu opens by keyboard, lists the navigation and closes on navigation', async () => {
  await using borrowed = await borrowPage(browser, { viewport: { width: 360, height: 740 } })
  const { page } = borrowed
  await page.goto(demo.url)
  await waitUntilHydrated(page.locator('h1'))
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  // The site’s name, the search field and the menu button come next in the tab order.
  for (let part = 0; part < 3; part++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Studio' })
  await page.locator('.navbar-panel[data-state="open"]').waitFor()
  await expectNoViolations(page, { ignored: ['page-has-heading-one'] })
  await page.keyboard.press('Escape')
  await expect.poll(() => link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.waitForURL(`${demo.url}/about`)
  await expect.poll(() => link.isVisible()).toBe(false)
})

test('on a phone, the errors and the results of the enquiry form have no axe violations or overflow', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl' })] })
  await using borrowed = await borrowPage(browser, { viewport: { width: 360, height: 800 } })
  const { page } = borrowed
  const examine = async (name: string) => {
    await expectNoViolations(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      name,
    ).toBeLessThanOrEqual(0)
  }
  await page.goto(`${server.url}/contact?product=bowl`)
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
})

test('two small links side by side are too small; with space around them, in a sentence or with a large label they are not', async () => {
  await using borrowed = await borrowPage(browser, {})
  const { page } = borrowed
  const show = (html: string) => page.setContent(`<style>div { display: flex; padding: 50px }</style>${html}`)
  await show('<div><a href="#a">a</a><a href="#b">b</a></div>')
  await expect(expectLargeTargets(page)).rejects.toThrow('#a')
  for (const html of [
    '<div><a href="#a">a</a></div>',
    '<p>Read <a href="#a">a</a> or <a href="#b">b</a> first.</p>',
    '<div><label style="padding: 8px"><input type="checkbox"></label><a href="#a" style="padding: 8px">a</a></div>',
  ]) {
    await show(html)
    await expectLargeTargets(page)
  }
})
