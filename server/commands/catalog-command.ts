import { Console } from 'node:console'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { BackupExistsError, backUpSite } from '../databases/backup-site.ts'
import type { CatalogStatistics, CatalogStore } from '../store/catalog-store.ts'
import { checkCatalog } from '../check/check-catalog.ts'
import { formatCheck } from '../check/check-report.ts'
import { buildExampleSheet } from '../export/example-sheet.ts'
import { exportFolder } from '../export/export-folder.ts'
import { formatReport } from '../import/format-report.ts'
import { ImportError } from '../import/import-error.ts'
import { importFile, importFolder } from '../import/import-catalog.ts'
import type { ImportProgress } from '../import/run-import.ts'
import { readConfig } from '../config/config.ts'
import { describeDatabase, readDatabaseSettings, type DatabaseSettings } from '../config/database-settings.ts'
import { hasDatabase, openCatalog, openStores, type OpenedCatalog } from '../databases/open-stores.ts'
import { formatSearches } from '../unmatched-searches/format-searches.ts'
import { firstOfDays, formatDay } from '../unmatched-searches/unmatched-search-store.ts'
import { CATALOG_USAGE, readCatalogArguments, type CatalogArguments } from './catalog-arguments.ts'
import { runCopy } from './copy.ts'
import { describeDatabaseFailure } from './database-failure.ts'
import { ImportProgressDisplay } from './import-progress.ts'
import type { CommandProcess } from './command-process.ts'
import { describeUsageError, UsageError } from './parse-arguments.ts'

type ExitCode = 0 | 1 | 2 | 3

const FILE_EXISTS = 'the file already exists; choose another name'

/**
 * Runs a command of `npm run catalog` and prints its result or its error.
 * @returns 0; 1 if rows were rejected or the check found problems; 2 if it failed; 3 if there is no import to roll back
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
  const { database, pages, recordsSearches, enquiryRetentionDays } = readConfig(own.env)
  if (parsed.command === 'copy') {
    await runCopy(parsed, database, own)
    return 0
  }
  if (parsed.command === 'searches') return runSearches(database, recordsSearches, parsed, terminal)
  if (parsed.command === 'backup') return runBackup(database, parsed.path, terminal)
  const isReadOnly = parsed.command === 'import' ? parsed.dryRun : parsed.command !== 'rollback'
  await using opened = await openStore(database, isReadOnly)
  switch (parsed.command) {
    case 'import':
      return await runImportCommand(opened.catalog, parsed, pages.siteUrl, own, terminal)
    case 'export':
      return await runExport(opened.catalog, parsed, terminal)
    case 'rollback':
      return await rollBack(opened.catalog, parsed, own, terminal)
    case 'check':
      return await runCheck(opened.catalog, parsed, pages.siteUrl, enquiryRetentionDays, terminal)
    case 'stats':
      return await printStatistics(opened.catalog, terminal)
  }
}

async function writeTemplate(path: string, terminal: Console): Promise<ExitCode> {
  await writeFile(path, buildExampleSheet(), { flag: 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw exists ? new ImportError({ file: path }, FILE_EXISTS, { cause: error }) : error
  })
  terminal.log(`${path}: an example sheet with two products. Import it with: npm run catalog -- import ${path}`)
  return 0
}

async function runBackup(database: DatabaseSettings, path: string, terminal: Console): Promise<ExitCode> {
  if (!hasDatabase(database)) throw new UsageError(`There is no database at ${describeDatabase(database)}.`)
  try {
    terminal.log(`${path}: ${((await backUpSite(database, path)) / 1e6).toFixed(1)} MB, verified`)
    return 0
  } catch (error) {
    if (!(error instanceof BackupExistsError)) throw error
    throw new ImportError({ file: path }, FILE_EXISTS, { cause: error })
  }
}

/** Treats a missing database as empty instead of creating one. */
async function runSearches(
  database: DatabaseSettings,
  recordsSearches: boolean,
  { deletes, days, limit }: CatalogArguments & { command: 'searches' },
  terminal: Console,
): Promise<ExitCode> {
  await using stores = hasDatabase(database) ? await openStores(database) : null
  if (deletes) {
    await stores?.unmatchedSearches.clear()
    terminal.log('All counted searches are deleted.')
    return 0
  }
  const since = firstOfDays(formatDay(Date.now()), days)
  terminal.log(formatSearches((await stores?.unmatchedSearches.list({ since, limit })) ?? []))
  if (!recordsSearches) terminal.error('RECORD_SEARCHES is off: no further searches are counted.')
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

async function runImportCommand(
  store: CatalogStore,
  args: CatalogArguments & { command: 'import' },
  siteUrl: string,
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  const display = new ImportProgressDisplay(own.stderr)
  try {
    const importPath = (await isFolder(args.path)) ? importFolder : importFile
    const onProgress = (progress: ImportProgress) => display.show(progress)
    const report = await importPath(store, args.path, { ...args, siteUrl, onProgress })
    display.stop()
    const fetchCommand = args.fetchImages ? null : buildFetchCommand(args)
    terminal.log(formatReport(report, { verbose: args.verbose, fetchCommand }))
    return report.rejected.count > 0 ? 1 : 0
  } finally {
    display.stop()
  }
}

function buildFetchCommand({ path, imagesDir, format, encoding }: CatalogArguments & { command: 'import' }): string {
  const options = Object.entries({ '--images': imagesDir, '--format': format, '--encoding': encoding })
  const words = options.flatMap(([option, value]) => (value === undefined ? [] : [option, quoteForShell(value)]))
  return ['npm run catalog -- import', quoteForShell(path), ...words, '--fetch-images'].join(' ')
}

function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const RETENTION_REMINDER =
  'Enquiries are personal data and are kept until you delete them: set ENQUIRY_RETENTION_DAYS to delete answered ones automatically.'

/** Prints the result. Problems give exit code 1; reminders do not. */
async function runCheck(
  store: CatalogStore,
  { json }: CatalogArguments & { command: 'check' },
  siteUrl: string,
  enquiryRetentionDays: number | null,
  terminal: Console,
): Promise<ExitCode> {
  const check = await checkCatalog(store, siteUrl)
  const reminders = enquiryRetentionDays === null ? [RETENTION_REMINDER] : []
  terminal.log(
    json ? JSON.stringify({ ...check, reminders }, null, 2) : [formatCheck(check), ...reminders].join('\n\n'),
  )
  return check.damage.length > 0 || check.unfinished.length > 0 || check.faults.some(({ count }) => count > 0) ? 1 : 0
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
      `The catalogue now has ${countProducts(current)}; before the last import or copy it had ${countProducts(productsAfterRollback)}.`,
    )
    if (productsAfterRollback === 0 && current > 0 && !isConfirmed && !(await confirmRemoval(own))) {
      terminal.error('Nothing was changed. To remove all products: npm run catalog -- rollback --yes')
      return 2
    }
  }
  if (!(await store.rollback())) {
    terminal.error(
      'There is no import to roll back: the catalogue has not changed since the last rollback or since the demo was imported.',
    )
    return 3
  }
  const restored = await store.readStatistics()
  terminal.log(
    `The catalogue from before the last import or copy is restored: ${describeProducts(restored.products)} products.`,
  )
  return 0
}

/** Asks on a terminal; elsewhere nobody can answer, so it counts as no. */
async function confirmRemoval({ stdin, stderr }: CommandProcess): Promise<boolean> {
  if (!stdin.isTTY) return false
  using dialogue = createInterface({ input: stdin, output: stderr })
  // Ctrl+C and Ctrl+D reject the question.
  const answer = await dialogue.question('Remove all products? [y/N] ').catch(() => 'no')
  return /^y(?:es)?$/i.test(answer.trim())
}

function countProducts(number: number): string {
  return number === 1 ? '1 product' : `${number} products`
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
    Pictures: `${images.count} (${(images.bytes / 1e6).toFixed(1)} MB), ${remoteImages} on other sites`,
    Rollback:
      productsAfterRollback === null
        ? 'there is no import to roll back'
        : `the last import can be rolled back, to ${countProducts(productsAfterRollback)}`,
    Revision: `${revision}${isDemo ? ', demo catalogue' : ''}`,
  })
  terminal.log(rows.map(([label, text]) => `${label.padEnd(12)}${text}`).join('\n'))
  return 0
}

/** Opens the database. If none exists, commands that only read get an empty temporary one instead of creating it. */
async function openStore(database: DatabaseSettings, isReadOnly: boolean): Promise<OpenedCatalog> {
  if (!isReadOnly || hasDatabase(database)) return openCatalog(database)
  const scratch = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const opened = await openCatalog(readDatabaseSettings(undefined, scratch))
  return {
    catalog: opened.catalog,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]()
      await rm(scratch, { recursive: true })
    },
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError({ file: path }, 'there is no such file or folder', { cause: error })
  })
  return found.isDirectory()
}

function describeFailure(error: unknown): string {
  if (error instanceof UsageError) return describeUsageError(error, 'catalog')
  if (error instanceof ImportError) return `${error.message}. Nothing was changed.`
  return describeDatabaseFailure(error, ' Nothing was changed.')
}
