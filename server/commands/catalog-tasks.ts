import { constants, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backUpSite } from '../backup-site.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { UnmatchedText } from '../catalog/unmatched-texts/unmatched-text-store.ts'
import { checkCatalog } from '../import/check/check-catalog.ts'
import { formatCheck, hasProblems } from '../import/check/check-report.ts'
import { exportFolder } from '../import/export/export-folder.ts'
import { FILE_EXISTS, ImportError } from '../import/import-error.ts'
import { openStores } from '../site.ts'
import { type CatalogCall, quoteForShell, readConfigOfSite } from './catalog-call.ts'
import { UsageError } from './command-line.ts'

/** A workbook with two example products, drop-downs, and a sheet that explains the columns. */
const TEMPLATE = join(import.meta.dirname, '..', 'import', 'template.xlsx')

export async function writeTemplate({ args: [path = 'products.xlsx'], terminal }: CatalogCall): Promise<0> {
  if (!/\.xlsx$/i.test(path))
    throw new UsageError('The template is a workbook: give a FILE whose name ends with .xlsx.')
  await copyFile(TEMPLATE, path, constants.COPYFILE_EXCL).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw exists ? new ImportError({ file: path }, FILE_EXISTS, { cause: error }) : error
  })
  const advice = `Import it with: npm run catalog -- import ${quoteForShell(path)}`
  terminal.log(`${path}: a workbook with two example products. ${advice}`)
  return 0
}

export async function writeBackup(call: CatalogCall): Promise<0> {
  const [path = ''] = call.args
  const bytes = await backUpSite(readConfigOfSite(call).database, path)
  call.terminal.log(`${path}: ${(bytes / 1e6).toFixed(1)} MB, verified`)
  return 0
}

export async function writeExport(
  { args: [path = ''], values: { force }, terminal }: CatalogCall,
  store: CatalogStore,
): Promise<0> {
  const { products, categories, pictures } = await exportFolder(store, path, { force })
  terminal.log(`${path}: ${products} products, ${categories} categories, ${pictures} pictures`)
  return 0
}

/** Lists or deletes the searches without results, or the addresses without a page. */
export async function listUnmatched(call: CatalogCall, what: 'searches' | 'missing'): Promise<0> {
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
  if (!recordSearches)
    terminal.error(
      'RECORD_SEARCHES is off: no further searches without results and addresses without a page are counted.',
    )
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
export async function runCheck(call: CatalogCall, store: CatalogStore): Promise<0 | 1> {
  const { pages, enquiryRetentionDays } = readConfigOfSite(call)
  const check = await checkCatalog(store, pages.siteUrl, call.values.verbose ? Infinity : undefined)
  const reminders = enquiryRetentionDays === null ? [RETENTION_REMINDER] : []
  call.terminal.log([formatCheck(check), ...reminders].join('\n\n'))
  return hasProblems(check) ? 1 : 0
}
