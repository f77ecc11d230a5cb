import { isDeepStrictEqual } from 'node:util'
import type { CatalogReader } from './catalog-store.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'

/** Whether the store has any product. It reads one product, because counting a million takes seconds. */
export async function hasProducts(reader: CatalogReader): Promise<boolean> {
  for await (const _product of reader.scanProducts()) return true
  return false
}

/** Whether the store has neither products nor categories, and its site has the default settings. */
export async function isCatalogEmpty(reader: CatalogReader): Promise<boolean> {
  if ((await hasProducts(reader)) || (await reader.listCategories()).length > 0) return false
  return isDeepStrictEqual(await reader.readSite(), NEUTRAL_SITE)
}
