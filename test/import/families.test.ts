import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { FamilyBuilder } from '../../server/catalog/search/build/family-builder.ts'
import { buildProduct } from '../support/products.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const WASHERS = `Slug,Name,Attributes,Family
w3,Washer M3,Size: M3,
w4,Washer M4,Size: M4,
w5,Washer M5,Size: M5,
w6,Washer M6,Size: M6,none
disc,Disc,,Washer
`

async function listFamily({ store }: TempCatalog, slug: string) {
  const product = await store.findProduct(slug)
  const family = product && (await store.findFamily(product))
  return family ? family.products.map((member) => member.slug) : null
}

test('the column Family names a family, excludes a product, or leaves it to the rule if it is blank', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(WASHERS)
  expect(report).toMatchObject({ warnings: { count: 0 }, families: { families: 1, products: 4 } })
  expect(await listFamily(catalog, 'w3')).toEqual(['disc', 'w3', 'w4', 'w5'])
  expect(await listFamily(catalog, 'disc')).toEqual(['disc', 'w3', 'w4', 'w5'])
  expect(await listFamily(catalog, 'w6')).toBeNull()

  // A file without the column keeps what is stored, a blank cell clears it.
  await catalog.importText('Slug,Name\nw6,Washer M6\ndisc,Disc\n')
  expect(await listFamily(catalog, 'disc')).toHaveLength(4)
  await catalog.importText('Slug,Name,Family\nw6,Washer M6,\ndisc,Disc,\n')
  expect(await listFamily(catalog, 'w3')).toEqual(['w3', 'w4', 'w5', 'w6'])
  expect(await listFamily(catalog, 'disc')).toBeNull()
  expect(await catalog.readProduct('disc')).not.toHaveProperty('family')
})

test('the report counts families', async () => {
  await using catalog = await openTempCatalog()
  const jugs = [1, 2, 3].map((size) => `j${size},Jug,"Height: ${size} cm\nWidth: ${size} cm\nWeight: ${size} kg",`)
  const sheet = `${WASHERS}w33,Washer M3,Size: M3,\n${Array.from({ length: 9 }, (_, index) => `w${index + 20},Washer M${index + 20},Size: M${index + 20},\n`).join('')}${jugs.join('\n')}\n`
  const report = await catalog.importText(sheet)
  const text = formatReport(report, { verbose: false })
  expect(text).toContain('Families    1 with 13 products')
  const again = await catalog.importText(sheet, { dryRun: true })
  expect(formatReport(again, { verbose: false })).toContain('Families    1 with 13 products')
})

test('a group of more than 5,000 products is no family', () => {
  const [count, family] = [5_001, 'Rods']
  using builder = new FamilyBuilder()
  for (let index = 0; index < count; index++) {
    const attributes = [{ name: 'Length', value: `${index} mm` }]
    builder.add(buildProduct({ slug: `rod-${index}`, name: 'Rod', attributes, family }), index)
  }
  expect([...builder.finish()].map(({ name }) => name)).toEqual(['family-numbers'])
  expect(builder.count).toBe(0)
})
