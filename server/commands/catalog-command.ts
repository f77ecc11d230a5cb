import { Console } from 'node:console'
import { constants, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupExistsError, backUpSite } from '../backup-site.ts'
import type { CatalogStatistics, CatalogStore } from '../catalog/store/catalog-store.ts'
import { exportFolder } from '../import/export/export-folder.ts'
import { ImportError } from '../import/import-error.ts'
import { readConfig } from '../platform/settings/config.ts'
import {
  describeDatabase,
  readDatabaseSettings,
  type DatabaseSettings,
} from '../platform/settings/database-settings.ts'
import { hasDatabase, openCatalog, openStores, type OpenedCatalog } from '../site.ts'
import { formatSearches } from '../catalog/unmatched-texts/format-searches.ts'
import { firstOfDays, formatDay } from '../catalog/unmatched-texts/unmatched-text-store.ts'
import { describeChange, formatHistory } from './history.ts'
import { ask, runImportCommand } from './catalog-import.ts'
import { readCatalogArguments, type CatalogArguments } from './catalog-arguments.ts'
import { CATALOG_USAGE } from './catalog-usage.ts'
import { runCheck } from './check.ts'
import { runCopy } from './copy.ts'
import { describeDatabaseFailure } from './database-failure.ts'
import type { CommandProcess, ExitCode } from './command-process.ts'
import { describeUsageError, UsageError } from './parse-arguments.ts'
import { count } from './import-files.ts'
import { runFetch } from './fetch.ts'
import { runSet } from './set-values.ts'
import { runSite } from './site.ts'

/** A workbook with two example products, drop-downs, and a sheet that explains the columns. */
const TEMPLATE = join(import.meta.dirname, '..', 'import', 'template.xlsx')

/** Commands that may come before the first start of the server; the others would answer as if the site were empty. */
const FIRST_COMMANDS: ReadonlySet<string> = new Set(['import', 'site', 'copy'])

const FILE_EXISTS = 'the file already exists; choose another name'

/**
 * Runs a command and prints its result or error.
 * @returns 0; 1 if rows were rejected or the check found problems; 2 if it failed; 3 if there is no change to undo
 */
export async function runCatalogCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  const terminal = new Console(own)
  try {
    return await run(args, own, terminal)
  } catch (error) {
    terminal.error(describeFailure(error))
    return 2
  }
}

async function run(args: readonly string[], own: CommandProcess, terminal: Console): Promise<ExitCode> {
  const parsed = readCatalogArguments(args)
  if (parsed.command === 'help') {
    terminal.log(CATALOG_USAGE)
    return 0
  }
  if (parsed.command === 'template') return writeTemplate(parsed.path, terminal)
  const { database, pages, recordSearches, enquiryRetentionDays } = readConfig(own.env)
  if (!FIRST_COMMANDS.has(parsed.command) && !hasDatabase(database))
    throw new UsageError(
      `There is no database at ${describeDatabase(database)}. Start the server or import once, or set DATA_DIR or DATABASE_URL.`,
    )
  if (parsed.command === 'copy') {
    await runCopy(parsed, database, own)
    return 0
  }
  if (parsed.command === 'searches' || parsed.command === 'missing')
    return runSearches(database, recordSearches, parsed, terminal)
  if (parsed.command === 'backup') return runBackup(database, parsed.path, terminal)
  if (parsed.command === 'check') {
    await using stores = await openStores(database)
    return await runCheck(stores, parsed, { siteUrl: pages.siteUrl, enquiryRetentionDays }, terminal)
  }
  const isTemporary = 'dryRun' in parsed && parsed.dryRun && !hasDatabase(database)
  if (parsed.command === 'import' && parsed.feed && !isTemporary) {
    await using stores = await openStores(database)
    return await runImportCommand(stores, parsed, pages.siteUrl, own, terminal)
  }
  await using opened = await (isTemporary ? openTemporaryCatalog() : openCatalog(database))
  switch (parsed.command) {
    case 'import':
      return await runImportCommand(opened, parsed, pages.siteUrl, own, terminal)
    case 'fetch':
      return await runFetch(opened.catalog, parsed, own, terminal)
    case 'export':
      return await runExport(opened.catalog, parsed, terminal)
    case 'history':
      terminal.log(formatHistory(await opened.catalog.listChanges()))
      return 0
    case 'rollback':
      return await rollBack(opened.catalog, parsed, own, terminal)
    case 'site':
      return await runSite(opened.catalog, parsed, terminal)
    case 'set':
      return await runSet(opened.catalog, parsed, terminal)
    case 'stats':
      return await printStatistics(opened.catalog, terminal)
  }
}

async function writeTemplate(path: string, terminal: Console): Promise<ExitCode> {
  await copyFile(TEMPLATE, path, constants.COPYFILE_EXCL).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw exists ? new ImportError({ file: path }, FILE_EXISTS, { cause: error }) : error
  })
  terminal.log(`${path}: a workbook with two example products. Import it with: npm run catalog -- import ${path}`)
  return 0
}

async function runBackup(database: DatabaseSettings, path: string, terminal: Console): Promise<ExitCode> {
  try {
    terminal.log(`${path}: ${((await backUpSite(database, path)) / 1e6).toFixed(1)} MB, verified`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupExistsError)) throw error
    throw new ImportError({ file: path }, FILE_EXISTS, { cause: error })
  }
}

async function runSearches(
  database: DatabaseSettings,
  recordSearches: boolean,
  { command, deletes, days, limit }: CatalogArguments & { command: 'searches' | 'missing' },
  terminal: Console,
): Promise<ExitCode> {
  await using stores = await openStores(database)
  const counted = command === 'searches' ? stores.background.unmatchedSearches : stores.background.missingAddresses
  if (deletes) {
    await counted.clear()
    terminal.log(`All counted ${command === 'searches' ? 'searches' : 'addresses'} are deleted.`)
    return 0
  }
  const since = firstOfDays(formatDay(Date.now()), days)
  terminal.log(formatSearches(command, await counted.list({ since, limit })))
  if (!recordSearches)
    terminal.error(
      'RECORD_SEARCHES is off: no further searches without results and addresses without a page are counted.',
    )
  return 0
}

async function runExport(
  store: CatalogStore,
  { path, force }: CatalogArguments & { command: 'export' },
  terminal: Console,
): Promise<ExitCode> {
  const { products, categories, pictures } = await exportFolder(store, path, { force })
  terminal.log(`${path}: ${products} products, ${categories} categories, ${pictures} pictures`)
  return 0
}

async function rollBack(
  store: CatalogStore,
  { isConfirmed }: CatalogArguments & { command: 'rollback' },
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  const { products, productsAfterRollback } = await store.readStatistics()
  const current = products.public + products.unlisted + products.hidden
  if (productsAfterRollback !== null) {
    terminal.log(
      `The catalogue now has ${count(current, 'product')}; before the last change it had ${count(productsAfterRollback, 'product')}.`,
    )
    if (productsAfterRollback === 0 && current > 0 && !isConfirmed && !(await confirmRemoval(own))) {
      terminal.error('Nothing was changed. To remove all products: npm run catalog -- rollback --yes')
      return 2
    }
  }
  const [newest, ...others] = await store.listChanges()
  if (!newest || !(await store.rollback())) {
    terminal.error('There is no change to undo. "npm run catalog -- history" lists those that can be undone.')
    return 3
  }
  const restored = await store.readStatistics()
  terminal.log(
    `Undone: ${describeChange(newest)}. The catalogue has ${describeProducts(restored.products)} products again${restored.isDemo ? '; these are the demo' : ''}. ${count(others.length, 'earlier change')} can be undone.`,
  )
  return 0
}

/** Asks for confirmation. Outside of a terminal nobody can answer, which counts as no. */
async function confirmRemoval(own: CommandProcess): Promise<boolean> {
  return own.stdin.isTTY && ask(own, 'Remove all products? [y/N] ', 'no')
}

function describeProducts(products: CatalogStatistics['products']): string {
  return `${products.public} public, ${products.unlisted} unlisted, ${products.hidden} hidden`
}

async function printStatistics(store: CatalogStore, terminal: Console): Promise<ExitCode> {
  const { products, variants, categories, images, remoteImages, revision, isDemo, productsAfterRollback } =
    await store.readStatistics()
  const rows = Object.entries({
    Products: describeProducts(products),
    Variants: variants,
    Categories: categories,
    Pictures: `${images.count} (${(images.bytes / 1e6).toFixed(1)} MB), ${remoteImages} pictures and documents on other sites`,
    Rollback:
      productsAfterRollback === null
        ? 'there is no change to undo'
        : `the last change can be undone, back to ${count(productsAfterRollback, 'product')}`,
    Revision: `${revision}${isDemo ? ', demo catalogue' : ''}`,
  })
  terminal.log(rows.map(([label, text]) => `${label.padEnd(12)}${text}`).join('\n'))
  return 0
}

/** A dry run of the first import creates no database. */
async function openTemporaryCatalog(): Promise<OpenedCatalog> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const opened = await openCatalog(readDatabaseSettings(undefined, folder))
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return describeUsageError(error, 'catalog')
  if (error instanceof ImportError) return `${error.message}. Nothing was changed.`
  return describeDatabaseFailure(error, ' Nothing was changed.')
}
