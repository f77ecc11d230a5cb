import type { Locator, Page } from 'playwright-core'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openTab } from '../support/reused-page.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'

const texts = serverTextsFor({ locale: 'en' }).pastedList
const words = messages.enquiry

/** What the buyer means by the three mistyped part numbers. */
const MEANT: Readonly<Record<string, string>> = {
  'DIN912-M6X2O': 'DIN912-M6X20',
  'DIN933-M88X40': 'DIN933-M8X40',
  'IS07380-M5X16': 'ISO7380-M5X16',
}

/** They become a part of the message. */
const UNKNOWN = ['KX/4711-R', 'QV-90-0001'] as const

const KNOWN = ['DIN912', 'DIN933', 'ISO7380', 'DIN84', 'DIN7991'].flatMap((standard) =>
  ['M4X10', 'M5X25', 'M8X30', 'M10X60', 'M12X80'].map((size) => `${standard}-${size}`),
)

/** Thirty part numbers with quantities, as copied from a spreadsheet. */
const LIST = [...KNOWN, ...Object.keys(MEANT), ...UNKNOWN]
  .map((number, index) => `${number}\t${(index + 1) * 10}`)
  .join('\n')

const SKUS = [...KNOWN, ...Object.values(MEANT)]

/** Presses Tab until a control has the focus. */
async function moveFocus(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let steps = 0; !(await hasFocus()); steps++) {
    if (steps > 200) throw new Error(`Tab does not lead to ${control.toString()}.`)
    await page.keyboard.press('Tab')
  }
}

const browser = await useBrowser()
const server = await useServer({ products: generateScrewCatalogue() })

test('thirty pasted part numbers become an enquiry by keyboard, with three presses of Enter', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(server.url)
  await page.evaluate((list) => navigator.clipboard.writeText(list), LIST)
  const moveTo = (control: Locator) => moveFocus(page, control)
  await moveTo(page.locator('.navbar-search .field'))
  await page.keyboard.press('ControlOrMeta+V')
  await page
    .locator('.pasted-list-status')
    .filter({ hasText: fillIn(texts.found, { found: String(KNOWN.length), all: '30' }) })
    .waitFor()
  await page.evaluate(advancePageClock)
  const lines = page.locator('.pasted-lines > li')
  for (const [mistyped, meant] of Object.entries(MEANT)) {
    const line = lines.nth(LIST.split('\n').findIndex((text) => text.startsWith(mistyped)))
    const value = await line.locator('option').filter({ hasText: meant }).first().getAttribute('value')
    const choice = line.locator('select')
    await moveTo(choice)
    while ((await choice.inputValue()) !== value) await page.keyboard.press('ArrowDown')
  }
  await moveTo(lines.nth(KNOWN.length + 2).locator('[name="count"]'))
  await page.keyboard.press('Enter')
  await page
    .locator('.enquiry-items > li')
    .nth(SKUS.length - 1)
    .waitFor()
  await moveTo(page.locator('.enquiry-items input:not([type=hidden])').first())
  await page.keyboard.press('Enter')
  await moveTo(page.getByLabel(words.name, { exact: true }))
  await page.keyboard.type(ENQUIRY.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ENQUIRY.email)
  await moveTo(page.getByRole('button', { name: words.send, exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [latest] = await server.context.enquiries.list('all')
  expect(latest!.items.map(({ sku }) => sku)).toEqual(SKUS)
  expect(latest!.items.map(({ quantity }) => quantity)).toEqual(SKUS.map((_, index) => (index + 1) * 10))
  for (const number of UNKNOWN) expect(latest!.request).toContain(number)
})
