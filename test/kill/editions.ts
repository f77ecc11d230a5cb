import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogReader } from '../../server/store/catalog-store.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { writeCsv } from '../support/csv-text.ts'

/** Several pages of listings, and enough for a crash during an import. */
const PRODUCT_COUNT = 300

/** Each product's brand names its edition, so two brands at once reveal a mixture. */
const brandOf = (edition: number) => `Edition ${edition}`

/** @returns the path of a sheet with the whole catalogue of an edition */
export async function writeEdition(folder: string, edition: number): Promise<string> {
  const path = join(folder, `edition-${edition}.csv`)
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, number) => ({
    Slug: `product-${number}`,
    Name: `Product ${number}`,
    Brand: brandOf(edition),
    Price: `${edition}.00`,
    Description: `What there is to say of number ${number} in edition ${edition}. `.repeat(20),
  }))
  await writeFile(path, writeCsv(rows))
  return path
}

/** @returns a description of the fault if brands shown together differ */
export function findMixture(brands: readonly (string | null)[], expectedCount: number): string | undefined {
  const kinds = [...new Set(brands)]
  if (kinds.length !== 1) return `editions side by side: ${kinds.join(', ')}`
  return brands.length === expectedCount ? undefined : `${brands.length} products instead of ${expectedCount}`
}

export const SHOWN_COUNT = LISTING_PAGE_SIZE

/** Checks the whole catalogue in one snapshot. @returns a description of the fault, if any */
export async function checkEdition(reader: CatalogReader): Promise<string | undefined> {
  const brands: (string | null)[] = []
  for await (const { brand } of reader.scanProducts()) brands.push(brand)
  return findMixture(brands, PRODUCT_COUNT)
}
