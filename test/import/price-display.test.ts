import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
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
  expect((await checkCatalog(catalog.store)).findings.list().noPrice).toEqual(['cup', 'lamp'])
})
