import { isDeepStrictEqual } from 'node:util'
import type { CatalogReader } from './catalog-store.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'

/** Whether there is any product, without counting them, which takes seconds where there are a million. */
export async function hasProducts(reader: CatalogReader): Promise<boolean> {
  for await (const _product of reader.scanProducts()) return true
  return false
}

/** Whether the owner has put nothing in yet. */
export async function isEmpty(reader: CatalogReader): Promise<boolean> {
  if ((await hasProducts(reader)) || (await reader.listCategories()).length > 0) return false
  return isDeepStrictEqual(await reader.readSite(), NEUTRAL_SITE)
}
