import { isDeepStrictEqual } from 'node:util'
import { LIST_KINDS } from './catalog-lists.ts'
import type { CatalogReader } from './catalog-reader.ts'
import { NEUTRAL_SITE } from '../rules/neutral-site.ts'

/** Reads only one product, because counting a million takes seconds. */
export async function hasProducts(reader: CatalogReader): Promise<boolean> {
  for await (const _product of reader.scanProducts()) return true
  return false
}

/** Whether the store has default settings, and no products, categories or lists. */
export async function isCatalogEmpty(reader: CatalogReader): Promise<boolean> {
  if ((await hasProducts(reader)) || (await reader.listCategories()).length > 0) return false
  for (const kind of LIST_KINDS) if ((await reader.readList(kind)).length > 0) return false
  return isDeepStrictEqual(await reader.readSite(), NEUTRAL_SITE)
}
