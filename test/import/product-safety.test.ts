import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { replaceRemoteFiles } from '../../server/import/pictures/remote-files.ts'
import { runCommand } from '../support/run-command.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const COMPANIES = 'Name,Address,Email\nKiln Oy,Road 1,a@kiln.example\nImport GmbH,Weg 2,b@import.example\n'
const HEADER =
  'Slug,Name,Manufacturer,Responsible person,Safety information,Pictograms,Safety information[de],Name[de]\n'
const PRODUCTS = `${HEADER}torch,Torch,kiln oy,Import GmbH,"Keep away from children.\r\n<b>Do not heat.</b>","flame.png | Flammable\nhttps://signs.example/hot.png | Hot","Von Kindern fernhalten.",Fackel
lamp,Lamp,,,,,,
`

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#d40000' } })
    .png()
    .toBuffer()

async function importSafety(catalog: TempCatalog, products = PRODUCTS) {
  return catalog.importContent({
    'site.json': JSON.stringify({ name: 'Kiln', languages: ['en', 'de'] }),
    'companies.csv': COMPANIES,
    'products.csv': products,
    'images/flame.png': await picture(),
  })
}

test('a further language shows its own safety information, or that of the first language with its tag', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog, `${PRODUCTS}candle,Candle,,,Never leave alone.,,,Kerze\n`)
  const german = (await catalog.store.inLanguage('de'))!
  expect(await german.findProduct('torch')).toMatchObject({
    safetyInformation: 'Von Kindern fernhalten.',
    fallback: { langs: {} },
  })
  expect(await german.findProduct('candle')).toMatchObject({
    safetyInformation: 'Never leave alone.',
    fallback: { langs: { safetyInformation: 'en' } },
  })
  // Products without the text have nothing to mark.
  expect((await german.findProduct('lamp'))?.fallback?.langs).not.toHaveProperty('safetyInformation')
})

test('a pictogram at a remote address is replaced when its picture was fetched', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog)
  const product = (await catalog.readProduct('torch'))!
  const stored = { hash: 'a'.repeat(64), format: 'png', width: 9, height: 9 } as const
  expect(replaceRemoteFiles(product, new Map([['https://signs.example/hot.png', stored]]))?.pictograms).toEqual([
    product.pictograms?.[0],
    { ...stored, alt: 'Hot' },
  ])
})

test('set changes a manufacturer, but refuses one without a record, and pictograms', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog)
  const set = (...args: readonly string[]) =>
    runCommand('catalog', { DATA_DIR: join(catalog.dir, 'data') }, 'set', 'torch', ...args)
  expect((await set('manufacturer=import gmbh', 'safety-information=Hot.')).code).toBe(0)
  const changed = { manufacturer: 'import gmbh', safetyInformation: 'Hot.', responsiblePerson: 'Import GmbH' }
  expect(await catalog.readProduct('torch')).toMatchObject(changed)
  const refused = await set('manufacturer=Nobody')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('companies.csv has no such name')
  expect((await set('pictograms=a.png | A')).err).toContain('"pictograms" cannot be set')
  expect(await catalog.readProduct('torch')).toMatchObject(changed)
})
