import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogReader } from '../../server/store/catalog-store.ts'
import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { writeCsv } from '../support/csv-text.ts'

/** On several pages of a listing, and enough that an import can be killed in its middle. */
const PRODUCT_COUNT = 300

/** A catalogue of which every product says which edition it is of, in its brand: two brands at once are half a catalogue. */
const brandOf = (edition: number) => `Edition ${edition}`

/** @returns the path of a sheet with the whole catalogue in that edition */
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

/** @returns what is wrong with a list of brands that are shown together; undefined where all is well */
export function findMixture(brands: readonly (string | null)[], expectedCount: number): string | undefined {
  const kinds = [...new Set(brands)]
  if (kinds.length !== 1) return `editions side by side: ${kinds.join(', ')}`
  return brands.length === expectedCount ? undefined : `${brands.length} products instead of ${expectedCount}`
}

/** How many products the first page of all products shows. */
export const SHOWN_COUNT = LISTING_PAGE_SIZE

/** Looks at the whole catalogue at one moment. @returns what is wrong with it */
export async function checkEdition(reader: CatalogReader): Promise<string | undefined> {
  const brands: (string | null)[] = []
  for await (const { brand } of reader.scanProducts()) brands.push(brand)
  return findMixture(brands, PRODUCT_COUNT)
}
