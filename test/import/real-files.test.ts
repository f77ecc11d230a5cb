import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const pathOf = (name: string) => join(SHARED_DATA_DIR, name)

describe.skipIf(!existsSync(SHARED_DATA_DIR))('files of real shops', () => {
  test.each([
    [
      'shopify-apparel.csv',
      {
        rows: 104,
        products: { created: 25 },
        categories: { created: 6 },
        pictures: { stored: 48, remote: { count: 7 } },
      },
      { slug: 'derby-tier-backpack', variants: [{ sku: '4160', compareAtMinor: 16_500 }] },
    ],
    [
      'woocommerce-sample.csv',
      { rows: 25, products: { created: 18 }, categories: { created: 6 }, pictures: { stored: 0 } },
      {
        slug: 'hoodie',
        options: [
          { name: 'Color', values: ['Blue', 'Green', 'Red'] },
          { name: 'Logo', values: ['Yes', 'No'] },
        ],
        variants: [
          { imageIndex: 3 },
          { imageIndex: 1 },
          { imageIndex: 2 },
          { priceMinor: 4_200, compareAtMinor: 4_500 },
        ],
      },
    ],
  ])('%s is imported without a warning', async (name, report, product) => {
    await using catalog = await openTempCatalog()
    const options = { imagesDir: pathOf('images') }
    const counts = { ...report, warnings: { count: 0 }, rejected: { count: 0 } }
    expect(await importFile(catalog.store, pathOf(name), options)).toMatchObject(counts)
    expect(await catalog.readProduct(product.slug)).toMatchObject(product)
  })
})
