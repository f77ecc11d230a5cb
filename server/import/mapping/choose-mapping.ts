import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { foldColumnName, isReasonColumn } from '../files/csv-columns.ts'
import type { CsvFile } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { openXmlFile } from '../files/xml-file.ts'
import { findFormat, openTable } from '../formats/product-formats.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfColumn, noticeOfFile, type ReportBuilder } from '../import-report.ts'
import type { ImportOptions } from '../run-import.ts'
import { listColumnKeys } from './column-keys.ts'
import { decideOnUnknown } from './decide-on-columns.ts'
import { type ColumnTarget, mappingPathOf, readMappingFile, saveMapping, type TableMapping } from './mapping-file.ts'
import { hasNameOrNumber, listSome, proposeMapping } from './propose-mapping.ts'

export interface ChosenTable {
  readonly file: CsvFile
  readonly mapping?: ChosenMapping
}

interface ChosenMapping {
  readonly mapping: TableMapping
  readonly name: string
  /** Language of the addresses that are built from names. */
  readonly locale: string
  /** Where to write an accepted proposal. */
  readonly newPath?: string | undefined
}

interface MappingContext {
  readonly report: ReportBuilder
  /** Language of the site after the import, if the import sets it. */
  readonly locale?: string | undefined
}

/**
 * Opens a table and, if its format is unknown, finds its mapping: the named file, that beside the table, or a proposal that
 * the owner accepts.
 * @returns undefined if the file is XML, or if its format is given
 * @throws ImportError if there is no mapping for the table, or the proposal is not accepted
 */
export async function chooseMapping(
  store: CatalogStore,
  source: SourcePath,
  options: ImportOptions,
  { report, locale: chosenLocale }: MappingContext,
): Promise<ChosenTable | undefined> {
  if (options.format !== undefined || (await openXmlFile(source, options.encoding))) {
    if (options.mapping === undefined) return undefined
    throw new ImportError({ file: source.path }, '--mapping works only with a table whose format is not given')
  }
  const place = findPlace(source, options)
  const given = place && (await exists(place.path)) ? await readMappingFile(place) : undefined
  const file = await openTable(source, { ...options, notes: report }, given)
  const format = options.mapping === undefined ? findFormat(file.header) : undefined
  if (format) {
    const reason = `the file was not used, because the table is a ${format.name}; --mapping would use it`
    if (place && given) report.warn(noticeOfFile(place.path, reason))
    return { file }
  }
  const locale = chosenLocale ?? (await store.readSite()).locale
  if (place && given) {
    report.usedMapping = place.path
    const name = `table with the columns of ${basename(place.path)}`
    return { file, mapping: { mapping: completeMapping(file, given, report), name, locale } }
  }
  const mapping = await acceptProposal(file, options, report)
  return { file, mapping: { mapping, name: 'table with new columns', locale, newPath: place?.path } }
}

/** A downloaded file has nothing beside it. */
function findPlace({ path, folder }: SourcePath, { mapping, nameFile }: ImportOptions): SourcePath | undefined {
  if (mapping !== undefined) return { path: mapping, folder: null }
  return nameFile ? undefined : { path: mappingPathOf(path), folder }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

async function acceptProposal(file: CsvFile, options: ImportOptions, report: ReportBuilder): Promise<TableMapping> {
  const fail = (fault: string) => {
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      `the columns are not those of a known format${fault}`,
    )
  }
  if (options.nameFile && !options.acceptMapping)
    fail(
      `: ${listSome(file.header)}. Import such a file with "npm run catalog -- import FILE", which proposes what they hold`,
    )
  const proposal = await proposeMapping(file, options)
  if (!(await options.acceptMapping?.(proposal))) fail(', and the proposed mapping was not accepted')
  for (const { key, reason, isKeptBack } of proposal.columns)
    if (isKeptBack) report.warn(noticeOfColumn(file, key, `the column was kept back: ${reason}`))
  return proposal.mapping
}

export async function writeAcceptedMapping(chosen: ChosenTable | undefined, report: ReportBuilder): Promise<void> {
  const { newPath: path, mapping } = chosen?.mapping ?? {}
  if (path === undefined || !mapping || !report.applied || report.dryRun) return
  const fault = await saveMapping(path, mapping)
  if (fault === null) report.mappingFile = report.usedMapping = path
  else report.warn(noticeOfFile(path, `the mapping was not written, because ${fault}; later imports will ask again`))
}

/**
 * Adds the columns that a mapping does not list, and reports them and those that the table no longer has.
 * @throws ImportError if the table lacks the columns of the names and the numbers
 */
function completeMapping(file: CsvFile, mapping: TableMapping, report: ReportBuilder): TableMapping {
  const { header, name, headerLine: line } = file
  const known = new Map(Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), target]))
  const columns = new Map<string, ColumnTarget | null>()
  const added: string[] = []
  for (const [index, key] of listColumnKeys(header).entries()) {
    const target = known.get(foldColumnName(key))
    if (target !== undefined) columns.set(key, target)
    else if (header[index] !== '' && !isReasonColumn(header, index)) added.push(key)
    known.delete(foldColumnName(key))
  }
  const missing = Object.keys(mapping.columns).filter((column) => known.get(foldColumnName(column)))
  if (!hasNameOrNumber({ columns: Object.fromEntries(columns) })) {
    const named = missing.filter((column) => hasNameOrNumber({ columns: { '': mapping.columns[column]! } }))
    throw new ImportError(
      { file: name, line },
      `no column is the name or the number of the products, for which the mapping has ${named.join(', ') || 'none'}; the columns are: ${listSome(header)}`,
    )
  }
  for (const column of missing)
    report.warn(noticeOfColumn(file, column, 'the column is missing; stored values were left unchanged'))
  for (const key of added) {
    if (mapping.otherColumns === 'ignore') continue
    const { target, reason } = decideOnUnknown(key, key)
    columns.set(key, target)
    const became = target ? 'it became an attribute' : `it was not imported (${reason})`
    report.warn(noticeOfColumn(file, key, `the column is not in the mapping; ${became}`))
  }
  return { ...mapping, columns: Object.fromEntries(columns) }
}
