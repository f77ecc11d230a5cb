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
