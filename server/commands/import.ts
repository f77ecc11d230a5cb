import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import { IMAGES_FOLDER } from '../import/content-folder.ts'
import { isFileAddress } from '../import/files/download-file.ts'
import { isKnownEncoding } from '../import/files/text-file.ts'
import { count, formatFetchResult, formatReport, KEPT_HINT } from '../import/format-report.ts'
import { FORMAT_IDS, PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { importAddress, importBasics, importFile, importFolder } from '../import/import-catalog.ts'
import { ImportError } from '../import/import-error.ts'
import type { ImportReport } from '../import/import-report.ts'
import { describeProposal, type MappingProposal } from '../import/mapping/choose-mapping.ts'
import { fetchRemoteFiles } from '../import/pictures/fetch-remote-files.ts'
import { RejectedRows } from '../import/rejected-rows.ts'
import type { ImportOptions } from '../import/run-import.ts'
import { BASIC_OPTIONS, BASICS, checkBasic, type SiteBasics } from '../import/site-basics.ts'
import { readConfig } from '../platform/settings/config.ts'
import { readDatabaseSettings } from '../platform/settings/database-settings.ts'
import { hasDatabase, openStores } from '../site.ts'
import {
  type Call,
  type CommandProcess,
  describeFailure,
  type ExitCode,
  UsageError,
  writeProgress,
} from './command-line.ts'

export async function runImport(call: Call): Promise<ExitCode> {
  const { values, own, terminal } = call
  const given = readOptions(values)
  const { database, pages } = readConfig(own.env)
  await using temporary = new AsyncDisposableStack()
  const isTemporary = given.dryRun === true && !hasDatabase(database)
  await using stores = await openStores(isTemporary ? await prepareTemporaryDatabase(temporary) : database)
  const rejectedRows = values.rejected === undefined ? null : new RejectedRows(values.rejected)
  const options: ImportOptions = {
    ...given,
    rejectedRows: rejectedRows ?? undefined,
    siteUrl: pages.siteUrl,
    downloadRules: own.downloadRules,
    onProgress: writeProgress(own.stderr, 'rows'),
    acceptMapping: (proposal) => decideOnMapping(proposal, call),
  }
  const report = await importSource(stores.catalog, call.args[0]!, options)
  terminal.log(formatReport(report, values))
  const isDone = report.applied && !report.dryRun
  const fault = rejectedRows?.fault
  if (fault) terminal.error(`${fault.message}. ${isDone ? 'The import itself is complete.' : 'Nothing was changed.'}`)
  else if (rejectedRows) terminal.log(`\n${describeRejected(rejectedRows, report, call)}`)
  const fetchCode = isDone ? await fetchAfterImport(stores.catalog, call) : 0
  return fetchCode || (report.rejected.count > 0 || fault ? 1 : 0)
}

/** A dry run of the first import creates no database in the folder of the site. */
async function prepareTemporaryDatabase(temporary: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  temporary.defer(() => rm(folder, { recursive: true }))
  return readDatabaseSettings(undefined, folder)
}

function describeRejected(
  { path, count: rows }: RejectedRows,
  { applied, dryRun, format, usedMapping }: ImportReport,
  { args: [source = ''], values }: Call,
): string {
  if (rows === 0) return `${path} was not written, because no row of a product was rejected.`
  const written = `Rejected rows: ${path}, ${count(rows, 'row')} with all rows of their products.`
  if (!applied || dryRun) return written
  const ownImages = join(source, IMAGES_FOLDER)
  const mended = {
    images: values.images ?? (existsSync(ownImages) ? ownImages : undefined),
    format: PRODUCT_FORMATS.find(({ name }) => name === format)?.id,
    language: values.language,
    mapping: usedMapping ?? undefined,
  }
  return `${written} Once they are mended: ${writeImportCommand(path, mended)}`
}

async function importSource(catalog: CatalogStore, path: string, options: ImportOptions): Promise<ImportReport> {
  if (isFileAddress(path)) return importAddress(catalog, path, options)
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError({ file: path }, 'there is no such file or folder', { cause: error })
  })
  return found.isDirectory() ? importFolder(catalog, path, options) : importFile(catalog, path, options)
}

/** @throws UsageError if a value cannot be used, or options contradict each other */
function readOptions(values: Call['values']): ImportOptions {
  const { format, mapping, encoding, 'header-row': headerRow } = values
  if (encoding !== undefined && !isKnownEncoding(encoding))
    throw new UsageError(`"${encoding}" is not a known encoding; common ones are utf-8, windows-1252 and utf-16le.`)
  if (format !== undefined && !FORMAT_IDS.includes(format))
    throw new UsageError(`"${format}" is not a known format; formats: ${FORMAT_IDS.join(', ')}.`)
  if (format !== undefined && mapping !== undefined)
    throw new UsageError('"import" accepts either --format or --mapping, because a mapping is for tables in no format.')
  if (headerRow !== undefined && !/^(?:[1-9]\d{0,3}|10000)$/.test(headerRow))
    throw new UsageError(`--header-row must be a whole number from 1 to 10000, not "${headerRow}".`)
  if (values.force && !values.prune) throw new UsageError('"import" accepts --force only together with --prune.')
  return {
    format,
    mapping,
    encoding,
    sheet: values.sheet,
    headerRow: headerRow === undefined ? undefined : Number(headerRow),
    imagesDir: values.images,
    keepRemotePictures: values['keep-remote-pictures'],
    dryRun: values['dry-run'],
    strict: values.strict,
    prune: values.prune,
    force: values.force,
    basics: readBasics(values),
  }
}

/**
 * The import is complete whatever becomes of its pictures, so a picture that fails does not change its exit code.
 * @returns 1 if the database failed
 */
async function fetchAfterImport(store: CatalogStore, call: Call): Promise<0 | 1> {
  try {
    const isNothingLeft = (await store.readStatistics()).remoteImages === 0
    if (isNothingLeft || (await store.readSite()).keepRemotePictures) return 0
    call.terminal.log()
    await runFetch(call, store)
    return 0
  } catch (error) {
    const consequence = ' The import itself is complete. To fetch its pictures: npm run catalog -- fetch'
    call.terminal.error(describeFailure(error, consequence))
    return 1
  }
}

/**
 * Fetches the pictures and documents at remote addresses, and shows the progress.
 * @returns 1 if something could not be fetched
 */
export async function runFetch({ values, own, terminal }: Call, store: CatalogStore): Promise<0 | 1> {
  if ((await store.readSite()).keepRemotePictures) {
    terminal.log(`Pictures and documents stay at their remote addresses, as keepRemotePictures says. ${KEPT_HINT}`)
    return 0
  }
  const onProgress = writeProgress(own.stderr, 'pictures and documents')
  const result = await fetchRemoteFiles(store, { rules: own.downloadRules, onProgress })
  terminal.log(formatFetchResult(result, values))
  return result.failed.count > 0 ? 1 : 0
}

/** Asks on a terminal; elsewhere `--yes` accepts the mapping, and a dry run needs no answer. */
async function decideOnMapping(
  proposal: MappingProposal,
  { args: [path = ''], values, own, terminal }: Call,
): Promise<boolean> {
  terminal.log(`${describeProposal(proposal)}\n`)
  const isDryRun = values['dry-run'] ?? false
  if (values.yes) return true
  if (!isDryRun && own.stdin.isTTY && (await confirm('Import with this mapping? [Y/n] ', own))) return true
  terminal.log(`To import with this mapping: ${writeImportCommand(path, values)} --yes\n`)
  return isDryRun
}

/** Enter means yes; Ctrl+C and Ctrl+D mean no. */
async function confirm(question: string, { stdin, stderr }: CommandProcess): Promise<boolean> {
  using dialogue = createInterface({ input: stdin, output: stderr })
  const answer = await dialogue.question(question).catch(() => 'no')
  return /^(?:y(?:es)?)?$/i.test(answer.trim())
}

/** Options that must not be repeated: `--rejected` names a file that exists by then. */
const LEFT_OUT: ReadonlySet<string> = new Set(['yes', 'dry-run', 'rejected'])

/** Writes an import as it can be pasted into a shell. */
function writeImportCommand(path: string, values: Call['values']): string {
  const words = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || LEFT_OUT.has(name)) return []
    return value === true ? [`--${name}`] : [`--${name}`, quoteForShell(String(value))]
  })
  return ['npm run catalog -- import', quoteForShell(path), ...words].join(' ')
}

export function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Changes what options give, and prints currency, language and name. */
export async function runSite({ values, own, terminal }: Call): Promise<0> {
  const basics = readBasics(values)
  await using stores = await openStores(readConfig(own.env).database)
  const store = stores.catalog
  if (Object.keys(basics).length > 0) await importBasics(store, basics)
  const site = await store.readSite()
  for (const basic of BASICS)
    terminal.log(`${BASIC_OPTIONS[basic].padEnd(12)}${site[basic]}${isSetByOwner(site, basic) ? '' : ' (never set)'}`)
  return 0
}

/** @throws UsageError if a value cannot be used */
function readBasics({ currency, language, name }: Call['values']): SiteBasics {
  const given = { currency, locale: language, name }
  const basics: { -readonly [Basic in keyof SiteBasics]: SiteBasics[Basic] } = {}
  for (const basic of BASICS) {
    const text = given[basic]
    if (text === undefined) continue
    const checked = checkBasic(basic, text)
    if ('fault' in checked) throw new UsageError(`${BASIC_OPTIONS[basic]} ${checked.fault}, not "${text}".`)
    basics[basic] = checked.value
  }
  return basics
}
