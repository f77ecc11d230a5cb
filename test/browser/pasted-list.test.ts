import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'
import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'

const words = messages.enquiry
const texts = serverTextsFor({ locale: 'en' }).pastedList

const SCREWS = ['ABC-1234', 'ABC-1235', 'TWIN-7', 'twin 7'].map((sku, index) =>
  buildProduct({ slug: `screw-${index}`, name: `Screw ${index}`, variants: [buildVariant({ sku })] }),
)
const CAPS = Array.from({ length: ENQUIRY_ITEMS_MAX }, (_, index) =>
  buildProduct({ slug: `hexagon-socket-head-cap-screw-stainless-${index}`, name: `Cap screw ${index}` }),
)

const LIST = '20 x ABC-1234\nTWIN7; 3\nABC-123A 4 pcs\n2 NOTHING-LIKE-IT'

const browser = await useBrowser()
const server = await useServer({ site: { ...NEUTRAL_SITE, partLists: true }, products: [...SCREWS, ...CAPS] })

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, ...options })
  const complaints = watchComplaints(page)
  await page.goto(server.url + path)
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    text: page.getByLabel(texts.text, { exact: true }),
    lines: page.locator('.pasted-lines > li'),
    items: page.locator('.enquiry-items > li'),
    choice: (line: number) => page.locator('.pasted-lines select').nth(line - 1),
    count: (line: number) => page.locator('.pasted-lines [name="count"]').nth(line - 1),
    status: page.locator('.pasted-list-status'),
    openForm: () => page.locator('.pasted-list summary').click(),
    async [Symbol.asyncDispose]() {
      expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    },
  }
}

test('a pasted list becomes lines to check, products of the list and a part of the message, with Enter in its fields, and the owner gets it all', async () => {
  await using opened = await openPage('/contact')
  const { page, button, lines, items, choice, count, status } = opened
  await waitUntilHydrated(button(messages.stepNext))
  await page.evaluate(advancePageClock)
  await opened.openForm()
  await opened.text.fill(LIST)
  // A list that cannot be sent stays.
  await page.context().setOffline(true)
  await button(texts.find).click()
  await page.getByRole('alert').filter({ hasText: texts.failed }).waitFor()
  expect(await opened.text.inputValue()).toBe(LIST)
  await page.context().setOffline(false)
  await button(texts.find).click()
  await expect.poll(() => lines.count()).toBe(4)
  await expect.poll(() => status.innerText()).toBe(fillIn(texts.found, { found: '1', all: '4' }))
  expect(await status.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await lines.evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset['state']))).toEqual([
    'found',
    'several',
    'similar',
    'missing',
  ])
  expect([await count(1).inputValue(), await count(2).inputValue(), await count(3).inputValue()]).toEqual([
    '20',
    '3',
    '4',
  ])
  // A line that is not decided stays.
  await button(texts.add).click()
  await expect.poll(() => lines.count()).toBe(2)
  await expect.poll(() => items.count()).toBe(1)
  expect(await status.innerText()).toBe(
    `${fillIn(texts.added, { products: '1', lines: '1' })} ${fillIn(texts.left, { lines: '2' })}`,
  )
  expect(await lines.first().innerText()).toContain(texts.chooseProduct)
  const twin = (await choice(1).locator('option', { hasText: 'Screw 3, twin 7' }).getAttribute('value'))!
  await choice(1).focus()
  while ((await choice(1).inputValue()) !== twin) await page.keyboard.press('ArrowDown')
  // A changed line is looked up with Enter.
  await lines.nth(1).locator('[name="line"]').fill('ABC-1235, 6 pcs')
  await page.keyboard.press('Enter')
  await expect.poll(() => count(2).inputValue()).toBe('6')
  await count(2).press('Enter')
  await expect.poll(() => items.count()).toBe(3)
  expect(await lines.count()).toBe(0)
  expect(await page.getByLabel(words.request).inputValue()).toBe('2 NOTHING-LIKE-IT')
  expect(await items.first().innerText()).toContain('20 x ABC-1234')

  await page.getByLabel(messages.enquiryList.quantityOf('Screw 0')).press('Enter')
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(words.send).press('Enter')
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [latest] = await server.context.enquiries.list('all')
  expect(latest).toMatchObject({
    request: '2 NOTHING-LIKE-IT',
    items: [
      { product: 'screw-0', quantity: 20, pasted: '20 x ABC-1234' },
      { product: 'screw-3', quantity: 3, pasted: 'TWIN7; 3' },
      { product: 'screw-1', quantity: 6, pasted: 'ABC-1235, 6 pcs' },
    ],
  })
})

test('all 200 products of the list on the device are shown, although its address holds fewer', async () => {
  await using opened = await openPage('/about')
  const { page, items } = opened
  await page.evaluate(
    (slugs) => {
      const list = slugs.map((product) => ({ product, variant: null, quantity: 1, note: '' }))
      localStorage.setItem('enquiry-list', JSON.stringify(list))
    },
    CAPS.map(({ slug }) => slug),
  )
  await page.goto(`${server.url}/contact`)
  await expect.poll(() => items.count()).toBe(ENQUIRY_ITEMS_MAX)
  expect(page.url().length).toBeLessThan(7_200)
  await expect.poll(() => items.last().innerText()).toContain(`Cap screw ${ENQUIRY_ITEMS_MAX - 1}`)
  await page.getByText('the last').waitFor()
})

/** Pastes a text into the focused field, as the browser does: a field without a handler gets it without line breaks. */
async function pasteText(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).evaluate((field: HTMLInputElement, pasted) => {
    field.focus()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    if (field.dispatchEvent(paste)) document.execCommand('insertText', false, pasted)
  }, text)
}

const FIELD = '.navbar-search input.field'

test('several lines in the search field open the form with the lines looked up; one line stays a search', async () => {
  await using opened = await openPage('/products')
  const { page, lines } = opened
  await waitUntilHydrated(page.locator(FIELD))
  await pasteText(page, FIELD, 'ABC-1234\n')
  expect(await page.locator(FIELD).inputValue()).toContain('ABC-1234')
  expect(page.url()).toBe(`${server.url}/products`)
  await pasteText(page, FIELD, LIST)
  await expect.poll(() => lines.count()).toBe(4)
  expect(new URL(page.url()).pathname).toBe('/contact')
  // On the page itself, another list replaces the first one.
  await pasteText(page, FIELD, 'ABC-1234 1 pcs\nABC-1235 2 pcs')
  await expect.poll(() => lines.count()).toBe(2)
})
