import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { generateGoogleFeed } from '../bench/generate-google-feed.ts'
import { generateWooCommerceExport } from '../bench/generate-woocommerce-export.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const COUNT = 600

test.each([
  [
    'a WooCommerce export with all variations at its end',
    'woocommerce.csv',
    generateWooCommerceExport,
    COUNT * 0.8 + 3 * COUNT * 0.2,
  ],
  ['a Google Merchant feed', 'google.xml', generateGoogleFeed, COUNT / 2 + (3 * COUNT) / 2],
])('%s: imports all products, and a second import changes nothing', async (_, name, generate, variants) => {
  await using catalog = await openTempCatalog()
  const path = join(catalog.dir, name)
  await generate(path, COUNT)
  const report = await importFile(catalog.store, path)
  expect(report).toMatchObject({
    products: { created: COUNT, skipped: 0 },
    rejected: { count: 0 },
    warnings: { count: 0 },
  })
  expect(await catalog.store.readStatistics()).toMatchObject({ products: { public: COUNT }, variants })
  const { revision } = catalog.store
  const rows: number[] = []
  const again = await importFile(catalog.store, path, { onProgress: (progress) => rows.push(progress.rows) })
  expect(again.products).toMatchObject({ created: 0, changed: 0, unchanged: COUNT })
  expect(catalog.store.revision).toBe(revision)
  expect(rows).toEqual(rows.toSorted((left, right) => left - right))
  expect(rows.at(-1)).toBe(report.rows)
})
