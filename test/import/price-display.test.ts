import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = `Slug,Name,Category,Price,Price display
bowl,Bowl,Table > Bowls,731.91,
cup,Cup,Table > Cups,12.50,anzeigen
lamp,Lamp,Light,99.00,ab
spare,Spare,Light,5.00,hidden
`
const CATEGORIES = 'Path,Prices\nTable,hidden\nTable > Cups,from\nLight,\n'

/** The lowest prices that pages show, by the slug of the product. */
async function readShown({ store }: TempCatalog) {
  const cards = await store.listNewest(10)
  return Object.fromEntries(
    cards.map(({ slug, priceFromMinor, hidesPrice }) => [slug, hidesPrice ? '' : priceFromMinor]),
  )
}

test('reads how prices are shown of products, categories and the site, and exports it with all amounts', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': PRODUCTS,
    'categories.csv': CATEGORIES,
    'site.json': '{"prices":"request","currency":"EUR"}',
  })
  expect(report.warnings.entries).toEqual([])
  const before = await readCatalog(catalog.store)
  expect(before.site.prices).toBe('request')
  expect(before.products.map(({ priceDisplay, variants: [{ priceMinor }] }) => [priceDisplay, priceMinor])).toEqual([
    [undefined, 73_191],
    ['shown', 1_250],
    ['from', 9_900],
    ['hidden', 500],
  ])
  expect(Object.fromEntries(before.categories.map(({ slug, prices }) => [slug, prices]))).toEqual({
    table: 'hidden',
    bowls: undefined,
    cups: 'from',
    light: undefined,
  })
  expect(await readShown(catalog)).toEqual({ bowl: '', cup: 1_250, lamp: 9_900, spare: '' })
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect((await importFolder(catalog.store, folder)).products).toMatchObject({ unchanged: 4 })
  expect(await readCatalog(catalog.store)).toEqual(before)
})

test('an import of site.json or of categories.csv alone changes which prices are shown, and a category whose cell is blank shows those of its parent again', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'products.csv': PRODUCTS, 'site.json': '{"currency":"EUR"}' })
  expect(await readShown(catalog)).toEqual({ bowl: 73_191, cup: 1_250, lamp: 9_900, spare: '' })
  const importOne = async (name: string, text: string) => {
    const file = await catalog.write(join('single', name, name), text)
    await importFolder(catalog.store, join(file, '..'))
  }
  await importOne('site.json', '{"prices":"request"}')
  expect(await readShown(catalog)).toMatchObject({ bowl: null, cup: 1_250, spare: '' })
  await importOne('categories.csv', 'Path,Prices\nTable,shown\n')
  expect(await readShown(catalog)).toMatchObject({ bowl: 73_191 })
  await importOne('categories.csv', 'Path,Prices\nTable,hidden\n')
  expect(await readShown(catalog)).toMatchObject({ bowl: '' })
  await importOne('categories.csv', 'Path,Prices\nTable,\n')
  await importOne('site.json', '{"prices":null}')
  expect(await readShown(catalog)).toMatchObject({ bowl: 73_191 })
  await importOne('products.csv', 'Slug,Name,Price display\ncup,Cup,hidden\nspare,Spare,\n')
  expect(await readShown(catalog)).toMatchObject({ cup: '', spare: 500 })
})

test('an unknown word hides the amounts and is reported; site.json refuses it', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': 'Slug,Name,Category,Price,Price display\nbowl,Bowl,Table,9.99,hiden\ncup,Cup,Table,9.99,\n',
    'categories.csv': 'Path,Prices\nTable,none of it\n',
  })
  expect(report.warnings.entries).toMatchObject([
    { column: 'Prices', value: 'none of it', reason: expect.stringContaining('shown, from, hidden, request') },
    { line: 2, column: 'Price display', value: 'hiden', reason: expect.stringContaining('imported as "request"') },
  ])
  expect(await readShown(catalog)).toEqual({ bowl: null, cup: null })
  await expect(catalog.importContent({ 'site.json': '{"prices":"no"}' })).rejects.toThrow(
    'shown, from, hidden, request',
  )
})

test('the check lists products without a price unless they show none on purpose', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': `Slug,Name,Category,Price,Price display
bowl,Bowl,Table > Bowls,,
cup,Cup,Table > Cups,,
lamp,Lamp,Light,,
spare,Spare,Light,,request
`,
    'categories.csv': CATEGORIES,
  })
  const { faults } = await checkCatalog(catalog.store)
  const unpriced = faults.find(({ kind }) => kind === 'noPrice')
  expect(unpriced?.entries.map(({ slug }) => slug)).toEqual(['cup', 'lamp'])
})
