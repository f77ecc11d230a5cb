import { setTimeout as wait } from 'node:timers/promises'
import type { AnyLoadedPage, ProductPageData } from '../../../shared/page-data.ts'
import type { RouteName } from '../../../shared/routes.ts'
import { rejectOnTimeout } from '../../platform/concurrency/reject-on-timeout.ts'

/** How long to wait for deferred data; SQLite needs less. A complete page can be cached and needs no inline scripts. */
const GRACE_MS = 5

const DEFERRED_KEYS: { readonly [Name in RouteName]?: readonly string[] } = {
  'products-product': ['related'] satisfies (keyof ProductPageData)[],
}

export interface SettledPage {
  readonly page: AnyLoadedPage
  /** Names of data that is still pending. */
  readonly pending: readonly string[]
}

/** Waits a moment. @returns the complete page, or the page and the names of its pending data */
export async function settleDeferred(page: AnyLoadedPage): Promise<SettledPage> {
  const names = deferredNames(page)
  if (names.length === 0) return { page, pending: [] }
  const settled = await Promise.race([awaitDeferred(page), wait(GRACE_MS, undefined, { ref: false })])
  return settled ? { page: settled, pending: [] } : { page, pending: names }
}

/** Pending data that is late becomes undefined. @param onTimeout receives an error with the data's name */
export function limitDeferred(
  { page, pending }: SettledPage,
  limitMs: number,
  onTimeout: (error: Error) => void,
): SettledPage {
  const data: Record<string, unknown> = { ...page.data }
  for (const name of pending)
    data[name] = rejectOnTimeout(data[name] as Promise<unknown>, limitMs).catch((cause: unknown) =>
      onTimeout(new Error(`The data "${name}" did not arrive within ${limitMs} ms.`, { cause })),
    )
  return { page: { ...page, data } as unknown as AnyLoadedPage, pending }
}

export async function awaitDeferred(page: AnyLoadedPage): Promise<AnyLoadedPage> {
  const data: Record<string, unknown> = { ...page.data }
  await Promise.all(
    deferredNames(page).map(async (name) => {
      data[name] = await data[name]
    }),
  )
  return { ...page, data } as unknown as AnyLoadedPage
}

function deferredNames(page: AnyLoadedPage): readonly string[] {
  const data: Readonly<Record<string, unknown>> = { ...page.data }
  return (DEFERRED_KEYS[page.name] ?? []).filter((name) => data[name] instanceof Promise)
}
