import type { Locator, Page } from 'playwright-core'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { advancePageClock } from './advance-page-clock.ts'
import { ENQUIRY } from './enquiries.ts'
import { messages } from './english-messages.ts'
import type { PageOptions } from './reused-page.ts'

const texts = serverTextsFor({ locale: 'en' }).pastedList
const words = messages.enquiry

/** What the buyer means by the three mistyped part numbers. */
const MEANT: Readonly<Record<string, string>> = {
  'DIN912-M6X2O': 'DIN912-M6X20',
  'DIN933-M88X40': 'DIN933-M8X40',
  'IS07380-M5X16': 'ISO7380-M5X16',
}

/** They become a part of the message. */
export const UNKNOWN = ['KX/4711-R', 'QV-90-0001'] as const

const KNOWN = ['DIN912', 'DIN933', 'ISO7380', 'DIN84', 'DIN7991'].flatMap((standard) =>
  ['M4X10', 'M5X25', 'M8X30', 'M10X60', 'M12X80'].map((size) => `${standard}-${size}`),
)

/** Thirty part numbers with quantities, as copied from a spreadsheet. */
export const BUYERS_LIST = [...KNOWN, ...Object.keys(MEANT), ...UNKNOWN]
  .map((number, index) => `${number}\t${(index + 1) * 10}`)
  .join('\n')

export const BUYERS_SKUS = [...KNOWN, ...Object.values(MEANT)]

export const BUYERS_WAYS = ['by mouse', 'by keyboard', 'on a phone', 'without scripts'] as const
export type BuyersWay = (typeof BUYERS_WAYS)[number]

const DESKTOP = { width: 1280, height: 800 }

export const BUYERS_PAGES: Readonly<Record<BuyersWay, PageOptions>> = {
  'by mouse': { viewport: DESKTOP },
  'by keyboard': { viewport: DESKTOP },
  'on a phone': { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  'without scripts': { viewport: DESKTOP, javaScriptEnabled: false },
}

/**
 * Pastes the list, chooses what the mistyped part numbers mean, and sends the enquiry.
 * @returns the number of presses of buttons, links and fields, without choosing and without Tab
 */
export async function sendBuyersList(page: Page, url: string, way: BuyersWay): Promise<number> {
  let clicks = 0
  const hasPointer = way !== 'by keyboard'

  /** @param field a field of the same form, in which Enter does the same */
  async function press(control: Locator, field = control): Promise<void> {
    clicks++
    if (way === 'on a phone') return control.tap()
    if (hasPointer) return control.click()
    await moveFocus(page, field)
    await page.keyboard.press('Enter')
  }

  const goTo = (field: Locator) => (hasPointer ? press(field) : moveFocus(page, field))

  async function choose(choice: Locator, option: string): Promise<void> {
    if (hasPointer) return void (await choice.selectOption(option))
    await moveFocus(page, choice)
    while ((await choice.inputValue()) !== option) await page.keyboard.press('ArrowDown')
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const lines = page.locator('.pasted-lines > li')
  if (way === 'without scripts') {
    await page.goto(`${url}/contact`)
    await press(page.locator('.pasted-list summary'))
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(BUYERS_LIST)
    await press(button(texts.find))
  } else {
    await page.goto(url)
    await page.evaluate((list) => navigator.clipboard.writeText(list), BUYERS_LIST)
    const field = page.locator('.navbar-search .field')
    if (way === 'on a phone') await press(page.locator('.navbar-search-open'))
    else await goTo(field)
    // On a phone the field opens when its script is loaded; an earlier paste would have no target.
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ControlOrMeta+V')
  }
  await page
    .locator('.pasted-list-status')
    .filter({ hasText: fillIn(texts.found, { found: String(KNOWN.length), all: '30' }) })
    .waitFor()
  if (way !== 'without scripts') await page.evaluate(advancePageClock)
  for (const [mistyped, meant] of Object.entries(MEANT)) {
    const line = lines.nth(BUYERS_LIST.split('\n').findIndex((text) => text.startsWith(mistyped)))
    const option = line.locator('option').filter({ hasText: meant })
    await choose(line.locator('select'), (await option.first().getAttribute('value'))!)
  }
  const count = lines.nth(KNOWN.length + 2).locator('[name="count"]')
  await press(button(texts.add), count)
  await page
    .locator('.enquiry-items > li')
    .nth(BUYERS_SKUS.length - 1)
    .waitFor()
  if (way !== 'without scripts')
    await press(button(messages.stepNext), page.locator('.enquiry-items input:not([type=hidden])').first())
  await goTo(page.getByLabel(words.name, { exact: true }))
  // Taps that follow each other faster are a double tap.
  await page.keyboard.type(ENQUIRY.name, { delay: 30 })
  await page.keyboard.press('Tab')
  await page.keyboard.type(ENQUIRY.email)
  await press(button(words.send))
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  return clicks
}

/** Presses Tab until a control has the focus. */
async function moveFocus(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let steps = 0; !(await hasFocus()); steps++) {
    if (steps > 200) throw new Error(`Tab does not lead to ${control.toString()}.`)
    await page.keyboard.press('Tab')
  }
}
