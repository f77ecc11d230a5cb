import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writeCsv } from '../support/csv-text.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { MUG } from '../support/woocommerce-csv.ts'

test('derives unique slugs from names, and keeps them at an import in another order', async () => {
  await using catalog = await openTempCatalog()
  const [first, second, third] = [MUG, { ...MUG, ID: '11', SKU: 'b' }, { ...MUG, ID: '', SKU: 'c' }]
  await catalog.importText(writeCsv([first, second, third]))
  const skuOf = async (slug: string) => (await catalog.readProduct(slug))?.variants[0].sku
  expect([await skuOf('mug'), await skuOf('mug-2'), await skuOf('mug-3')]).toEqual(['mug', 'b', 'c'])
  const again = await catalog.importText(
    writeCsv([third, second, { ...first, Name: 'Cup' }, { ...MUG, ID: '12', SKU: 'd' }]),
  )
  expect([await skuOf('cup'), await skuOf('mug-2'), await skuOf('mug-3'), await skuOf('mug-4')]).toEqual([
    'mug',
    'b',
    'c',
    'd',
  ])
  expect(again.products).toMatchObject({ unchanged: 2 })
})

test('on a German site, new slugs transliterate umlauts and existing slugs are kept', async () => {
  await using catalog = await openTempCatalog()
  const [known, nameless] = [
    { ...MUG, Name: 'Käsebrett', Categories: 'Küche' },
    { ...MUG, ID: '', SKU: '', Name: 'Löffel', Categories: 'Küche' },
  ]
  await catalog.importText(writeCsv([known, nameless]))
  await catalog.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, locale: 'de-AT' }))
  const [tub, nut] = [
    { ...MUG, ID: '30', SKU: 'tub', Name: 'GIEẞKÜBEL', Categories: 'Gärten' },
    { ...MUG, ID: '31', SKU: 'nut', Name: 'Nüsse' },
  ]
  const { products } = await catalog.importText(writeCsv([known, nameless, tub, nut]))
  expect(products).toMatchObject({ created: 2, changed: 0, unchanged: 2 })
  expect(await catalog.readProduct('kasebrett')).toMatchObject({ categorySlug: 'kuche' })
  expect(await catalog.readProduct('loffel')).toBeDefined()
  expect(await catalog.readProduct('giesskuebel')).toMatchObject({ categorySlug: 'gaerten' })
  expect(await catalog.readProduct('nuesse')).toBeDefined()
})

test('a product without an ID does not take the slug of one with an ID and the same article number', async () => {
  await using catalog = await openTempCatalog()
  const rows = writeCsv([
    { ...MUG, ID: '' },
    { ...MUG, ID: '12' },
  ])
  await catalog.importText(rows)
  expect(await catalog.readProduct('mug-2')).toMatchObject({ sourceId: 'woocommerce:12' })
  expect((await catalog.importText(rows)).products).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
})

test('products imported in another format keep their slugs if article number and name match', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText('Handle,Title,Variant Price,Variant SKU\nthe-mug,Mug,12.00,mug\n')
  await catalog.importText(writeCsv([MUG]))
  expect(await catalog.readProduct('the-mug')).toMatchObject({
    sourceId: 'woocommerce:10',
    variants: [{ priceMinor: 1250 }],
  })
  expect(await catalog.readProduct('mug')).toBeUndefined()
})
