import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ColumnTarget, TableMapping } from '../../catalog/table-mapping.ts'
import type { CatalogStore } from '../../store/catalog-store.ts'
import { foldColumnName, isReasonColumn } from '../files/csv-columns.ts'
import type { CsvFile } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { openXmlFile } from '../files/xml-file.ts'
import { describeUnknownFormat, findFormat, openTable } from '../formats/product-formats.ts'
import { ImportError } from '../import-error.ts'
import type { ReportBuilder } from '../import-report.ts'
import type { ImportOptions } from '../run-import.ts'
import { listColumnKeys } from './column-keys.ts'
import { readProfiles } from './column-profile.ts'
import { mappingPathOf, readMappingFile, saveMapping } from './mapping-file.ts'
import { findStoredMapping, openTableAsStored } from './stored-mappings.ts'
import { proposeFact } from './propose-fact.ts'
import { hasNameOrNumber, proposeMapping, type MappingProposal } from './propose-mapping.ts'

export interface ChosenTable {
  readonly file: CsvFile
  readonly mapping?: ChosenMapping
}

interface ChosenMapping {
  readonly mapping: TableMapping
  readonly name: string
  /** Language of the addresses that are built from names. */
  readonly locale: string
  readonly isNew?: boolean
}

interface MappingContext {
  readonly report: ReportBuilder
  /** Language of the site after the import, if the import sets it. */
  readonly locale?: string | undefined
  /** The mappings that the import stores in place of those in the database. */
  readonly mappings?: readonly TableMapping[] | undefined
}

/**
 * Opens a table and, if its format is unknown, finds its mapping: the named file, that beside the table, a stored one,
 * or a proposal that the owner accepts.
 * @returns undefined if the file is XML, or if its format is given
 * @throws ImportError if there is no mapping for the table, or the proposal is not accepted
 */
export async function chooseMapping(
  store: CatalogStore,
  source: SourcePath,
  options: ImportOptions,
  context: MappingContext,
): Promise<ChosenTable | undefined> {
  if (options.format !== undefined || (await openXmlFile(source, options.encoding))) {
    if (options.mapping === undefined) return undefined
    throw new ImportError({ file: source.path }, '--mapping works only with a table whose format is not given')
  }
  const { report } = context
  const site = await store.read(async (reader) => ({
    locale: context.locale ?? (await reader.readSite()).locale,
    mappings: context.mappings ?? (await reader.readList('mappings')),
  }))
  const path = options.mapping === undefined ? await findBeside(source) : { path: options.mapping, folder: null }
  const given = path && (await readMappingFile(path))
  const tableOptions = { ...options, notes: report }
  const file = given
    ? await openTable(source, tableOptions, given)
    : await openTableAsStored(source, tableOptions, site.mappings)
  const format = options.mapping === undefined ? findFormat(file.header) : undefined
  if (format) {
    const reason = `the file was not used, because the table is a ${format.name}; --mapping would use it`
    if (path) warn(report, path.path, null, reason)
    return { file }
  }
  const { locale } = site
  if (path && given) {
    const name = `table with the columns of ${basename(path.path)}`
    return { file, mapping: { mapping: await completeMapping(file, given, report), name, locale } }
  }
  const stored = findStoredMapping(file.header, site.mappings)
  if (stored)
    return { file, mapping: { mapping: await completeMapping(file, stored, report), name: nameStored(stored), locale } }
  const mapping = await acceptProposal(file, options)
  return { file, mapping: { mapping, name: 'table with new columns', locale, isNew: true } }
}

function nameStored({ fixed = {} }: TableMapping): string {
  const values = Object.entries(fixed).map(([name, value]) => `, ${name} ${value}`)
  return `table with the columns of an earlier import${values.join('')}`
}

async function findBeside({ path, folder }: SourcePath): Promise<SourcePath | undefined> {
  const beside = mappingPathOf(path)
  return lstat(beside).then(
    () => ({ path: beside, folder }),
    () => undefined,
  )
}

async function acceptProposal(file: CsvFile, options: ImportOptions): Promise<TableMapping> {
  // Nobody can answer for a downloaded or pushed file, and it has no mapping beside it.
  if (options.nameFile && !options.acceptMapping)
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      `the columns are not those of a known format: ${listSome(file.header)}. Import such a file once with "npm run catalog -- import FILE", which proposes what they hold and stores it for later files`,
    )
  const proposal = await proposeForFile(file, options)
  if (!(await options.acceptMapping?.(proposal)))
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      'the columns are not those of a known format, and the proposed mapping was not accepted',
    )
  return proposal.mapping
}

export async function writeAcceptedMapping(
  source: SourcePath | undefined,
  { mapping: chosen }: Partial<ChosenTable> = {},
  report: ReportBuilder,
): Promise<void> {
  if (!source || !chosen?.isNew || !report.applied || report.dryRun) return
  const path = mappingPathOf(source.path)
  const fault = await saveMapping(path, chosen.mapping)
  if (fault === null) report.mappingFile = path
  else warn(report, path, null, `the mapping was not written, because ${fault}; it is stored in the database`)
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
  const profiles = await readProfiles(file)
  if (profiles.every(({ rowCount }) => rowCount === 0))
    throw new ImportError({ file: file.name, line: file.headerLine }, 'the file has a header, but no rows')
  const proposal = proposeMapping(file.name, profiles)
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
async function completeMapping(file: CsvFile, mapping: TableMapping, report: ReportBuilder): Promise<TableMapping> {
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
  const profiles = added.length === 0 ? [] : await readProfiles(file)
  for (const profile of profiles.filter(({ key }) => added.includes(key))) {
    const { target, reason } = mapping.otherColumns === 'ignore' ? IGNORED : proposeFact(profile)
    columns.set(profile.key, target)
    const became = target ? 'it became an attribute' : `it was not imported${reason && ` (${reason})`}`
    if (mapping.otherColumns !== 'ignore')
      warn(report, file.name, profile.key, `the column is not in the mapping; ${became}`, file.headerLine)
  }
  return { ...mapping, columns: Object.fromEntries(columns) }
}

const IGNORED = { target: null, reason: '' }

function warn(
  report: ReportBuilder,
  file: string,
  column: string | null,
  reason: string,
  line: number | null = null,
): void {
  report.warn({ file, line, column, value: null, reason })
}
