import type { Page } from 'playwright-core'

/** Longer than the browser's idle callbacks wait. */
const QUIET_MS = 700

export async function waitUntilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
}
