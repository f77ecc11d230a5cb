import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { replaceRemoteFiles } from '../../server/import/pictures/remote-files.ts'
import { openCsvFile } from '../../server/import/files/csv-file.ts'
import { proposeForFile } from '../../server/import/mapping/choose-mapping.ts'
import { runCommand } from '../support/run-command.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { readCatalog } from '../support/read-catalog.ts'
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

test('imports the columns about product safety; products without them have no such keys', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSafety(catalog)
  expect(report.warnings.entries).toEqual([])
  expect(report.pictures).toMatchObject({ stored: 1, remote: { count: 1 } })
  expect(await catalog.readProduct('torch')).toMatchObject({
    manufacturer: 'kiln oy',
    responsiblePerson: 'Import GmbH',
    safetyInformation: 'Keep away from children.\n<b>Do not heat.</b>',
    pictograms: [
      { format: 'png', width: 40, height: 40, alt: 'Flammable' },
      { url: 'https://signs.example/hot.png', alt: 'Hot' },
    ],
    images: [],
    translations: { de: { name: 'Fackel', safetyInformation: 'Von Kindern fernhalten.' } },
  })
  const lamp = Object.keys((await catalog.readProduct('lamp'))!)
  for (const key of ['manufacturer', 'responsiblePerson', 'safetyInformation', 'pictograms'])
    expect(lamp).not.toContain(key)
  expect(await catalog.store.listRemoteImageOrigins()).toEqual(['https://signs.example'])
})

test('a blank cell clears a value, a missing column keeps it, and a rollback restores it', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog)
  const before = await catalog.readProduct('torch')
  await catalog.importText('Slug,Name\ntorch,Torch\n')
  expect(await catalog.readProduct('torch')).toEqual(before)
  await catalog.importText(`${HEADER}torch,Torch,,,,,,Fackel\n`)
  const cleared = await catalog.readProduct('torch')
  expect(cleared).not.toHaveProperty('manufacturer')
  expect(cleared).not.toHaveProperty('pictograms')
  expect(cleared?.translations).toEqual({ de: expect.not.objectContaining({ safetyInformation: '' }) as unknown })
  expect(cleared?.translations?.['de']).not.toHaveProperty('safetyInformation')
  await catalog.store.rollback()
  expect(await catalog.readProduct('torch')).toEqual(before)
})

test('an export has the columns and the pictograms, and its import changes nothing or makes an equal catalogue', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog)
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'products.csv'), 'utf8')).toContain('torch-1.png | Flammable')
  const { revision } = catalog.store
  expect(await importFolder(catalog.store, folder)).toMatchObject({ products: { changed: 0, unchanged: 2 } })
  expect(catalog.store.revision).toBe(revision)
  await using other = await openTempCatalog()
  expect((await importFolder(other.store, folder)).warnings.entries).toEqual([])
  expect(await readCatalog(other.store)).toEqual(await readCatalog(catalog.store))
})

test('warns at the line of a name that companies.csv lacks and of a pictogram without an alternative text', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSafety(
    catalog,
    `${HEADER}torch,Torch,Kiln Oy,Nobody Ltd,,flame.png,,\nlamp,Lamp,NOBODY LTD,,,,,\n`,
  )
  expect(report.warnings.entries.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual([
    [
      2,
      'Pictograms',
      'flame.png',
      '"flame.png" has no alternative text, which screen readers need; write "flame.png | Flammable", for example',
    ],
    [
      2,
      'Responsible person',
      'Nobody Ltd',
      'companies.csv has no such name, so the page shows the name alone; add it there, or correct it',
    ],
    [
      3,
      'Manufacturer',
      'NOBODY LTD',
      'companies.csv has no such name, so the page shows the name alone; add it there, or correct it',
    ],
  ])
  expect(await catalog.readProduct('torch')).toMatchObject({
    responsiblePerson: 'Nobody Ltd',
    pictograms: [{ format: 'png', alt: '' }],
  })
})

test('reports a pictogram without a file, and leaves it out', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSafety(catalog, `${HEADER}torch,Torch,,,,skull.png | Toxic,,\n`)
  expect(report.pictures.missing.entries).toMatchObject([{ line: 2, column: 'Pictograms', value: 'skull.png' }])
  expect(await catalog.readProduct('torch')).not.toHaveProperty('pictograms')
})

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

test('a file in a further language sets the safety information in it', async () => {
  await using catalog = await openTempCatalog()
  await importSafety(catalog)
  await catalog.importText('Slug,Name,Safety information\ntorch,Fackel,Nicht erhitzen.\n', {
    basics: { locale: 'de' },
  })
  expect(await catalog.readProduct('torch')).toMatchObject({
    safetyInformation: 'Keep away from children.\n<b>Do not heat.</b>',
    translations: { de: { safetyInformation: 'Nicht erhitzen.' } },
  })
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

test('a mapping leads columns of any table to those about product safety', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'companies.csv': COMPANIES })
  const columns = {
    Artikel: 'SKU',
    Titel: 'Name',
    Hersteller: 'Manufacturer',
    Importeur: 'Responsible person',
    Warnung: 'Safety information',
    'Warnung 2': 'Safety information',
    Symbole: 'Pictograms',
  }
  await catalog.write('products.mapping.json', JSON.stringify({ columns }))
  const report = await catalog.importText(
    'Artikel;Titel;Hersteller;Importeur;Warnung;Warnung 2;Symbole\nT-1;Torch;KILN OY;Import GmbH;Hot.;Heavy.;https://signs.example/hot.png | Hot\n',
  )
  expect(report.warnings.entries).toEqual([])
  expect(await catalog.readProduct('torch')).toMatchObject({
    manufacturer: 'KILN OY',
    responsiblePerson: 'Import GmbH',
    safetyInformation: 'Hot.\nHeavy.',
    pictograms: [{ url: 'https://signs.example/hot.png', alt: 'Hot' }],
  })
})

test('the mapping of a table is proposed with safety information, but with no person who may be an employee', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write(
    'supplier.csv',
    'Artikelnummer;Bezeichnung;Sicherheitshinweise;Verantwortliche Person EU;Verantwortliche Person\nT-1;Torch;Nicht erhitzen.;Import GmbH;Frau Meier\n',
  )
  const { columns } = await proposeForFile(await openCsvFile({ path, folder: null }), {})
  const targets = Object.fromEntries(columns.map(({ key, target }) => [key, target?.to]))
  expect(targets).toMatchObject({
    Sicherheitshinweise: 'Safety information',
    'Verantwortliche Person EU': 'Responsible person',
  })
  expect(targets['Verantwortliche Person']).not.toBe('Responsible person')
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
