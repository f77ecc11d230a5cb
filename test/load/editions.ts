import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogReader } from '../../server/catalog/store/catalog-reader.ts'
import { writeCsv } from '../support/csv-text.ts'

/** Importing that many takes long enough for the import to be killed halfway. */
const PRODUCT_COUNT = 300

/** Writes a CSV file with all products of an edition, whose brand shows a mixture of two editions. @returns its path */
export async function writeEdition(folder: string, edition: number): Promise<string> {
  const path = join(folder, `edition-${edition}.csv`)
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, number) => ({
    Slug: `product-${number}`,
    Name: `Product ${number}`,
    Brand: `Edition ${edition}`,
    Price: `${edition}.00`,
    Description: `Description of product ${number} in edition ${edition}. `.repeat(20),
  }))
  await writeFile(path, writeCsv(rows))
  return path
}

/** Describes the fault if products that are shown together belong to several editions or some are missing. */
export function findMixture(brands: readonly (string | null)[], expectedCount: number): string | undefined {
  const kinds = [...new Set(brands)]
  if (kinds.length !== 1) return `products of several editions: ${kinds.join(', ')}`
  return brands.length === expectedCount ? undefined : `${brands.length} products instead of ${expectedCount}`
}

/** Describes the fault if the stored catalogue is not one complete edition. */
export async function checkEdition(reader: CatalogReader): Promise<string | undefined> {
  const brands: (string | null)[] = []
  for await (const { brand } of reader.scanProducts()) brands.push(brand)
  return findMixture(brands, PRODUCT_COUNT)
}
