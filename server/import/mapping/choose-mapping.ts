import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ColumnTarget, TableMapping } from '../../catalog/rules/table-mapping.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { foldColumnName, isReasonColumn } from '../files/csv-columns.ts'
import type { CsvFile } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { openXmlFile } from '../files/xml-file.ts'
import { describeUnknownFormat, findFormat, openTable } from '../formats/product-formats.ts'
import { ImportError } from '../import-error.ts'
import type { ReportBuilder } from '../import-report.ts'
import type { ImportOptions } from '../run-import.ts'
import { listColumnKeys } from './column-keys.ts'
import { mappingPathOf, readMappingFile, saveMapping } from './mapping-file.ts'
import { decideOnUnknown, hasNameOrNumber, proposeMapping, type MappingProposal } from './propose-mapping.ts'
import { sampleColumns } from './sampled-columns.ts'

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
    if (place && given) warn(report, place.path, null, reason)
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
  if (options.nameFile && !options.acceptMapping)
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      `the columns are not those of a known format: ${listSome(file.header)}. Import such a file with "npm run catalog -- import FILE", which proposes what they hold`,
    )
  const proposal = await proposeForFile(file, options)
  if (!(await options.acceptMapping?.(proposal)))
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      'the columns are not those of a known format, and the proposed mapping was not accepted',
    )
  for (const { key, reason, isKeptBack } of proposal.columns)
    if (isKeptBack) warn(report, file.name, key, `the column was kept back: ${reason}`, file.headerLine)
  return proposal.mapping
}

export async function writeAcceptedMapping(chosen: ChosenTable | undefined, report: ReportBuilder): Promise<void> {
  const { newPath: path, mapping } = chosen?.mapping ?? {}
  if (path === undefined || !mapping || !report.applied || report.dryRun) return
  const fault = await saveMapping(path, mapping)
  if (fault === null) report.mappingFile = report.usedMapping = path
  else warn(report, path, null, `the mapping was not written, because ${fault}; later imports will ask again`)
}

/** @throws ImportError if no column holds the names or numbers of the products */
export async function proposeForFile(
  file: CsvFile,
  options: Pick<ImportOptions, 'encoding' | 'sheet' | 'headerRow'>,
): Promise<MappingProposal> {
  if (isHeaderless(file.header))
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      `the first row has values (${listSome(file.header)}) in place of column names; insert a row with a name for each column`,
    )
  const sampled = await sampleColumns(file)
  if (sampled.every(({ values }) => values.length === 0))
    throw new ImportError({ file: file.name, line: file.headerLine }, 'the file has a header, but no rows')
  const proposal = proposeMapping(file.name, sampled)
  if (!hasNameOrNumber(proposal.mapping)) {
    const example = '{ "columns": { "…": "Name", "…": "SKU", "…": "Price" } }'
    const path = basename(mappingPathOf(file.name))
    throw describeUnknownFormat(
      file,
      `None of them seems to hold the names or numbers of the products. Rename one to "Name" or "SKU", or write into ${path} what they hold: ${example}`,
    )
  }
  const given = Object.entries(options).filter(
    ([name, value]) => ['encoding', 'sheet', 'headerRow'].includes(name) && value !== undefined,
  )
  return { ...proposal, mapping: { ...proposal.mapping, ...Object.fromEntries(given) } }
}

function listSome(header: readonly string[]): string {
  return header.slice(0, 5).join(', ')
}

/** If at least a quarter of the column names are prices, numbers or addresses, the first row has values instead of names. */
function isHeaderless(header: readonly string[]): boolean {
  const named = header.filter((name) => name !== '')
  const values = named.filter((name) => /^[\p{Sc}\s]*\d[\d.,\s]*[\p{Sc}\s]*$/u.test(name) || /^https?:/i.test(name))
  return values.length > 0 && values.length >= named.length / 4
}

/**
 * Adds the columns that a mapping does not list, and reports them and those that the table no longer has.
 * @throws ImportError if the table lacks the columns of the names and the numbers
 */
function completeMapping(file: CsvFile, mapping: TableMapping, report: ReportBuilder): TableMapping {
  const known = new Map(Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), target]))
  const columns = new Map<string, ColumnTarget | null>()
  const added: string[] = []
  for (const [index, key] of listColumnKeys(file.header).entries()) {
    const target = known.get(foldColumnName(key))
    if (target !== undefined) columns.set(key, target)
    else if (file.header[index] !== '' && !isReasonColumn(file.header, index)) added.push(key)
    known.delete(foldColumnName(key))
  }
  const missing = Object.entries(mapping.columns).filter(
    ([column, target]) => target && known.has(foldColumnName(column)),
  )
  if (!hasNameOrNumber({ columns: Object.fromEntries(columns) })) {
    const [name] = missing.find(([, target]) => hasNameOrNumber({ columns: { '': target } })) ?? []
    const what =
      name === undefined
        ? 'no column of the mapping is'
        : `the column "${name}" of the mapping is missing, and no other column is`
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      `${what} the name or the number of the products; the columns are: ${listSome(file.header)}`,
    )
  }
  for (const [column] of missing)
    warn(report, file.name, column, 'the column is missing; stored values were left unchanged', file.headerLine)
  for (const key of added) columns.set(key, decideOnAdded(file, key, mapping, report))
  return { ...mapping, columns: Object.fromEntries(columns) }
}

function decideOnAdded(
  file: CsvFile,
  key: string,
  { otherColumns }: TableMapping,
  report: ReportBuilder,
): ColumnTarget | null {
  if (otherColumns === 'ignore') return null
  const { target, reason } = decideOnUnknown(key, key)
  const became = target ? 'it became an attribute' : `it was not imported (${reason})`
  warn(report, file.name, key, `the column is not in the mapping; ${became}`, file.headerLine)
  return target
}

function warn(
  report: ReportBuilder,
  file: string,
  column: string | null,
  reason: string,
  line: number | null = null,
): void {
  report.warn({ file, line, column, value: null, reason })
}
