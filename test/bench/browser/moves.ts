import type { Browser, Page } from 'playwright-core'
import { waitUntilQuiet } from './wait-until-quiet.ts'

export type Move = 'link that was in view' | 'link that was not in view' | 'back' | 'forward'

/** Milliseconds from a click until the new page's heading appears. */
export interface Arrival {
  readonly inDocument: number
  /** Until the first frame with the heading. */
  readonly shown: number
}

const LIST = '/products'

export async function measureMoves(browser: Browser, siteUrl: string): Promise<Readonly<Record<Move, Arrival>>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(siteUrl + LIST)
  // Links in view are preloaded while the browser is idle.
  await waitUntilQuiet(page)
  const links = await page
    .locator('main a[href^="/products/"]')
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href')!, top: link.getBoundingClientRect().top })),
    )
  const seen = links.find(({ top }) => top > 0 && top < 700)!.href
  const unseen = links.findLast(({ href, top }) => top > 1_600 && href !== seen)!.href
  const inView = await timeClick(page, seen)
  await waitUntilQuiet(page)
  const back = await timeHistory(page, -1)
  await waitUntilQuiet(page)
  const forward = await timeHistory(page, 1)
  await page.goto(siteUrl + LIST)
  await waitUntilQuiet(page)
  const outOfView = await timeClick(page, unseen)
  await context.close()
  return { 'link that was in view': inView, 'link that was not in view': outOfView, back, forward }
}

/** Moving the pointer or scrolling would start preloading, so a script clicks. */
function timeClick(page: Page, href: string): Promise<Arrival> {
  return page.evaluate(timeUntilHeading, { href })
}

function timeHistory(page: Page, step: number): Promise<Arrival> {
  return page.evaluate(timeUntilHeading, { step })
}

/** Runs in the page. */
function timeUntilHeading(target: { readonly href: string } | { readonly step: number }): Promise<Arrival> {
  const before = document.querySelector('h1')?.textContent
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const check = () => {
      const heading = document.querySelector('h1')?.textContent
      if (heading === undefined || heading === null || heading === before) return
      observer.disconnect()
      const inDocument = performance.now() - startedAt
      requestAnimationFrame(() => resolve({ inDocument, shown: performance.now() - startedAt }))
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    if ('step' in target) history.go(target.step)
    else document.querySelector<HTMLElement>(`main a[href="${target.href}"]`)!.click()
  })
}
