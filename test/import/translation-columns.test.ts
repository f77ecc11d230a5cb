import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCsvFile } from '../../server/import/files/csv-file.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { proposeForFile } from '../../server/import/mapping/choose-mapping.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PRODUCTS = [
  'Slug,Name,Option 1 name,Option 1 value,SKU,Price,Attributes',
  'valve,Ball valve,,,V1,5.00,"Material: Brass\nNominal size: DN 15"',
  'rug,Rug,Colour,Red,R1,9.00,Fibre: Wool',
  'rug,,,Blue,R2,9.00,',
  '',
].join('\n')

async function openCatalog(): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  const site = JSON.stringify({ name: 'Shop', currency: 'EUR', languages: ['en', 'de', 'fr'] })
  await catalog.importContent({ 'site.json': site, 'products.csv': PRODUCTS })
  return catalog
}

async function readGerman(catalog: TempCatalog, slug: string) {
  return (await catalog.readProduct(slug))?.translations?.['de']
}

test('a sheet with slugs and translations, without names, changes only translations', async () => {
  await using catalog = await openCatalog()
  const before = await catalog.readProduct('valve')
  const report = await catalog.importText(
    'Slug,Price,Name[de],Name [FR]\nvalve,1.00,Kugelhahn,Vanne\npump,2.00,Pumpe,\n',
  )
  expect(report).toMatchObject({ format: 'Vitrine sheet', products: { created: 0, changed: 1, skipped: 1 } })
  expect(await catalog.readProduct('valve')).toEqual({
    ...before,
    translations: { de: { name: 'Kugelhahn', slug: 'kugelhahn' }, fr: { name: 'Vanne', slug: 'vanne' } },
  })
  expect(report.rejected.entries).toMatchObject([
    { line: 3, value: 'pump', reason: 'no product has this slug; import the products first, or correct the slug' },
  ])
  expect(report.warnings.entries).toMatchObject([
    { column: 'Price', reason: 'without the column "Name", only translations are imported; the column was left out' },
  ])
  await expect(catalog.importText('Slug,Name[de],Name[de]\nvalve,Hahn,Ventil\n')).rejects.toThrow('same meaning')
  await expect(catalog.importText('Slug,Name[de]\nvalve,Hahn\n', { prune: true })).rejects.toThrow('--prune')
})

test('the proposal for an unknown table maps no text in another language to one of the first', async () => {
  await using catalog = await openTempCatalog()
  const rows = 'A1,Bowl,Schale,Obst,Rot,0.5,10.00\nA2,Cup,Tasse,Tee,Blau,0.7,12.00\n'
  const path = await catalog.write(
    'table.csv',
    `No,Name,Bezeichnung[de],Beschreibung [de-AT],Option 1 value[de],Weight [kg],Price [EUR]\n${rows}`,
  )
  const { columns } = await proposeForFile(await openCsvFile({ path, folder: null }), {})
  expect(columns.map(({ target }) => target?.to)).toEqual([
    'SKU',
    'Name',
    undefined,
    undefined,
    undefined,
    'Weight (g)',
    'Price',
  ])
  expect(columns[2]?.reason).toContain('the language "de"')
})

test('translated attributes without the column of the attributes are paired with the stored ones', async () => {
  await using catalog = await openCatalog()
  const { warnings } = await catalog.importText(
    'Slug,Name,Attributes[de]\nvalve,Ball valve,"Werkstoff: Messing\nNennweite: DN 15"\nrug,Rug,"Faser: Wolle\nFlor: 2"\n',
  )
  expect((await readGerman(catalog, 'valve'))?.terms).toEqual({
    Material: { name: 'Werkstoff', values: { Brass: 'Messing' } },
    'Nominal size': { name: 'Nennweite' },
  })
  expect(warnings.entries).toMatchObject([
    { column: 'Attributes[de]', reason: expect.stringContaining('each of the 1 attributes') as string },
  ])
  await catalog.importText('Slug,Attribute: Material[de]\nvalve,MS\n')
  expect((await readGerman(catalog, 'valve'))?.terms?.['Material']).toEqual({
    name: 'Werkstoff',
    values: { Brass: 'MS' },
  })
  await catalog.importText('Slug,Attributes[de]\nvalve,\n')
  expect((await readGerman(catalog, 'valve'))?.terms).toBeUndefined()
})

test('translated options without columns of the options are paired with the stored ones', async () => {
  await using catalog = await openCatalog()
  const values = await catalog.importText('Slug,SKU,Option 1 value[de]\nrug,R2,Blau\nrug,R1,Rot\n')
  expect(values.warnings.entries).toEqual([])
  const names = await catalog.importText('Slug,Name,Option 1 name[de]\nrug,Rug,Farbe\n')
  expect(names.warnings.entries).toEqual([])
  const colour = { name: 'Farbe', values: { Red: 'Rot', Blue: 'Blau' } }
  expect((await readGerman(catalog, 'rug'))?.terms).toEqual({ Colour: colour })
  // Rows without article numbers are in the order of the variants.
  await catalog.importText('Slug,Option 1 value[de]\nrug,Rubin\nrug,\n')
  expect((await readGerman(catalog, 'rug'))?.terms).toEqual({ Colour: { name: 'Farbe', values: { Red: 'Rubin' } } })
  await catalog.importText('Slug,Option 1 name,Option 1 value,Option 1 value[de]\nrug,Colour,Blue,Azur\n')
  expect((await readGerman(catalog, 'rug'))?.terms).toEqual({
    Colour: { name: 'Farbe', values: { Red: 'Rubin', Blue: 'Azur' } },
  })
  const lost = await catalog.importText(
    'Slug,Name,SKU,Option 1 value[de],Option 2 name[de]\nrug,Rug,R9,Grün,\nvalve,Ball valve,V1,,Größe\n',
  )
  expect(
    lost.warnings.entries.filter(({ reason }) => reason.startsWith('the product has no such option')),
  ).toMatchObject([
    { line: 2, column: 'Option 1 value[de]', value: 'Grün' },
    { line: 3, column: 'Option 2 name[de]', value: 'Größe' },
  ])
})

test('the export of a product whose attributes are partly translated changes nothing when it is imported again', async () => {
  await using catalog = await openCatalog()
  const attributes =
    'Attributes,Attributes[de]\nvalve,Ball valve,"Material: Brass\nColor: Brown\nSize: DN 15","Werkstoff: Messing\nColor:\nSize:"\n'
  await catalog.importText(`Slug,Name,${attributes}`)
  const before = await catalog.readProduct('valve')
  expect(before?.translations?.['de']?.terms).toEqual({ Material: { name: 'Werkstoff', values: { Brass: 'Messing' } } })
  const folder = join(catalog.dir, 'export')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'products.csv'), 'utf8')).toContain('"Werkstoff: Messing\nColor:\nSize: DN 15"')
  expect((await importFolder(catalog.store, folder)).products).toMatchObject({ changed: 0, unchanged: 2 })
  expect(await catalog.readProduct('valve')).toEqual(before)
})
