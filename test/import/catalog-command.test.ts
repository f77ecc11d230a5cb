import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { COMPILE_CACHE_DIR, PROJECT_DIR } from '../support/folders.ts'
import { runCommand as run, type CommandResult } from '../support/run-command.ts'
import { writeLargePdf } from '../support/sample-documents.ts'
import { BOWL, SHIRT, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { openSqliteStore } from '../support/open-stores.ts'

const runCommand = (dataDir: string, ...args: string[]): Promise<CommandResult> =>
  run('catalog', { DATA_DIR: dataDir }, ...args)

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME')

const dataDirOf = (catalog: TempCatalog) => join(catalog.dir, 'data')

test('an import without errors exits with code 0 and writes its report to stdout only', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('products.csv', writeShopifyCsv([BOWL, { ...SHIRT, Type: 'Clothes' }]))
  const { code, out, err } = await runCommand(dataDirOf(catalog), 'import', path)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`${path}: Shopify product export, 2 rows`)
  expect(out).toMatch(/Products +2 new, 0 changed, 0 unchanged/)
  expect(out).toMatch(/Categories +1 new/)
  expect((await catalog.readProduct('bowl'))?.name).toBe('Bowl')
})

test('an unusable file exits with code 2, writes one line to stderr and changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('products.csv', 'Handle,Title,Variant Price\nbowl,"Bowl,1.00\n')
  const { code, out, err } = await runCommand(dataDirOf(catalog), 'import', path)
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).toBe(
    `${path}, line 2, column "Title": a quote is opened in this row and never closed. Nothing was changed.\n`,
  )
})

test('without a database, commands say so and create none, because DATA_DIR may be mistyped', async () => {
  await using folder = await makeTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  const commands = ['check', 'history', 'export site', 'rollback --yes', 'set bowl price=1', 'searches', 'missing']
  for (const command of commands) {
    const { code, out, err } = await runCommand(dataDir, ...command.split(' '))
    expect({ code, out }, command).toEqual({ code: 2, out: '' })
    expect(err).toContain(`There is no database at ${join(dataDir, 'vitrine.db')}. Start the server or import once`)
  }
  expect(existsSync(dataDir)).toBe(false)
})

test('a dry run creates no database and leaves an existing one unchanged', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('products.csv', writeShopifyCsv([BOWL]))
  const emptyDir = join(catalog.dir, 'elsewhere')
  const first = await runCommand(emptyDir, 'import', path, '--dry-run')
  expect(first.out).toMatch(/1 new.*\n[^]*Dry run: nothing was written/)
  expect(existsSync(emptyDir)).toBe(false)

  const before = await readFile(catalog.databasePath)
  await runCommand(dataDirOf(catalog), 'import', path, '--dry-run')
  expect((await readFile(catalog.databasePath)).equals(before)).toBe(true)
  expect(await catalog.readProduct('bowl')).toBeUndefined()
})

test('keeps the old catalogue if the import is killed', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'products.csv': 'Slug,Name\nbowl,Bowl\n' })
  await catalog.write('content/products.csv', 'Slug,Name,Documents\nbowl,Other bowl,Sheet | large.pdf\ncup,Cup,\n')
  // The document is so large that SQLite writes a part of it to the write-ahead log before the commit.
  await catalog.write('content/documents/large.pdf', writeLargePdf(4_000_000))
  const program = `
    const { importFolder } = await import(${JSON.stringify(join(PROJECT_DIR, 'server/import/import-catalog.ts'))})
    const { openStores } = await import(${JSON.stringify(join(PROJECT_DIR, 'server/site.ts'))})
    const { catalog } = await openStores({ kind: 'sqlite', path: ${JSON.stringify(catalog.databasePath)} })
    const write = catalog.write.bind(catalog)
    catalog.write = (change) => write((writer) => change(writer).then(() => process.kill(process.pid, 'SIGKILL')))
    await importFolder(catalog, ${JSON.stringify(join(catalog.dir, 'content'))})`
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR }
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(signal).toBe('SIGKILL')
  expect((await stat(`${catalog.databasePath}-wal`)).size).toBeGreaterThan(1_000_000)

  const reopened = await openSqliteStore(catalog.databasePath)
  try {
    expect((await reopened.readStatistics()).products.public).toBe(1)
    expect((await reopened.findProduct('bowl'))?.name).toBe('Bowl')
  } finally {
    await reopened.close()
  }
})

test('an import during another write exits with code 2 and reports that the database is busy', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('products.csv', writeShopifyCsv([BOWL]))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = catalog.store.write(() => released)
  // The command waits five seconds for the other write. With this clock they pass at once.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  onTestFinished(() => clock.mockRestore())
  const { code, err } = await runCommand(dataDirOf(catalog), 'import', path)
  release()
  await holding
  expect(code).toBe(2)
  expect(err).toMatch(/^The database is busy: an import is running\. Nothing was changed\./)
})

test('the template command overwrites no file, its file can be imported, and importing an export of it changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const path = join(catalog.dir, 'mine.xlsx')
  expect((await runCommand(dataDirOf(catalog), 'template', path)).code).toBe(0)
  expect(await runCommand(dataDirOf(catalog), 'template', path)).toMatchObject({
    code: 2,
    err: expect.stringContaining('the file already exists'),
  })
  expect((await runCommand(dataDirOf(catalog), 'import', path)).out).toMatch(/Products +2 new/)
  const folder = join(catalog.dir, 'exported')
  expect((await runCommand(dataDirOf(catalog), 'export', folder)).out).toContain('2 products, 4 categories, 0 pictures')
  for (const name of ['products.csv', 'categories.csv'])
    // Spreadsheets assume another encoding if the byte order mark is missing.
    expect(await readFile(join(folder, name), 'utf8')).toMatch(/^\uFEFF[SP]/)
  expect((await runCommand(dataDirOf(catalog), 'import', folder)).out).toMatch(
    /Products +0 new, 0 changed, 2 unchanged/,
  )
  expect(await runCommand(dataDirOf(catalog), 'import', path, '--sheet', 'Prices')).toMatchObject({
    code: 2,
    err: expect.stringContaining('has no sheet "Prices". Its sheets are "Products", "Columns"'),
  })
})

test('history lists the changes that rollback undoes, one after the other, and with none it exits with code 3', async () => {
  await using catalog = await openTempCatalog()
  const run = async (...args: readonly string[]) => withoutTimes((await runCommand(dataDirOf(catalog), ...args)).out)
  expect(await run('history')).toBe('There is no change to undo.\n')
  const path = await catalog.write('products.csv', writeShopifyCsv([BOWL, SHIRT]))
  await run('import', path)
  await run('import', path)
  await run('import', path, '--dry-run', '--name', 'Shop')
  await run('site', '--currency', 'EUR', '--name', 'Tornio')
  expect(await run('history')).toBe(`Changes that can be undone, newest first:
  TIME, site --currency EUR --name Tornio (2 changed)
  TIME, import ${path} (2 new)
Undo the newest: npm run catalog -- rollback
`)
  expect(await run('rollback')).toBe(
    'Undone: TIME, site --currency EUR --name Tornio (2 changed). The catalogue has 2 public, 0 unlisted, 0 hidden products again. 1 earlier change can be undone.\n',
  )
  expect(await runCommand(dataDirOf(catalog), 'rollback')).toMatchObject({
    code: 2,
    err: expect.stringContaining('To remove them all: npm run catalog -- rollback --yes') as unknown,
  })
  expect(await run('rollback', '--yes')).toContain('0 earlier changes can be')
  expect(await catalog.readProduct('shirt')).toBeUndefined()
  expect(await run('history')).toBe('There is no change to undo.\n')
  expect(await runCommand(dataDirOf(catalog), 'rollback')).toMatchObject({
    code: 3,
    err: expect.stringContaining('no change to undo') as unknown,
  })
})

test('if ENQUIRY_RETENTION_DAYS is not set, "check" prints a reminder and does not change its exit code', async () => {
  await using catalog = await openTempCatalog()
  const contact = { ...NEUTRAL_SITE.contact, phone: '+49 40 7654321' }
  await catalog.store.write((writer) =>
    writer.putSite({ ...NEUTRAL_SITE, name: 'Tornio', contact, confirmedDefaults: ['currency', 'locale'] }),
  )
  const check = (environment: Record<string, string>) =>
    run('catalog', { DATA_DIR: dataDirOf(catalog), SITE_URL: 'https://shop.example', ...environment }, 'check')
  const without = await check({})
  expect(without.out).toContain('ENQUIRY_RETENTION_DAYS')
  const given = await check({ ENQUIRY_RETENTION_DAYS: '365' })
  expect(given.out).not.toContain('ENQUIRY_RETENTION_DAYS')
  expect([without.code, given.code]).toEqual([0, 0])
})
