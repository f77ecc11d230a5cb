import { existsSync } from 'node:fs'
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
import { decideOnUnknown } from './decide-on-columns.ts'
import { openMappedFile } from './mapped-file.ts'
import {
  type ColumnTarget,
  listColumnKeys,
  mappingPathOf,
  readMappingFile,
  saveMapping,
  type TableMapping,
} from './mapping-file.ts'
import { hasNameOrNumber, listSome, proposeMapping } from './propose-mapping.ts'

export interface ChosenTable {
  readonly file: CsvFile
  /** The table as Vitrine's own sheet, if its format is unknown. */
  readonly mapped?: { readonly file: CsvFile; readonly name: string }
  /** An accepted proposal, and where to write it. */
  readonly accepted?: { readonly mapping: TableMapping; readonly path: string } | undefined
}

/**
 * Opens a table and, if its format is unknown, finds its mapping: the named file, that beside the table, or a proposal that
 * the owner accepts.
 * @param locale of the site after the import, if the import sets it; addresses are built from names by its rules
 * @returns undefined if the file is XML, or if its format is given
 * @throws ImportError if there is no mapping for the table, or the proposal is not accepted
 */
export async function chooseMapping(
  store: CatalogStore,
  source: SourcePath,
  options: ImportOptions,
  { report, locale: chosenLocale }: { readonly report: ReportBuilder; readonly locale?: string | undefined },
): Promise<ChosenTable | undefined> {
  if (options.format !== undefined || (await openXmlFile(source, options.encoding))) {
    if (options.mapping === undefined) return undefined
    throw new ImportError({ file: source.path }, '--mapping works only with a table whose format is not given')
  }
  const place = findPlace(source, options)
  const given = place && existsSync(place.path) ? await readMappingFile(place) : undefined
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
    const mapped = openMappedFile(file, completeMapping(file, given, report), locale)
    return { file, mapped: { file: mapped, name: `table with the columns of ${basename(place.path)}` } }
  }
  const mapping = await acceptProposal(file, options, report)
  const mapped = { file: openMappedFile(file, mapping, locale), name: 'table with new columns' }
  return { file, mapped, accepted: place && { mapping, path: place.path } }
}

/** A downloaded file has nothing beside it. */
function findPlace({ path, folder }: SourcePath, { mapping, nameFile }: ImportOptions): SourcePath | undefined {
  if (mapping !== undefined) return { path: mapping, folder: null }
  return nameFile ? undefined : { path: mappingPathOf(path), folder }
}

async function acceptProposal(file: CsvFile, options: ImportOptions, report: ReportBuilder): Promise<TableMapping> {
  const proposal = await proposeMapping(file)
  const named = { ...proposal, file: options.nameFile?.(proposal.file) ?? proposal.file }
  if (!(await options.acceptMapping?.(named)))
    throw new ImportError(
      { file: file.name, line: file.headerLine },
      'the columns are not those of a known format, and the proposed mapping was not accepted',
    )
  for (const { key, reason, isKeptBack } of proposal.columns)
    if (isKeptBack) report.warn(noticeOfColumn(file, key, `the column was kept back: ${reason}`))
  return proposal.mapping
}

export async function writeAcceptedMapping(chosen: ChosenTable | undefined, report: ReportBuilder): Promise<void> {
  if (!chosen?.accepted || !report.applied || report.dryRun) return
  const { path, mapping } = chosen.accepted
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
  const unseen = new Map(
    Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), { column, target }]),
  )
  const columns: Record<string, ColumnTarget | null> = {}
  for (const [index, key] of listColumnKeys(header).entries()) {
    const known = unseen.get(foldColumnName(key))
    unseen.delete(foldColumnName(key))
    if (known) columns[key] = known.target
    else if (header[index] !== '' && !isReasonColumn(header, index)) {
      const { target, reason } = decideOnUnknown(key, key)
      columns[key] = target
      const became = target ? 'it became an attribute' : `it was not imported (${reason})`
      report.warn(noticeOfColumn(file, key, `the column is not in the mapping; ${became}`))
    }
  }
  const missing = [...unseen.values()].filter(({ target }) => target)
  for (const { column } of missing)
    report.warn(noticeOfColumn(file, column, 'the column is missing; stored values were left unchanged'))
  if (hasNameOrNumber({ columns })) return { ...mapping, columns }
  throw new ImportError(
    { file: name, line },
    `the mapping makes no column of the table the name or number of the products; the columns are: ${listSome(header)}`,
  )
}
