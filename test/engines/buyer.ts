import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import type { Engine } from './engine.ts'
import { visit } from './visitor.ts'

const words = messages.enquiry
const texts = serverTextsFor({ locale: 'en' }).pastedList
const takeAway = serverTextsFor({ locale: 'en' }).takeAway

/** Keys in WebDriver's actions. */
const [ENTER, END, BACKSPACE] = ['\uE007', '\uE010', '\uE003']

const screws = ['M6X20', 'M8X20'].map((size) =>
  buildProduct({
    slug: `screw-${size.toLowerCase()}`,
    name: `Screw ${size.replace('X', ' x ')}`,
    variants: [buildVariant({ sku: `S-${size}` })],
  }),
)

/** A buyer's list of part numbers becomes an enquiry. */
export function testBuyer(engine: Engine): void {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ products: screws })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('lines pasted into the search field are checked, changed and sent, and the list can be copied', () =>
    visit(engine, server.url, async ({ open, press, fill, waitFor, waitForPath, waitUntilGone, session }) => {
      await open('/products')
      const paste = () => session.evaluate(pasteLines, 'S-M6X20\t20\n5 pcs S-M8X2O\nNOTHING-4711 2')
      await expect.poll(paste).toBe(true)
      await waitForPath(/^\/contact/)
      await waitFor('.pasted-list-status', fillIn(texts.found, { found: '1', all: '3' }))
      await session.evaluate(advancePageClock)
      await fill('.pasted-lines li:nth-child(2) [name="line"]', `${END}${BACKSPACE}0${ENTER}`)
      await waitFor('.pasted-lines li:nth-child(2)[data-state="found"]')
      await press('.pasted-list-actions button', texts.add)
      await waitUntilGone('.pasted-lines')
      await waitFor('.enquiry-items li:nth-child(2)', 'Screw M8 x 20')
      await press('.take-away button', takeAway.copy)
      // Whether scripts may copy depends on the browser.
      const outcome = () => session.evaluate(() => document.querySelector('.take-away [role=status]')!.textContent)
      await expect.poll(outcome).toMatch(new RegExp(`^(${takeAway.copied}|${takeAway.notCopied})$`))
      await press('.stepper-actions button', messages.stepNext)
      await fill('[name="name"]', 'Josefine')
      await fill('[name="email"]', 'josefine@visitor.example')
      await press('.stepper-finish')
      await waitFor('.stepper h3', words.sentHeading)
      const [latest] = await server.context.enquiries.list('all')
      expect(latest).toMatchObject({ request: 'NOTHING-4711 2', items: [{ quantity: 20 }, { quantity: 5 }] })
    }))
}

/**
 * Runs in the page: pastes a text into the search field. In Firefox, the constructor of a clipboard event takes no data.
 * @returns whether the page has taken the lines
 */
function pasteLines(text: string): boolean {
  const clipboardData = { getData: () => text }
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  return !document.querySelector('.navbar-search input')!.dispatchEvent(paste)
}
