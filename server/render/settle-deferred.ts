import { type AnyLoadedPage, DEFERRED_KEYS } from '../../shared/page-data.ts'

/**
 * Extras that are there within this time make the page a whole one, which needs no inline script and can be kept.
 * An embedded database always makes it; a visitor does not notice the wait for another machine's.
 */
const GRACE_MS = 5

/** Waits a moment for a page's extras. @returns the page with those that came, and the names of those still missing */
export async function settleDeferred(page: AnyLoadedPage): Promise<{ page: AnyLoadedPage; missing: readonly string[] }> {
  const names = deferredNames(page)
  if (names.length === 0) return { page, missing: [] }
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS, undefined)
  })
  const settled = await Promise.race([awaitDeferred(page), grace])
  clearTimeout(timer)
  return settled ? { page: settled, missing: [] } : { page, missing: names }
}

/** Waits for all of a page's extras. */
export async function awaitDeferred(page: AnyLoadedPage): Promise<AnyLoadedPage> {
  const names = deferredNames(page)
  if (names.length === 0) return page
  const data: Record<string, unknown> = { ...page.data }
  await Promise.all(
    names.map(async (name) => {
      data[name] = await data[name]
    }),
  )
  return { ...page, data } as unknown as AnyLoadedPage
}

function deferredNames(page: AnyLoadedPage): readonly string[] {
  const data: Readonly<Record<string, unknown>> = { ...page.data }
  return (DEFERRED_KEYS[page.name] ?? []).filter((name) => data[name] instanceof Promise)
}
