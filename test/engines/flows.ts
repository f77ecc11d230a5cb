import { expect, test } from 'vitest'
import { fillIn } from '../../shared/messages/fill-in.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { messages } from '../support/english-messages.ts'
import { describePixels, PLACEHOLDER_COLORS } from '../support/placeholder-pixels.ts'
import type { Engine, EngineSession } from './engine.ts'
import { readComplaints } from './recording-proxy.ts'
import { PHONE, visit, type Visitor } from './visitor.ts'

const words = messages.enquiry

const { pastedList, takeAway } = serverTextsFor({ locale: 'en' })

/** Keys in WebDriver's actions. */
const [ENTER, END, BACKSPACE] = ['\uE007', '\uE010', '\uE003']

/** @param readUrl returns the address of the demo when the tests run */
export function testFlows(engine: Engine, readUrl: () => string): void {
  test('products are reached from the home page and the menu, variants and pictures change, and Back closes the lightbox, all in one document', () =>
    visit(engine, readUrl(), async ({ open, hover, press, waitForPath, waitFor, waitUntilGone, session, proxy }) => {
      const isOpen = () => session.evaluate(() => document.querySelector('.lightbox')?.checkVisibility() ?? false)
      await open('/')
      await press('.product-grid .card-link')
      await waitForPath(/^\/products\/[\w-]+$/)
      await waitFor('.product-facts h1')
      await hover('.navbar-panel a[href="/category"]')
      await press('.navbar-panel .dropdown-item[href^="/category/"]')
      await waitForPath(/^\/category\/[\w-]+$/)
      await press('.navbar-panel a[href="/products"]')
      await press('.product-grid .card-link', 'Breakfast Bowl')
      await press('.option-value', 'Celadon')
      await waitForPath(/variant=celadon/)
      await waitFor('.option-value[aria-current]', 'Celadon')
      await press('.gallery-picture')
      await expect.poll(isOpen).toBe(true)
      await press('.lightbox button', messages.nextPicture)
      await session.traverse(-1)
      await expect.poll(isOpen).toBe(false)
      await press('.breadcrumb a[href="/category"]')
      await waitForPath(/^\/category$/)
      await waitUntilGone('.gallery-picture')
      await session.traverse(-1)
      await waitForPath(/^\/products\/breakfast-bowl/)
      await waitFor('.gallery-picture')
      expect(proxy.documents).toEqual(['/'])
    }))

  test('filters, ranges and sorting of a table apply in place, and Back and Forward restore list and scroll position', () =>
    visit(engine, readUrl(), async ({ open, press, fill, waitForPath, waitFor, waitUntilGone, session, proxy }) => {
      const scrollY = () => session.evaluate(() => Math.round(window.scrollY))
      await open('/products')
      await press('.product-grid .card:nth-child(9) .card-link')
      await waitFor('.product-facts h1')
      await expect.poll(scrollY).toBe(0)
      await session.traverse(-1)
      await waitFor('.product-grid .card:nth-child(9)')
      await expect.poll(scrollY).toBeGreaterThan(0)
      await press('.filters label', messages.inStockOnly)
      await waitForPath(/in-stock=1/)
      await waitFor('.chip')
      await press('.toolbar-views a', messages.table)
      await waitForPath(/view=table/)
      // The address changes before the table is rendered. Until then, the links are those of the grid.
      await waitFor('.data-table')
      await press('.chip-clear')
      await waitUntilGone('.chip')
      await press('.filter-group > summary', 'Height')
      await fill('[name="from-height"]', `10${ENTER}`)
      await waitForPath(/\?from-height=10&view=table$/)
      await waitFor('.chip', 'Height')
      await press('thead a', messages.sortColumn('Height', 'ascending'))
      await waitFor('[aria-sort="ascending"] a', 'Height')
      const heights = await session.evaluate(() => {
        const column = document.querySelector<HTMLTableCellElement>('[aria-sort]')!.cellIndex
        return [...document.querySelectorAll('.data-table tbody tr')].map((row) =>
          Number.parseFloat(row.children[column]!.textContent),
        )
      })
      expect(heights.length).toBeGreaterThan(2)
      expect(heights).toEqual(heights.toSorted((one, other) => one - other))
      await session.traverse(-1)
      await waitForPath(/\?from-height=10&view=table$/)
      await waitUntilGone('[aria-sort]')
      expect(proxy.documents).toEqual(['/products'])
    }))

  test('on a phone, the menu opens in a drawer that can be closed, and filters in one that applies them', () =>
    visit(
      engine,
      readUrl(),
      async ({ open, press, waitForPath, waitFor, waitUntilGone, proxy }) => {
        await open('/')
        await press('.navbar .overlay-trigger')
        // The page knows by then that the drawer is open.
        await waitFor('.navbar-panel[aria-modal]')
        await press('.navbar-panel .overlay-close')
        await waitUntilGone('.navbar-panel')
        await press('.navbar .overlay-trigger')
        await press('.navbar-panel a[href="/products"]')
        await waitForPath(/^\/products$/)
        await waitUntilGone('.navbar-panel')
        await press('.toolbar .overlay-trigger')
        await press('.filters label', messages.inStockOnly)
        await press('.filters-apply')
        await waitForPath(/in-stock=1/)
        await waitFor('.chip')
        expect(proxy.documents).toEqual(['/'])
      },
      { size: PHONE },
    ))

  test('products added on a product page and in a table are on the enquiry list, which two clicks send', () =>
    visit(engine, readUrl(), async ({ open, press, fill, waitFor, waitForPath, session }) => {
      await open('/products/breakfast-bowl')
      await press('.add-to-enquiry button')
      await waitFor('.enquiry-link', '1')
      await open('/products?view=table')
      await fill('.row-quantity input', `5${ENTER}`)
      await waitFor('#row-quantities [role=status]', messages.enquiryList.listed(5))
      await press('.enquiry-link')
      await waitForPath(/^\/contact\?item=breakfast-bowl:/)
      await waitFor('.enquiry-items li', 'Breakfast Bowl')
      await session.evaluate(advancePageClock)
      await fill('[name="note-0"]', 'matt, please')
      await press('.stepper-actions button', messages.stepNext)
      await fill('[name="name"]', 'Josefine')
      await fill('[name="email"]', 'josefine@visitor.example')
      await press('.stepper-finish')
      await waitFor('.stepper h3', words.sentHeading)
      const left = await session.evaluate(() => localStorage.getItem('enquiry-list'))
      expect(left).toBeNull()
    }))

  test('an enquiry with a date can be sent step by step, and looked up by its reference', () =>
    visit(engine, readUrl(), async ({ open, press, fill, waitFor, waitUntilGone, waitForPath, session }) => {
      await open('/contact?product=breakfast-bowl')
      await session.evaluate(advancePageClock)
      await fill('[name="request"]', 'Is the bowl glazed inside?')
      await press('.stepper-actions button', messages.stepNext)
      await fill('[name="name"]', 'Josefine')
      await fill('[name="email"]', 'josefine@visitor.example')
      await press('.stepper-actions button', messages.stepNext)
      await press('.datepicker-open')
      await press('.calendar button', messages.nextMonth)
      await press('.calendar [data-day]:not([data-outside]) button:not(:disabled)')
      await waitUntilGone('.calendar')
      const chosen = await session.evaluate(
        () => document.querySelector<HTMLInputElement>('[name="preferredTime-date"]')!.value,
      )
      await press('.stepper-actions button', messages.stepNext)
      await waitFor('.enquiry-review', 'josefine@visitor.example')
      await waitFor('.enquiry-review', chosen.slice(0, 4))
      await press('.stepper-finish')
      await waitFor('.stepper h3', words.sentHeading)
      const reference = await session.evaluate(() => document.querySelector('.enquiry-reference')!.textContent)
      expect(reference).toMatch(/^\w{4}-\w{4}$/)
      await press('.stepper a', words.lookUp)
      await waitForPath(/^\/contact\?reference=/)
      await waitFor('.enquiry-status', words.states.received)
    }))

  test('lines pasted into the search field are checked, changed and sent, and the list can be copied', () =>
    visit(engine, readUrl(), async ({ open, press, fill, waitFor, waitForPath, waitUntilGone, session }) => {
      await open('/products')
      const lines = 'TO-BREAKF-TEN\t20\n5 pcs TO-BREAKF-CEX\nXQ-4711 2'
      await expect.poll(() => session.evaluate(pasteLines, lines)).toBe(true)
      await waitForPath(/^\/contact/)
      await waitFor('.pasted-list-status', fillIn(pastedList.found, { found: '1', all: '3' }))
      await session.evaluate(advancePageClock)
      await fill('.pasted-lines li:nth-child(2) [name="line"]', `${END}${BACKSPACE}L${ENTER}`)
      await waitFor('.pasted-lines li:nth-child(2)[data-state="found"]')
      await press('.pasted-list-actions button', pastedList.add)
      await waitUntilGone('.pasted-lines')
      await waitFor('.enquiry-items li:nth-child(2)', 'Celadon')
      await press('.take-away button', takeAway.copy)
      // Whether scripts may copy depends on the browser.
      const outcome = () => session.evaluate(() => document.querySelector('.take-away [role=status]')!.textContent)
      await expect.poll(outcome).toMatch(new RegExp(`^(${takeAway.copied}|${takeAway.notCopied})$`))
      const readField = (name: string) =>
        session.evaluate((field) => document.querySelector<HTMLInputElement>(`[name="${field}"]`)!.value, name)
      expect(await Promise.all(['quantity-0', 'quantity-1', 'request'].map(readField))).toEqual([
        '20',
        '5',
        'XQ-4711 2',
      ])
      await press('.stepper-actions button', messages.stepNext)
      await fill('[name="name"]', 'Josefine')
      await fill('[name="email"]', 'josefine@visitor.example')
      await press('.stepper-finish')
      await waitFor('.stepper h3', words.sentHeading)
    }))

  // When a navigation cancels requests, Firefox reports an error for them, which must not cause a second navigation.
  test('entering a URL while an in-place navigation is loading shows the page at that URL', () =>
    visit(
      engine,
      readUrl(),
      async (visitor) => {
        const { open, press, waitFor, waitForPath, proxy } = visitor
        await open('/')
        await press('.navbar-panel a[href="/contact"]')
        await waitFor('.progress-bar[data-state="loading"]')
        await enterUrl(visitor, '/about')
        await waitForPath(/^\/about$/)
        expect(proxy.documents).toEqual(['/', '/about'])
      },
      { held: /\/builds\/contact-.*\.js/ },
    ))

  test('a picture that cannot be loaded shows the same placeholder on all pages', () =>
    visit(
      engine,
      readUrl(),
      async ({ open, press, fill, waitFor, session }) => {
        await open('/')
        await expectPlaceholder(session, '.hero .picture')
        await expectPlaceholder(session, '.tile .picture')
        await open('/products')
        await expectPlaceholder(session, '.card .picture')
        await fill('.navbar-search .field', 'bowl')
        await waitFor('.suggestion')
        await expectPlaceholder(session, '.suggestion .picture')
        await open('/products?view=table')
        await expectPlaceholder(session, '.data-table .picture')
        await open('/products/breakfast-bowl')
        await expectPlaceholder(session, '.gallery .picture')
        await press('.gallery-picture')
        await waitFor('.yarl__slide_current .lightbox-failed')
        // The recorder works: without it, no complaint would fail a flow.
        expect(await readComplaints(session)).toContainEqual(expect.stringContaining('cannot load <img'))
      },
      { missing: /\/images\// },
    ))
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

/**
 * Opens another page while a request of this one is held. It is released when the new document was sent, because in Firefox a
 * request that a page makes while it is left delays the event `load` of the next page.
 */
async function enterUrl({ open, proxy }: Visitor, path: string): Promise<void> {
  const opened = open(path)
  await expect.poll(() => proxy.documents).toContain(path)
  proxy.release()
  await opened
}

async function expectPlaceholder(session: EngineSession, selector: string): Promise<void> {
  const look = async () => {
    const box = await session.evaluate((css) => {
      const element = document.querySelector(css)!
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      // A screenshot shows only the part of the picture between the navigation bar and the window's lower edge.
      const { x, top, bottom, width } = element.getBoundingClientRect()
      const y = Math.max(top, element.closest('dialog') ? 0 : 70)
      return { x, y, width, height: Math.min(bottom, innerHeight) - y }
    }, selector)
    return describePixels(await session.screenshot(), box)
  }
  await expect.poll(look, { message: selector }).toBe(`a small sign on ${PLACEHOLDER_COLORS.light}`)
}
