import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/export/export-folder.ts'
import { importFile, importFolder } from '../../server/import/import-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const ACCEPTED: ImportOptions = { acceptMapping: async () => true }
const JANUARY = 'Nr;Bezeichnung;Preis;Material;EK\n1;Schale;12,90;Eiche;5,00\n2;Topf;1.299;Ton;6,00\n'

const readMappings = ({ store }: TempCatalog) => store.read((reader) => reader.readList('mappings'))

/** Imports a file of another name, so that the mapping beside the first one is not used. */
const importNamed = async (catalog: TempCatalog, name: string, text: string | Uint8Array, options?: ImportOptions) =>
  importFile(catalog.store, await catalog.write(name, text), options)

test('a table with the columns of an earlier import needs no question, in any order of the columns', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  const text = 'EK;Material;Preis;Bezeichnung;Nr\n5,00;Esche;1.399;Topf;2\n'
  const report = await importNamed(catalog, 'february.csv', text)
  expect(report).toMatchObject({
    format: 'table with the columns of an earlier import',
    products: { changed: 1 },
    warnings: { count: 0 },
    mappingFile: null,
  })
  // Only the mapping says that the point is no decimal sign.
  expect(await catalog.readProduct('topf')).toMatchObject({ variants: [{ priceMinor: 139_900 }] })
})

test('with added and missing columns, the stored mapping is used for the others, and the report lists them', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  const report = await importNamed(catalog, 'march.csv', 'Nr;Bezeichnung;Preis;EK;Holzart\n2;Topf;1.499;6,00;Esche\n')
  expect(report.warnings.entries.map(({ column, reason }) => [column, reason])).toEqual([
    ['Material', 'the column is missing; stored values were left unchanged'],
    ['Holzart', 'the column is not in the mapping; it became an attribute'],
  ])
  expect(await catalog.readProduct('topf')).toMatchObject({
    variants: [{ priceMinor: 149_900 }],
    attributes: [
      { name: 'Holzart', value: 'Esche' },
      { name: 'Material', value: 'Ton' },
    ],
  })
  expect(await readMappings(catalog)).toHaveLength(2)
})

test('a table of someone else with few columns in common is asked about again', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  const other = 'Nr;Bezeichnung;Farbe;Lager\n9;Krug;rot;3\n'
  await expect(importNamed(catalog, 'other.csv', other)).rejects.toThrow('the proposed mapping was not accepted')
})

test('a mapping with a fixed brand is used for the same columns only, and the report names the brand', async () => {
  await using catalog = await openTempCatalog()
  const mapping = { columns: { Nr: 'SKU', Bezeichnung: 'Name', Farbe: 'Attribute: Farbe' }, fixed: { Brand: 'Acme' } }
  await catalog.write('a.mapping.json', JSON.stringify(mapping))
  await importNamed(catalog, 'a.csv', 'Nr;Bezeichnung;Farbe\n1;Schale;rot\n')
  const same = await importNamed(catalog, 'b.csv', 'Nr;Bezeichnung;Farbe\n2;Topf;rot\n')
  expect(same.format).toBe('table with the columns of an earlier import, Brand Acme')
  await expect(importNamed(catalog, 'c.csv', 'Nr;Bezeichnung;Farbe;Lager\n3;Krug;rot;3\n')).rejects.toThrow(
    'not accepted',
  )
})

test('the mapping of an import goes before an older one of the same columns, and an unchanged import stores nothing', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  const { revision } = catalog.store
  const stored = await readMappings(catalog)
  await importNamed(catalog, 'january.csv', JANUARY)
  expect(catalog.store.revision).toBe(revision)
  expect(await readMappings(catalog)).toEqual(stored)
  const columns = { ...stored[0]!.columns, Material: null }
  await catalog.write('other.json', JSON.stringify({ ...stored[0], columns }))
  await importNamed(catalog, 'january.csv', JANUARY, { mapping: join(catalog.dir, 'other.json') })
  expect(await readMappings(catalog)).toMatchObject([{ columns }])
})

const writePiped = (name: string) => Buffer.from(`a|b\nc|d\nNr|Größe\n1|${name}\n`, 'latin1')

test('encoding, delimiter and header row of a stored mapping are used for a table that cannot be read otherwise', async () => {
  await using catalog = await openTempCatalog()
  const mapping = { columns: { Nr: 'SKU', Größe: 'Name' }, delimiter: '|', headerRow: 3, encoding: 'windows-1252' }
  await catalog.write('a.mapping.json', JSON.stringify(mapping))
  await importNamed(catalog, 'a.csv', writePiped('Schüssel'))
  await importNamed(catalog, 'b.csv', writePiped('Tüte'))
  expect(await catalog.readProduct('tute')).toMatchObject({ name: 'Tüte' })
})

test('a dry run, --strict with a rejected row, and a failed import store no mapping', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'a.csv', JANUARY, { ...ACCEPTED, dryRun: true })
  await importNamed(catalog, 'b.csv', JANUARY.replace('12,90', '-1,00'), { ...ACCEPTED, strict: true })
  const francs = 'Nr;Bezeichnung;Preis\n1;Schale;3 CHF\n'
  const inEuros = { ...ACCEPTED, basics: { currency: 'EUR' } }
  await expect(importNamed(catalog, 'c.csv', francs, inEuros)).rejects.toThrow('in CHF')
  expect(await readMappings(catalog)).toEqual([])
})

test('a rollback restores the mappings from before the import', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  await importNamed(catalog, 'tools.csv', 'Art;Titel;Kleur\n9;Hammer;rot\n', ACCEPTED)
  expect(await readMappings(catalog)).toHaveLength(2)
  expect(await catalog.store.rollback()).toBe(true)
  expect(await readMappings(catalog)).toMatchObject([{ columns: { Material: { to: 'Attribute: Material' } } }])
})

test('an export has the mappings, and its import stores them', async () => {
  await using catalog = await openTempCatalog()
  await importNamed(catalog, 'january.csv', JANUARY, ACCEPTED)
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect((await importFolder(catalog.store, folder)).products).toMatchObject({ created: 0, changed: 0 })
  await using other = await openTempCatalog()
  await importFolder(other.store, folder)
  expect(await readMappings(other)).toEqual(await readMappings(catalog))
  await importNamed(other, 'february.csv', JANUARY)

  await rm(join(folder, 'products.csv'))
  await other.write('faulty/mappings.json', '[{ "columns": { "Preis": "Prize" } }]')
  await expect(importFolder(other.store, join(other.dir, 'faulty'))).rejects.toMatchObject({
    place: { column: '0.columns.Preis' },
  })
})

test('a folder uses its own mappings.json for its table', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'mappings.json': '[{ "columns": { "Nr": "SKU", "Bezeichnung": "Name", "Farbe": "Tags" } }]',
    'products.csv': 'Nr;Bezeichnung;Farbe\n1;Schale;rot\n',
  })
  expect(await catalog.readProduct('schale')).toMatchObject({ tags: ['rot'] })
})
