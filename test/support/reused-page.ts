import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { openSparingContext, waitUntilHydrated, watchComplaints } from './browser.ts'

interface BorrowedPage extends AsyncDisposable {
  readonly page: Page
}

export interface BorrowOptions extends BrowserContextOptions {
  /** With Save-Data nothing is preloaded, so every request belongs to a navigation. */
  readonly savesData?: boolean
}

/** Idle pages by the options that cannot be changed while a page is open. */
const idlePages = new WeakMap<Browser, Map<string, Page>>()

/**
 * Borrows a page that an earlier test of the file has returned: a document opens in it in a third of the time, because compiled
 * scripts and cached files remain. A test that installs a clock or scripts closes the context, so that the page is not reused.
 */
export async function borrowPage(browser: Browser, options: BorrowOptions): Promise<BorrowedPage> {
  const { viewport = { width: 1280, height: 720 }, reducedMotion = null, colorScheme = null, ...fixed } = options
  const kind = JSON.stringify(fixed)
  const pages = idlePages.get(browser) ?? new Map<string, Page>()
  idlePages.set(browser, pages)
  const idle = pages.get(kind)
  pages.delete(kind)
  const page = idle && !idle.isClosed() ? idle : await openPage(browser, fixed)
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ reducedMotion, colorScheme, media: null })
  // A page is not reused after a failure, because it may hang or be in any state.
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

/** Borrows a page with Save-Data and opens a hydrated document in it. `close` returns the page. */
export async function openReusedPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const borrowed = await borrowPage(browser, { viewport: { width: 1280, height: 800 }, ...options, savesData: true })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await page.goto(url)
  if (options.javaScriptEnabled !== false) await waitUntilHydrated(page.locator('h1'))
  return { page, complaints, close: () => borrowed[Symbol.asyncDispose]() }
}

async function openPage(browser: Browser, { savesData, ...options }: BorrowOptions): Promise<Page> {
  const context = savesData ? await openSparingContext(browser, options) : await browser.newContext(options)
  return context.newPage()
}

/** Clears the page's storage, navigates away from its document, and removes the routes and listeners of the test. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(0, 0)
  if (page.url().startsWith('http')) {
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    // A page of another site would end the renderer process and lose its compiled scripts, so this one is of the same site.
    await page.goto(new URL('/robots.txt', page.url()).href)
  }
  page.removeAllListeners()
}
