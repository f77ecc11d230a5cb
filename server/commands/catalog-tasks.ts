import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowCounts } from '../catalog/store/catalog-reader.ts'
import type { CatalogStore, JournalledChange } from '../catalog/store/catalog-store.ts'
import type { UnmatchedText } from '../catalog/unmatched-texts/unmatched-text-store.ts'
import { backUpSite, copySite } from '../copy-site.ts'
import { checkCatalog } from '../import/check/check-catalog.ts'
import { formatCheck, hasProblems } from '../import/check/check-report.ts'
import { exportFolder } from '../import/export/export-folder.ts'
import { count } from '../import/format-report.ts'
import { FILE_EXISTS, ImportError } from '../import/import-error.ts'
import { readConfig } from '../platform/settings/config.ts'
import {
  DATABASE_ADDRESS_RULE,
  describeDatabase,
  isDatabaseAddress,
  readDatabaseSettings,
  type DatabaseSettings,
} from '../platform/settings/database-settings.ts'
import { hasDatabase, openStores } from '../site.ts'
import { type Call, readConfigOfSite, UsageError, writeProgress } from './command-line.ts'
import { quoteForShell } from './import.ts'

/** A workbook with two example products, drop-downs, and a sheet that explains the columns. */
const TEMPLATE = join(import.meta.dirname, '..', 'import', 'template.xlsx')

export async function writeTemplate({ args: [path = 'products.xlsx'], terminal }: Call): Promise<0> {
  if (!/\.xlsx$/i.test(path))
    throw new UsageError('The template is a workbook: give a FILE whose name ends with .xlsx.')
  if (existsSync(path)) throw new ImportError({ file: path }, FILE_EXISTS)
  await copyFile(TEMPLATE, path)
  const advice = `Import it with: npm run catalog -- import ${quoteForShell(path)}`
  terminal.log(`${path}: a workbook with two example products. ${advice}`)
  return 0
}

export async function writeBackup(call: Call): Promise<0> {
  const [path = ''] = call.args
  const bytes = await backUpSite(readConfigOfSite(call).database, path)
  call.terminal.log(`${path}: ${(bytes / 1e6).toFixed(1)} MB, verified`)
  return 0
}

export async function writeExport(
  { args: [path = ''], values: { force }, terminal }: Call,
  store: CatalogStore,
): Promise<0> {
  const { products, categories, pictures } = await exportFolder(store, path, { force })
  terminal.log(`${path}: ${products} products, ${categories} categories, ${pictures} pictures`)
  return 0
}

/** Lists or deletes the searches without results, or the addresses without a page. */
export async function listUnmatched(call: Call, what: 'searches' | 'missing'): Promise<0> {
  const { values, terminal } = call
  const { database, recordSearches } = readConfigOfSite(call)
  await using stores = await openStores(database)
  const counted = what === 'searches' ? stores.background.unmatchedSearches : stores.background.missingAddresses
  if (values.delete) {
    await counted.clear()
    terminal.log(`All counted ${what === 'searches' ? 'searches' : 'addresses'} are deleted.`)
    return 0
  }
  terminal.log(formatSearches(what, await counted.list()))
  const reminder =
    'RECORD_SEARCHES is off: no further searches without results and addresses without a page are counted.'
  if (!recordSearches) terminal.error(reminder)
  return 0
}

const EMPTY = {
  searches: 'No searches without results. A search is listed after it was made on three different days.',
  missing: 'No missing addresses. An address is listed after it was requested on three different days.',
}

/** Formats searches or missing addresses as a table for the terminal, with the text as the last column. */
export function formatSearches(kind: keyof typeof EMPTY, searches: readonly UnmatchedText[]): string {
  if (searches.length === 0) return EMPTY[kind]
  return [
    `Count  Days  Last day    ${kind === 'searches' ? 'Search' : 'Address'}`,
    ...searches.map(({ text, days, count, lastDay }) =>
      [String(count).padStart(5), String(days).padStart(4), lastDay, text].join('  '),
    ),
  ].join('\n')
}

const RETENTION_REMINDER =
  'Enquiries are personal data and are kept until you delete them: set ENQUIRY_RETENTION_DAYS to delete answered ones automatically.'

/** Only problems give exit code 1. */
export async function runCheck(call: Call, store: CatalogStore): Promise<0 | 1> {
  const { pages, enquiryRetentionDays } = readConfigOfSite(call)
  const check = await checkCatalog(store, pages.siteUrl)
  const reminders = enquiryRetentionDays === null ? [RETENTION_REMINDER] : []
  call.terminal.log([formatCheck(check, call.values), ...reminders].join('\n\n'))
  return hasProblems(check) ? 1 : 0
}

export async function writeHistory({ terminal }: Call, store: CatalogStore): Promise<0> {
  const changes = await store.listChanges()
  terminal.log(changes.length === 0 ? 'There is no change to undo.' : 'Changes that can be undone, newest first:')
  for (const change of changes) terminal.log(`  ${describeChange(change)}`)
  if (changes.length > 0) terminal.log('Undo the newest: npm run catalog -- rollback')
  return 0
}

/** Undoes the newest change. @returns 0; 2 if that would remove all products without `--yes`; 3 if there is none */
export async function rollBack({ values, terminal }: Call, store: CatalogStore): Promise<0 | 2 | 3> {
  const { products, productsAfterRollback } = await store.readStatistics()
  if (productsAfterRollback === 0 && products.total > 0 && !values.yes) {
    const advice = 'To remove them all: npm run catalog -- rollback --yes'
    terminal.error(
      `Before the last change, the catalogue had no products; now it has ${products.total}. Nothing was changed. ${advice}`,
    )
    return 2
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

function describeProducts(products: RowCounts['products']): string {
  return `${products.public} public, ${products.unlisted} unlisted, ${products.hidden} hidden`
}

/** Writes for example `2026-11-26 05:12 UTC, import products.csv (3 new, 12 changed)`. */
function describeChange({ at, description }: JournalledChange): string {
  const time = at === null ? 'unknown time' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (!description) return `${time}, a change by an older version`
  const { source, created, changed, removed } = description
  const counts = Object.entries({ new: created, changed, removed }).filter(([, number]) => number > 0)
  return `${time}, ${source} (${counts.map(([what, number]) => `${number} ${what}`).join(', ') || 'no products'})`
}

/** The name of a variable, whose value may contain a password. */
const VARIABLE = /^[A-Z][A-Z\d_]*_URL$/

/** @throws UsageError if the arguments are invalid, and any error of the stores or `copySite` */
export async function runCopy({
  args: [from = '', to = ''],
  values: { force = false },
  own: { env, stderr },
  terminal,
}: Call): Promise<0> {
  const configured = readConfig(env).database
  const [source, target] = [readDatabase(from, configured, env), readDatabase(to, configured, env)]
  if (describeDatabase(source) === describeDatabase(target))
    throw new UsageError('"copy" needs two databases; both are the same.')
  if (!hasDatabase(source)) throw new UsageError(`There is no database at ${describeDatabase(source)}.`)
  await using opened = await openStores(source)
  await using filled = await openStores(target)
  const onProgress = writeProgress(stderr, 'products')
  const { products, categories, pictures, enquiries } = await copySite(opened, filled, { force, onProgress })
  terminal.log(
    `${describeDatabase(target)}: ${products} products, ${categories} categories, ${pictures} pictures, ${count(enquiries, 'enquiry', 'enquiries')}`,
  )
  return 0
}

function readDatabase(text: string, configured: DatabaseSettings, environment: NodeJS.ProcessEnv): DatabaseSettings {
  // `DATABASE_URL` means the configured database, even if the variable is not set.
  if (text === 'DATABASE_URL') return configured
  // The message does not repeat the argument, because it may contain a password.
  if (text.includes('://'))
    throw new UsageError(
      'A database address cannot be an argument, because it may have a password, and other users of this machine can read the arguments of a command. Set an environment variable to the address and pass its name: SOURCE_URL=postgres://… npm run catalog -- copy SOURCE_URL DATABASE_URL',
    )
  if (!VARIABLE.test(text)) return { kind: 'sqlite', path: text }
  const address = environment[text]?.trim()
  if (!address)
    throw new UsageError(
      `The environment variable ${text} is not set. If you mean a file of that name, write ./${text}.`,
    )
  if (!isDatabaseAddress(address)) throw new UsageError(`${text}: its value ${DATABASE_ADDRESS_RULE}.`)
  return readDatabaseSettings(address, '', { setting: text })
}
