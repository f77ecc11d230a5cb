import type { Browser, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { delayScripts, waitUntilHydrated, watchComplaints } from '../../support/browser.ts'
import { takeOffer } from '../../support/offer.ts'
import { borrowPage, type PageOptions } from '../../support/reused-page.ts'

/** The development server of the run has an empty catalogue, which tests must not change. */
export const WIDGETS_URL = `${await takeOffer<string>(inject('offers').developmentServer)}/widgets`

interface WidgetsPageOptions extends PageOptions {
  /** The widget that is scrolled to the top of the window, so that there is room below it. */
  readonly widget?: string
  /** Stops the page's clock after hydration; `page.clock.runFor` advances it. */
  readonly stopsClock?: boolean
  /** Delays the scripts until `releaseScripts`. */
  readonly delaysScripts?: boolean
  /** Console messages that the test expects. */
  readonly expected?: RegExp
}

/** The connection that announces new builds may be interrupted and opened again during a slow test. */
const RECONNECTED = /ERR_INCOMPLETE_CHUNKED_ENCODING/

/** Opens the page of all widgets. When it is disposed, unexpected console messages fail the test. */
export async function openWidgets(
  browser: Browser,
  { widget, expected, stopsClock = false, delaysScripts = false, ...options }: WidgetsPageOptions = {},
) {
  const borrowed = await borrowPage(browser, {
    viewport: { width: 1280, height: 800 },
    pool: stopsClock ? 'clock' : 'widgets',
    ...options,
  })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  if (stopsClock) await page.clock.install()
  const allowScripts = delaysScripts ? await delayScripts(page) : () => {}
  await page.goto(WIDGETS_URL, { waitUntil: delaysScripts ? 'commit' : 'load' })
  if (delaysScripts) await untilStyled(page)
  else if (options.javaScriptEnabled !== false) await waitUntilHydrated(page)
  if (widget) await page.getByRole('heading', { name: widget }).evaluate((own) => own.scrollIntoView())
  if (stopsClock) await page.clock.pauseAt(Date.now() + 3_600_000)
  return {
    page,
    async releaseScripts() {
      allowScripts()
      await waitUntilHydrated(page)
    },
    async [Symbol.asyncDispose]() {
      await borrowed[Symbol.asyncDispose]()
      expect(complaints.filter((text) => !RECONNECTED.test(text) && !expected?.test(text))).toEqual([])
    },
  }
}

/** On a busy machine the footer may arrive before the style sheets. */
async function untilStyled(page: Page): Promise<void> {
  await page.locator('footer').waitFor()
  await page.evaluate(async () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
    await document.fonts.ready
  })
}

export function overlayOf(page: Page) {
  const example = page.getByRole('region', { name: 'Overlay', exact: true })
  const panel = example.locator('[data-placement="left"]')
  return {
    panel,
    trigger: example.getByRole('button', { name: 'Open sidebar' }),
    minify: example.getByRole('button', { name: 'Minify the sidebar' }),
    close: panel.getByRole('button', { name: 'Close' }),
    box: panel.getByRole('checkbox'),
    until: (state: string) => expect.poll(() => panel.getAttribute('data-state')).toBe(state),
  }
}

export function dropdownOf(page: Page) {
  const example = page.getByRole('region', { name: 'Dropdown', exact: true })
  return {
    sort: example.getByRole('button', { name: 'Sort by' }),
    chosen: () => example.locator('output').textContent(),
    menu: page.getByRole('menu'),
    choices: page.getByRole('menuitemradio'),
    categories: example.getByRole('link', { name: 'Categories', exact: true }),
    list: example.getByRole('group', { name: 'Categories' }),
    card: example.getByRole('link', { name: 'A card' }),
    more: example.getByRole('button', { name: 'More actions' }),
    focusedText: () => page.evaluate(() => document.activeElement?.textContent),
  }
}

export function stepperOf(page: Page) {
  const example = page.getByRole('region', { name: 'Stepper', exact: true })
  const root = example.locator('.stepper')
  const button = (name: string) => root.getByRole('button', { name, exact: true })
  return {
    root,
    button,
    request: root.getByLabel('Question'),
    states: () => root.locator('li').evaluateAll((items) => items.map((item) => item.dataset['state'])),
    visiblePanels: () => root.locator('.stepper-panel:visible .stepper-heading').allTextContents(),
    untilFocused: (title: string) =>
      expect.poll(() => isFocused(root.getByRole('heading', { name: title, exact: true }))).toBe(true),
    server: (response: 'accept' | 'reject' | 'fail') =>
      example.getByRole('button', { name: `Server: ${response}` }).click(),
    log: () => example.locator('output').textContent(),
    status: () => root.getByRole('status').textContent(),
  }
}

export function datepickerOf(page: Page) {
  const example = page.getByRole('region', { name: 'Datepicker', exact: true })
  const root = example.getByRole('group', { name: 'Preferred time' })
  return {
    root,
    date: root.getByLabel('Date', { exact: true }),
    time: root.getByLabel('Time', { exact: true }),
    button: root.locator('.datepicker-open'),
    message: root.locator('.datepicker-message'),
    calendar: root.locator('.calendar'),
    reported: () => example.locator('output').textContent(),
    state: () => root.locator('.datepicker-open').getAttribute('data-state'),
    problem: () => root.getAttribute('data-problem'),
    focusedDay: () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset['day']),
  }
}

/** Vertical distance between two boxes. */
export async function verticalGap(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return second!.y - (first!.y + first!.height)
}

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((own) => own === document.activeElement)
}

export const untilPlaced = (popup: Locator) => expect.poll(() => popup.getAttribute('data-placement')).not.toBe(null)
