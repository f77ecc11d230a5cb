import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { KeptAnswer } from '../render/page-cache.ts'

/**
 * How long ago a kept answer that may be out of date was known to be right, in whole seconds: for the header `Age` (RFC 9111,
 * 5.1) and the log. One of an older catalogue counts from when it was made.
 * @param answer one of the present catalogue unless given
 * @returns undefined where it is known to be right
 */
export function measureAge(store: CatalogStore, answer?: KeptAnswer): number | undefined {
  const { silentSince } = store
  const isOld = answer !== undefined && answer.revision !== store.revision
  if (silentSince === null && !isOld) return undefined
  const since = isOld ? answer.madeAt : silentSince!
  return Math.max(0, Math.floor((Date.now() - since) / 1_000))
}
