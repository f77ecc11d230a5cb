import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: Array.from({ length: 30 }, (_, index) =>
    buildProduct({
      slug: `bowl-${index}`,
      name: `Bowl ${index}`,
      brand: ['Arita', 'Bizen', 'Tamba'][index % 3]!,
      categorySlug: 'bowls',
      attributes: [{ name: 'Height', value: `${index + 1} mm` }],
    }),
  ),
})

const { enquiry: words, enquiryList: texts, comparison } = messages

/** Runs in the page: replaces text nodes as the translator of Chrome does, at load and at each change. */
function translate(): void {
  const kept = 'font, script, style, textarea, input, option'
  const replaceTexts = (target: Node) => {
    const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) {
      const isBlank = text.data.trim() === ''
      if (isBlank || text.parentElement?.closest(kept)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    replaceTexts(document.body)
    new MutationObserver(() => replaceTexts(document.body)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

async function openTranslated(path: string): Promise<Page> {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 } })
  await page.addInitScript(translate)
  await page.goto(server.url + path)
  await waitUntilHydrated(page)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('search, filters, sort order and comparison of a translated page show the current state', async () => {
  const page = await openTranslated('/about')
  const complaints = watchComplaints(page)
  const input = page.locator('.navbar-search .field')
  const options = page.getByRole('option')
  await input.focus()
  await page.keyboard.type('bow')
  await options.first().waitFor()
  await page.keyboard.type('l 1')
  await expect.poll(() => options.allTextContents()).toContain('Search for “bowl 1”')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=bowl+1')
  const count = page.locator('.toolbar-count')
  const all = await count.textContent()
  await page.getByRole('checkbox', { name: /^Bizen/ }).check()
  await page.waitForURL('**&brand=Bizen')
  await expect.poll(() => count.textContent()).not.toBe(all)
  await page.getByRole('link', { name: 'Remove filter: Bizen' }).click()
  await expect.poll(() => count.textContent()).toBe(all)
  const sort = page.getByRole('button', { name: new RegExp(`^${messages.sortBy}`) })
  await sort.click()
  await page.getByRole('menuitemradio', { name: messages.sorts.name }).click()
  await expect.poll(() => sort.textContent()).toContain(messages.sorts.name)
  await page.goBack()
  await expect.poll(() => sort.textContent()).not.toContain(messages.sorts.name)

  await page.locator('.card-link').first().click()
  await page.waitForURL('**/products/bowl-*')
  const compare = button(page, messages.compare)
  for (const isPressed of ['true', 'false', 'true']) {
    await compare.click()
    await expect.poll(() => compare.getAttribute('aria-pressed')).toBe(isPressed)
  }
  await page.goBack()
  const bar = page.locator('.compare-bar [role=status]')
  await expect.poll(() => bar.textContent()).toBe(comparison.marked(1))
  expect(complaints).toEqual([])
})

/** Returns a function that lists the enquiries that were stored since. */
async function watchStored() {
  const before = (await server.context.enquiries.list('all')).map(({ reference }) => reference)
  return async () => (await server.context.enquiries.list('all')).filter(({ reference }) => !before.includes(reference))
}

test('an enquiry of a translated page is reviewed with the current quantity, sent once, and shown with its reference; if the page cannot show that the next one was sent, the document with its reference is opened, and nothing is left to send', async () => {
  const listNew = await watchStored()
  const page = await openTranslated('/products/bowl-3')
  const complaints = watchComplaints(page)
  await button(page, texts.add).click()
  await page.getByText(texts.listed(1)).waitFor()
  await button(page, texts.addMore).click()
  await page.getByText(texts.listed(2)).waitFor()
  await page.locator('.enquiry-link').click()
  await page.waitForURL('**/contact?*')
  await waitUntilHydrated(button(page, messages.stepNext))
  await page.evaluate(advancePageClock)
  const review = page.locator('.enquiry-review')
  await button(page, messages.stepNext).click()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(page, messages.stepNext).click()
  await button(page, messages.stepSkip).click()
  await expect.poll(() => review.textContent()).toContain('2 × Bowl 3')
  await button(page, words.change(words.requestLegend)).click()
  await page.locator('.enquiry-items input[type=number]').fill('50')
  for (const name of [messages.stepNext, messages.stepNext, messages.stepSkip]) await button(page, name).click()
  await expect.poll(() => review.textContent()).toContain('50 × Bowl 3')
  await button(page, words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const stored = await listNew()
  expect(stored).toMatchObject([{ items: [{ product: 'bowl-3', quantity: 50 }] }])
  const reference = (await page.locator('.enquiry-reference').textContent())!
  expect(reference.replace('-', '')).toBe(stored[0]!.reference)
  expect(complaints).toEqual([])

  await button(page, words.another).click()
  await page.evaluate(advancePageClock)
  await page.getByLabel(words.request).fill(ENQUIRY.request)
  await button(page, messages.stepNext).click()
  await page.evaluate((reference) => {
    const { insertBefore } = Node.prototype
    Node.prototype.insertBefore = function <Inserted extends Node>(node: Inserted, next: Node | null): Inserted {
      const isReference = node instanceof Element && node.querySelector(reference)
      if (isReference) throw new DOMException('The next node is not a child of this node.', 'NotFoundError')
      return insertBefore.call(this, node, next) as Inserted
    }
  }, '.enquiry-reference')
  await button(page, words.send).click()
  await page.waitForURL('**/contact?sent=*')
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [latest, ...others] = await listNew()
  expect(others).toEqual(stored)
  expect((await page.locator('.enquiry-reference').textContent())!.replace('-', '')).toBe(latest!.reference)
  await waitUntilHydrated(page)
  await followAddedLink(page, '/contact')
  await button(page, messages.stepNext).waitFor()
  expect(await page.getByLabel(words.request).inputValue()).toBe('')
})
