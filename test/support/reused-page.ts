import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'

interface BorrowedPage extends AsyncDisposable {
  readonly page: Page
}

/** Pages that nobody has at the moment, by what cannot be changed of them. */
const resting = new WeakMap<Browser, Map<string, Page>>()

/**
 * Borrows a page for a test that is to open a document in it: one that an earlier test of the file has given back, in which
 * a document opens in a third of the time that it takes in a new one. Nothing of the earlier test is left but what the browser
 * itself keeps: compiled scripts and cached files. For tests that neither install a clock, nor scripts, nor change their context.
 */
export async function borrowPage(browser: Browser, options: BrowserContextOptions): Promise<BorrowedPage> {
  const { viewport = { width: 1280, height: 720 }, reducedMotion = null, ...fixed } = options
  const kind = JSON.stringify(fixed)
  const pages = resting.get(browser) ?? new Map<string, Page>()
  resting.set(browser, pages)
  const rested = pages.get(kind)
  pages.delete(kind)
  const page = rested && !rested.isClosed() ? rested : await (await browser.newContext(fixed)).newPage()
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ reducedMotion })
  // It may hang, or be anywhere.
  onTestFailed(() => page.context().close())
  return {
    page,
    async [Symbol.asyncDispose]() {
      if (page.isClosed()) return
      await leave(page)
      pages.set(kind, page)
    },
  }
}

/** Ends the document, and everything that the test has set up around it. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(0, 0)
  if (page.url().startsWith('http')) {
    await page.evaluate(() => sessionStorage.clear())
    // Another site's page, or none, would end the process and with it what is gained.
    await page.goto(new URL('/robots.txt', page.url()).href)
  }
  page.removeAllListeners()
}
