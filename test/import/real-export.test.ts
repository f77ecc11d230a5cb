import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const FILE = join(SHARED_DATA_DIR, 'shopify-apparel.csv')
const PICTURES = join(SHARED_DATA_DIR, 'images')

test.skipIf(!existsSync(FILE))(
  'imports a real Shopify export with photos; a second import changes nothing',
  async () => {
    await using catalog = await openTempCatalog()
    const report = await importFile(catalog.store, FILE, { imagesDir: PICTURES })
    expect(report).toMatchObject({
      rows: 104,
      products: { created: 25, changed: 0, unchanged: 0, skipped: 0 },
      categories: { created: 6 },
      pictures: { stored: 48, remote: { count: 7 }, missing: { count: 0 } },
      warnings: { count: 0 },
      rejected: { count: 0 },
    })

    const boot = await catalog.readProduct('redwing-iron-ranger')
    expect(boot).toMatchObject({
      name: 'Red Wing Iron Ranger Boot',
      brand: 'Red Wing',
      categorySlug: 'mens',
      tags: ['Footwear'],
    })
    expect(boot?.variants).toHaveLength(11)
    expect(boot?.variants[1]).toMatchObject({
      key: '7-5',
      sku: 'RW8111-7.5',
      priceMinor: 31_000,
      availability: 'InStock',
    })
    expect(boot?.images).toHaveLength(3)

    const plaid = await catalog.readProduct('cydney-plaid')
    const last = plaid?.variants.at(-1)
    expect(last?.imageIndex).not.toBeNull()
    expect(plaid?.images).toHaveLength(4)

    expect((await catalog.readProduct('the-field-report-vol-2'))?.variants[0].priceMinor).toBeNull()
    expect((await catalog.readProduct('derby-tier-backpack'))?.variants[0]).toMatchObject({
      sku: '4160',
      compareAtMinor: 16_500,
    })
    expect((await catalog.readProduct('derby-tier-backpack'))?.description).not.toMatch(/style=|<meta|<span/)

    const { revision } = catalog.store
    const again = await importFile(catalog.store, FILE, { imagesDir: PICTURES })
    expect(again).toMatchObject({
      products: { created: 0, changed: 0, unchanged: 25 },
      pictures: { stored: 0, known: 48 },
    })
    expect(catalog.store.revision).toBe(revision)
  },
)
