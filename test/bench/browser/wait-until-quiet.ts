import type { Page } from 'playwright-core'

/** How long there must be no request. It is longer than the browser's idle callbacks wait. */
const QUIET_MS = 700

/** Waits until the page has sent no request for a while. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
}
