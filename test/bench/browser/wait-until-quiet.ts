import type { Page } from 'playwright-core'

/** Longer than the browser's own idle callbacks wait. */
const QUIET_MS = 700

/** Waits until there has been no request for a while. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
}
