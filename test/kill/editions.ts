import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogReader } from '../../server/catalog/store/catalog-reader.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { writeCsv } from '../support/csv-text.ts'

/** Number of products of an edition. Importing that many takes long enough for the import to be killed halfway. */
const PRODUCT_COUNT = 300

/** Returns the brand of all products of an edition, so that products of two brands reveal a mixture of two editions. */
const brandOf = (edition: number) => `Edition ${edition}`

/** Writes a CSV file with all products of an edition. @returns its path */
export async function writeEdition(folder: string, edition: number): Promise<string> {
  const path = join(folder, `edition-${edition}.csv`)
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, number) => ({
    Slug: `product-${number}`,
    Name: `Product ${number}`,
    Brand: brandOf(edition),
    Price: `${edition}.00`,
    Description: `Description of product ${number} in edition ${edition}. `.repeat(20),
  }))
  await writeFile(path, writeCsv(rows))
  return path
}

/** Returns a description of the fault if products that are shown together belong to several editions or some are missing. */
export function findMixture(brands: readonly (string | null)[], expectedCount: number): string | undefined {
  const kinds = [...new Set(brands)]
  if (kinds.length !== 1) return `products of several editions: ${kinds.join(', ')}`
  return brands.length === expectedCount ? undefined : `${brands.length} products instead of ${expectedCount}`
}

export const SHOWN_COUNT = LISTING_PAGE_SIZE

/** Returns a description of the fault if the stored catalogue is not one complete edition. */
export async function checkEdition(reader: CatalogReader): Promise<string | undefined> {
  const brands: (string | null)[] = []
  for await (const { brand } of reader.scanProducts()) brands.push(brand)
  return findMixture(brands, PRODUCT_COUNT)
}
