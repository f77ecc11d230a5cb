import { afterAll, expect, test } from 'vitest'
import { WIDTHS } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { expectLargeTargets } from '../support/target-size.ts'

const browser = await useBrowser()
const server = await startDemo()
afterAll(() => server[Symbol.asyncDispose]())

const PATHS = [
  '/',
  '/about',
  '/about/imprint',
  '/contact',
  '/contact?item=breakfast-bowl:2',
  '/category',
  '/category/table',
  '/products',
  '/products?view=table',
  '/products?filter=attr-material',
  '/products?q=bowl&in-stock=1',
  '/products?q=nothing',
  '/products?compare=breakfast-bowl,moon-jar',
  '/products/breakfast-bowl',
  '/products/no-such',
  '/nowhere',
]

test.each(WIDTHS)('links, buttons and fields have a target of at least 24 px at %i px', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  for (const path of PATHS) {
    await page.goto(server.url + path)
    await waitUntilHydrated(page.locator('h1'))
    // The menu buttons of cards are added when the browser is idle.
    if ((await page.locator('.card').count()) > 0) await page.locator('[data-context-button]').first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await expectLargeTargets(page)
  }
  await page.close()
})

test('on a phone, text at twice the size fits into the window on all pages and in menus, filters and suggestions', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  const expectFit = async (what: string) => {
    await page.locator('[data-state="opening"]').waitFor({ state: 'detached' })
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    expect([what, ...(await page.evaluate(findOverflow))]).toEqual([what])
  }
  for (const path of PATHS) {
    await page.goto(server.url + path)
    await waitUntilHydrated(page.locator('h1'))
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectFit(path)
    if (path !== '/products') continue
    for (const name of ['Menu', 'Filters', /^Sort by/]) {
      await page.getByRole('button', { name }).click()
      await page.locator(':popover-open, dialog[open]').first().waitFor()
      await expectFit(String(name))
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator(':popover-open, dialog[open]').count()).toBe(0)
    }
    await page.locator('.navbar-search-open').click()
    await page.locator('.navbar-search .field').fill('bowl')
    await page.locator('.suggestion').first().waitFor()
    await expectFit('suggestions')
  }
  await page.close()
})

/** Runs in the page. Finds texts and fields that are outside of the window, unless they can be scrolled in their own frame. */
function findOverflow(): readonly string[] {
  const width = document.documentElement.clientWidth
  const found =
    document.documentElement.scrollWidth > width ? [`page of ${document.documentElement.scrollWidth} px`] : []
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    if (!isText && !element.matches('input, select, textarea, button, .picture')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    let frame: Element | null = element
    // Frames that scroll or are clipped on purpose, such as truncated names and texts for screen readers.
    while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement
    if (
      frame &&
      frame !== document.documentElement &&
      frame !== document.body &&
      !frame.matches(':popover-open, dialog')
    )
      continue
    const { left, right } = element.getBoundingClientRect()
    if (left < -1 || right > width + 1) found.push(`${element.className || element.tagName}: ${left} to ${right}`)
  }
  return found
}

test('two small links side by side are too small; with space around them, in a sentence or with a large label they are not', async () => {
  const page = await browser.newPage()
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
  await page.close()
})
