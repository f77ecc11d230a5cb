import { setTimeout as wait } from 'node:timers/promises'
import type { AnyLoadedPage, PageView } from '../../../shared/page-data.ts'
import { rejectOnTimeout } from '../../platform/concurrency/reject-on-timeout.ts'

/** How long to wait for late data; SQLite needs less. A complete page can be cached and needs no inline scripts. */
const GRACE_MS = 5

/** Whether related products, the only data that may be late, are still pending. */
export function hasLateData(view: PageView): boolean {
  return 'data' in view && view.name === 'products-product' && view.data.related instanceof Promise
}

/** Waits a moment. @returns the complete page, or the page with its pending data */
export async function settleDeferred(page: AnyLoadedPage): Promise<AnyLoadedPage> {
  return hasLateData(page) ? Promise.race([awaitDeferred(page), wait(GRACE_MS, page, { ref: false })]) : page
}

/** If the related products do not arrive in time, the page gets none. */
export function limitDeferred(page: AnyLoadedPage, limitMs: number, onTimeout: (error: Error) => void): AnyLoadedPage {
  if (page.name !== 'products-product') return page
  const related = rejectOnTimeout(Promise.resolve(page.data.related), limitMs).catch((cause: unknown) => {
    onTimeout(new Error(`The related products did not arrive within ${limitMs} ms.`, { cause }))
    return []
  })
  return { ...page, data: { ...page.data, related } }
}

export async function awaitDeferred(page: AnyLoadedPage): Promise<AnyLoadedPage> {
  if (page.name !== 'products-product') return page
  return { ...page, data: { ...page.data, related: await page.data.related } }
}
