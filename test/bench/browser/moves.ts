import type { Browser, Page } from 'playwright-core'
import { waitUntilQuiet } from './wait-until-quiet.ts'

/** A way from one page to another. */
export type Move = 'link that was in view' | 'link that was not in view' | 'back' | 'forward'

const LIST = '/products'

/** Times moves from a list of products, in ms from the click to the next frame with the new page's heading. */
export async function measureMoves(browser: Browser, siteUrl: string): Promise<Readonly<Record<Move, number>>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(siteUrl + LIST)
  // Links in view are preloaded while the browser is idle.
  await waitUntilQuiet(page)
  const links = await page.locator('main a[href^="/products/"]').evaluateAll((all) =>
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

/** Clicks without a pointer, which would say beforehand where it goes, and without scrolling. */
function timeClick(page: Page, href: string): Promise<number> {
  return page.evaluate(timeUntilHeading, { href })
}

function timeHistory(page: Page, step: number): Promise<number> {
  return page.evaluate(timeUntilHeading, { step })
}

/** Runs in the page. */
function timeUntilHeading(way: { readonly href: string } | { readonly step: number }): Promise<number> {
  const before = document.querySelector('h1')?.textContent
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const look = () => {
      const heading = document.querySelector('h1')?.textContent
      if (heading === undefined || heading === null || heading === before) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - startedAt))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    if ('step' in way) history.go(way.step)
    else document.querySelector<HTMLElement>(`main a[href="${way.href}"]`)!.click()
  })
}
