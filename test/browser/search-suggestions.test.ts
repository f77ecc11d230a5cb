import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SUGGESTIONS_DEBOUNCE_MS } from '../../shared/constants.ts'
import { useBrowser, openReusedPage } from '../support/browser.ts'
import { changeStore } from '../support/change-store.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import type { PageOptions } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()
/** By searched text, a promise that delays its suggestions. */
const held = new Map<string, Promise<void>>()
const asked: string[] = []
const server = await useServer({
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: [
    buildProduct({ slug: 'noodle-bowl', name: 'Noodle bowl', brand: 'Bowlmakers', categorySlug: 'bowls' }),
    buildProduct({ slug: 'tea-bowl', name: 'Tea bowl', categorySlug: 'bowls' }),
    buildProduct({ slug: 'vase', name: 'Vase' }),
    buildProduct({ slug: 'kabin', name: '花瓶' }),
    buildProduct({
      slug: 'carafe',
      name: 'Carafe',
      brand: 'Glassworks',
      options: [{ name: 'Colour', values: ['Smoke', 'Amber'] }],
      variants: [
        buildVariant({ key: 'smoke', optionValues: ['Smoke'], sku: 'GK-4100' }),
        buildVariant({ key: 'amber', optionValues: ['Amber'], sku: 'GK-4200' }),
      ],
    }),
  ],
  wrapStore: (store) =>
    changeStore(store, {
      async suggest(text, limit) {
        asked.push(text)
        await held.get(text)
        return store.suggest(text, limit)
      },
    }),
})

async function openPage(path = '/about', options: PageOptions = {}) {
  const opened = await openReusedPage(browser, server.url + path, options)
  const { page } = opened
  return { ...opened, input: page.locator('.navbar-search .field'), options: page.getByRole('option') }
}

const activeText = (page: Page) =>
  page.evaluate(
    () =>
      document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
  )

test('arrow keys, Enter and Escape select, open and close search suggestions, a click opens one, and Back restores the text; Enter without a selected suggestion searches, also if suggestions cannot be loaded; on a phone, a tap opens the field, and choosing a suggestion closes it', async () => {
  const { page, input, options, complaints, close } = await openPage('/about', { hasTouch: true })
  await input.focus()
  await page.keyboard.type('bowl')
  await expect.poll(() => options.count()).toBe(5)
  expect(await page.locator('.navbar-search [role=status]').textContent()).toBe('5 suggestions')
  await page.keyboard.press('ArrowDown')
  expect(await activeText(page)).toContain('Noodle bowl')
  // Keys belong to the input method while it composes a text.
  await input.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  expect(await options.count()).toBe(5)
  await page.keyboard.press('Escape')
  expect([await options.count(), await input.inputValue()]).toEqual([0, 'bowl'])
  await page.keyboard.press('ArrowDown')
  expect(await activeText(page)).toContain('Noodle bowl')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products/noodle-bowl')
  await expect.poll(() => input.inputValue()).toBe('')
  expect(await options.count()).toBe(0)

  // Enter without a selected suggestion searches and keeps the text.
  await input.fill('bowl')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=bowl')
  expect([await options.count(), await input.inputValue()]).toEqual([0, 'bowl'])

  // A suggestion shows brand, variant and the typed article number, and opens that variant.
  await input.fill('tea')
  await options.filter({ hasText: 'Tea bowl' }).click()
  await page.waitForURL('**/products/tea-bowl')
  await page.goBack()
  await expect.poll(() => input.inputValue()).toBe('bowl')
  await input.fill('gk42')
  await page.getByRole('option', { name: 'Carafe Glassworks, Amber, GK-4200 €120', exact: true }).waitFor()
  await options.first().click()
  await page.waitForURL('**/products/carafe?variant=amber')
  expect(complaints).toEqual([])

  const failing = await interceptRequests(page, '*/suggestions\\?*', (request) => request.abort())
  const failed = page.waitForEvent('requestfailed')
  await input.fill('tea')
  await failed
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=tea')
  await failing.stop()

  await page.setViewportSize({ width: 360, height: 740 })
  expect(await input.isVisible()).toBe(false)
  await page.locator('.navbar-search-open').tap()
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  await input.fill('noodle')
  await options.filter({ hasText: 'Noodle bowl' }).tap()
  await page.waitForURL('**/products/noodle-bowl')
  await expect.poll(() => input.isVisible()).toBe(false)
  await close()
})

test('search suggestions are debounced, not requested during IME composition, and ignored if they arrive late', async () => {
  const { page, input, options } = await openPage('/about', { pool: 'clock' })
  await input.focus()
  asked.length = 0
  // The clock is paused, because on a busy machine the pauses between keys may be longer than the debounce.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const part of ['tea', ' bo', 'wl']) {
    await page.keyboard.type(part)
    await page.clock.runFor(SUGGESTIONS_DEBOUNCE_MS - 1)
  }
  await page.clock.resume()
  await expect.poll(() => options.count()).toBe(2)
  expect(asked).toEqual(['tea bowl'])
  const late = Promise.withResolvers<void>()
  held.set('noodle', late.promise)
  await input.fill('noodle')
  await expect.poll(() => asked.at(-1)).toBe('noodle')
  await input.fill('vase')
  await expect.poll(() => options.first().textContent()).toContain('Vase')
  late.resolve()
  await expect.poll(() => server.logLines.some(({ url }) => String(url).endsWith('q=noodle'))).toBe(true)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await options.first().textContent()).toContain('Vase')
  await input.fill('v')
  await expect.poll(() => options.count()).toBe(0)
  await page.clock.runFor(SUGGESTIONS_DEBOUNCE_MS)
  await input.fill('花')
  await expect.poll(() => options.first().textContent()).toContain('花瓶')
  expect(asked.slice(-2)).toEqual(['vase', '花'])
  const cdp = await page.context().newCDPSession(page)
  await input.fill('')
  asked.length = 0
  await cdp.send('Input.imeSetComposition', { text: 'pot', selectionStart: 3, selectionEnd: 3 })
  await page.clock.runFor(SUGGESTIONS_DEBOUNCE_MS)
  // If the composition caused a request, it would come before the next one.
  await cdp.send('Input.insertText', { text: 'pots' })
  await expect.poll(() => asked.at(-1)).toBe('pots')
  expect(asked).toEqual(['pots'])
  await page.context().close()
})
