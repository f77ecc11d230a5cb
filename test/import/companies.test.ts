import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { formatCounts } from '../../server/import/format-counts.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { subscribeToQueries } from '../../server/catalog/store/database-queries.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const SHEET = `Name,Address,Email,Website,Phone
Kiln & Sons,"Harbour Road 1\n90100 Oulu\nFinland",safety@kiln.example,https://kiln.example/,+358 8 123
Import GmbH,"Hafenweg 2\n20457 Hamburg",,https://import.example/kontakt,
`

const KILN = {
  name: 'Kiln & Sons',
  address: 'Harbour Road 1\n90100 Oulu\nFinland',
  email: 'safety@kiln.example',
  website: 'https://kiln.example/',
  phone: '+358 8 123',
}
const IMPORTER = {
  name: 'Import GmbH',
  address: 'Hafenweg 2\n20457 Hamburg',
  website: 'https://import.example/kontakt',
}

const readCompanies = (store: CatalogStore) => store.read((reader) => reader.readList('companies'))

test.each(DATABASE_KINDS)(
  'over %s, imports companies.csv; a second import and that of an export change nothing; a rollback restores the records before',
  async (kind) => {
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const { catalog } = stores
    await using folder = await makeTemporaryFolder()
    const [content, exported] = [join(folder.path, 'content'), join(folder.path, 'exported')]
    await mkdir(content)
    await writeFile(join(content, 'companies.csv'), SHEET)
    const report = await importFolder(catalog, content)
    expect(report).toMatchObject({
      companies: { count: 2, isChanged: true },
      warnings: { count: 0 },
      rejected: { count: 0 },
    })
    expect(await readCompanies(catalog)).toEqual([KILN, IMPORTER])
    expect(await catalog.findCompany('KILN & sons')).toEqual(KILN)
    expect(await catalog.findCompany('Kiln')).toBeUndefined()

    const { revision } = catalog
    expect(await importFolder(catalog, content)).toMatchObject({ companies: { count: 2, isChanged: false } })
    await exportFolder(catalog, exported)
    expect(await readFile(join(exported, 'companies.csv'), 'utf8')).toContain('Import GmbH,')
    expect(await importFolder(catalog, exported)).toMatchObject({ companies: { count: 2, isChanged: false } })
    expect(catalog.revision).toBe(revision)

    await writeFile(join(content, 'companies.csv'), 'Name,Address,Email\nOther,Street 1,a@b.example\n')
    const other = { name: 'Other', address: 'Street 1', email: 'a@b.example' }
    expect(await importFolder(catalog, content, { dryRun: true })).toMatchObject({
      companies: { count: 1, isChanged: true },
    })
    expect(await readCompanies(catalog)).toEqual([KILN, IMPORTER])
    await importFolder(catalog, content)
    expect(await readCompanies(catalog)).toEqual([other])
    expect(await catalog.findCompany('Import GmbH')).toBeUndefined()
    await catalog.rollback()
    expect(await readCompanies(catalog)).toEqual([KILN, IMPORTER])
    await catalog.write((writer) => writer.clear())
    expect(await readCompanies(catalog)).toEqual([])
    await catalog.rollback()
    expect(await readCompanies(catalog)).toEqual([KILN, IMPORTER])
  },
)

test.each(DATABASE_KINDS)(
  'over %s, finding a record needs no query, and another process finds a changed one',
  async (kind) => {
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    await using others = await database.open()
    await stores.catalog.write((writer) => writer.putList('companies', [KILN]))
    await expect.poll(() => others.catalog.findCompany(KILN.name)).toEqual(KILN)
    // Each page reads the settings, and with them the records.
    await others.catalog.readSite()
    let queries = 0
    const unsubscribe = subscribeToQueries(() => queries++)
    expect(await others.catalog.findCompany('kiln & SONS')).toEqual(KILN)
    unsubscribe()
    expect(queries).toBe(0)
    const moved = { ...KILN, address: 'Moved 9' }
    await stores.catalog.write((writer) => writer.putList('companies', [moved]))
    await expect.poll(() => others.catalog.findCompany(KILN.name)).toEqual(moved)
  },
)

test('removes all records if the file has only a header, and names the file in the report', async () => {
  await using catalog = await openTempCatalog()
  expect(formatCounts(await catalog.importContent({ 'companies.csv': SHEET }))).toMatch(/Companies +2 rows, changed/)
  const report = await catalog.importContent({ 'companies.csv': 'Name\n' })
  expect(formatCounts(report)).toMatch(/Companies +0 rows, changed/)
  expect(await readCompanies(catalog.store)).toEqual([])
})

test.each([
  ['Acme,,a@b.example,', 'Name', 'the postal address is missing, which product safety law asks for; add it', {}],
  [
    'Acme,Street 1,,',
    'Name',
    'the e-mail address or website is missing, which product safety law asks for; add it',
    { address: 'Street 1' },
  ],
  [
    'Acme,Street 1,no mail,https://acme.example',
    'Email',
    'is not an e-mail address; it was left out',
    { address: 'Street 1', website: 'https://acme.example' },
  ],
  [
    'Acme,Street 1,"a@b.example""><script>",https://acme.example',
    'Email',
    'is not an e-mail address; it was left out',
    { address: 'Street 1', website: 'https://acme.example' },
  ],
  [
    'Acme,Street 1,a@b.example,javascript:alert(1)',
    'Website',
    'is not an address that begins with https://; it was left out',
    { address: 'Street 1', email: 'a@b.example' },
  ],
  [
    'Acme,Street 1,a@b.example,http://acme.example',
    'Website',
    'is not an address that begins with https://; it was left out',
    { address: 'Street 1', email: 'a@b.example' },
  ],
])('imports the row %j with a warning in the column %s: %s', async (row, column, reason, stored) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({ 'companies.csv': `Name,Address,Email,Website\n${row}\n` })
  expect(report.warnings.entries).toMatchObject([{ line: 2, column, reason }])
  expect(await readCompanies(catalog.store)).toMatchObject([{ name: 'Acme', ...stored }])
  if (column !== 'Name') expect(await readCompanies(catalog.store)).toEqual([{ name: 'Acme', ...stored }])
})

test('rejects rows without a name of their own or with a text that is too long, and imports the others', async () => {
  await using catalog = await openTempCatalog()
  const sheet = `Name,Address,Email,Colour\nAcme,Street 1,a@b.example,red\nACME,Street 2,c@d.example,\n,Street 3,e@f.example,\nLong,${'x'.repeat(1_001)},g@h.example,\n`
  const report = await catalog.importContent({ 'companies.csv': sheet })
  expect(report.rejected.entries.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'Name', 'is in an earlier row; remove one of the two'],
    [4, 'Name', 'the name is missing'],
    [5, 'Address', 'is longer than 1000 characters; shorten it'],
  ])
  expect(report.warnings.entries).toMatchObject([{ column: 'Colour' }])
  expect(await readCompanies(catalog.store)).toEqual([{ name: 'Acme', address: 'Street 1', email: 'a@b.example' }])
})

test('rejects a file without the column of names, and changes nothing', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'companies.csv': SHEET })
  await expect(catalog.importContent({ 'companies.csv': 'Address\nStreet 1\n' })).rejects.toThrow('Name')
  expect(await readCompanies(catalog.store)).toEqual([KILN, IMPORTER])
})
