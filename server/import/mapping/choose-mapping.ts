import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { abbreviateValue, readPlainText } from '../cells.ts'
import { foldColumnName, isReasonColumn } from '../files/csv-columns.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { readJsonFile, type SourcePath } from '../files/source-path.ts'
import { openXmlFile } from '../files/xml-file.ts'
import { describeUnknownFormat, findFormat, openTable } from '../formats/product-formats.ts'
import { VITRINE_COLUMNS } from '../formats/vitrine/vitrine-columns.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfColumn, type ReportBuilder } from '../import-report.ts'
import type { ImportOptions } from '../run-import.ts'
import { decideOnColumns, decideOnUnknown, type SampledColumn } from './decide-on-columns.ts'
import { openMappedFile } from './mapped-file.ts'
import { type ColumnTarget, listColumnKeys, mappingPathOf, mappingSchema, type TableMapping } from './mapping-file.ts'

export interface ChosenTable {
  readonly file: CsvFile
  /** The table as Vitrine's own sheet, if its format is unknown. */
  readonly mapped?: CsvFile
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
  const given = place && existsSync(place.path) ? await readJsonFile(place, mappingSchema) : undefined
  const file = await openTable(source, { ...options, notes: report }, given)
  const format = options.mapping === undefined ? findFormat(file.header) : undefined
  if (format) {
    const reason = `the file was not used, because the table is a ${format.name}; --mapping would use it`
    if (place && given) report.warn({ file: place.path, reason })
    return { file }
  }
  const locale = chosenLocale ?? (await store.readSite()).locale
  if (place && given) {
    report.usedMapping = place.path
    report.format = `table with the columns of ${basename(place.path)}`
    return { file, mapped: openMappedFile(file, completeMapping(file, given, report), locale) }
  }
  const mapping = await acceptProposal(file, options, report)
  report.format = 'table with new columns'
  return { file, mapped: openMappedFile(file, mapping, locale), accepted: place && { mapping, path: place.path } }
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

/** Never overwrites a file. */
export async function writeAcceptedMapping(chosen: ChosenTable | undefined, report: ReportBuilder): Promise<void> {
  if (!chosen?.accepted || !report.applied || report.dryRun) return
  const { path, mapping } = chosen.accepted
  // A target without other keys is written in its short form.
  const columns = Object.entries(mapping.columns).map(([name, target]) => [
    name,
    target && Object.keys(target).length === 1 ? target.to : target,
  ])
  const text = JSON.stringify({ ...mapping, columns: Object.fromEntries(columns) as object }, null, 2)
  try {
    await writeFile(path, `${text}\n`, { flag: 'wx' })
    report.mappingFile = report.usedMapping = path
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const fault = code === 'EEXIST' ? 'the file already exists' : `it cannot be written there (${code})`
    report.warn({ file: path, reason: `the mapping was not written, because ${fault}; later imports will ask again` })
  }
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
    `the mapping makes no column of the table the name or number of the products; the columns are: ${header.slice(0, 5).join(', ')}`,
  )
}

const SAMPLE_ROWS = 500
const VALUE_MAX_LENGTH = 5_000

export type MappingProposal = Awaited<ReturnType<typeof proposeMapping>>

/**
 * Proposes targets by headings. Values decide only how cells are read: the decimal sign, the separator of categories, and
 * whether rows with one name are variants.
 * @throws ImportError if no column holds the names or numbers of the products
 */
export async function proposeMapping(file: CsvFile) {
  const { name } = file
  const columns = decideOnColumns(await sampleColumns(file))
  const mapping: TableMapping = {
    columns: Object.fromEntries(columns.map(({ key, target }) => [key, target])),
    decimalSign: findDecimalSign(columns),
  }
  if (hasNameOrNumber(mapping)) return { file: name, columns, mapping }
  const path = basename(mappingPathOf(name))
  const example = '{ "columns": { "…": "Name", "…": "SKU", "…": "Price" } }'
  const advice = `None of them seems to hold the names or numbers of the products. Rename one to "Name" or "SKU", or write into ${path} what they hold: ${example}`
  throw describeUnknownFormat(file, advice)
}

/** Columns with neither a heading nor values are left out. */
async function sampleColumns(file: CsvFile): Promise<readonly SampledColumn[]> {
  const sample: CsvRow[] = []
  for await (const rows of file.readRows()) {
    sample.push(...rows.filter((row) => !isBlankRow(row)))
    if (sample.length >= SAMPLE_ROWS) break
  }
  const rows = sample.slice(0, SAMPLE_ROWS)
  return listColumnKeys(file.header)
    .map((key, index) => ({
      key,
      heading: file.header[index] ?? '',
      values: rows.map(({ cells }) => readPlainText((cells[index] ?? '').slice(0, VALUE_MAX_LENGTH))),
    }))
    .filter(({ heading, values }) => heading !== '' || values.some(Boolean))
}

function hasNameOrNumber({ columns }: Pick<TableMapping, 'columns'>): boolean {
  const [name, sku] = [VITRINE_COLUMNS.name[0], VITRINE_COLUMNS.sku[0]]
  return Object.values(columns).some((target) => target?.to === name || target?.to === sku)
}

const NUMBERS: readonly string[] = (['price', 'compareAtPrice', 'weight', 'unitQuantity'] as const).map(
  (field) => VITRINE_COLUMNS[field][0],
)

/** Returns the decimal sign if all values agree. */
function findDecimalSign(columns: MappingProposal['columns']): TableMapping['decimalSign'] {
  const numbers = columns.filter(({ target }) => target && NUMBERS.includes(target.to)).flatMap(({ values }) => values)
  const signs = new Set(numbers.map((value) => /\d([.,])\d{1,2}(?!\d|[.,]\d)/.exec(value)?.[1]).filter(Boolean))
  const [sign, other] = signs
  return other === undefined && (sign === '.' || sign === ',') ? sign : undefined
}

const SAMPLES_SHOWN = 3

export function describeProposal({ file, columns, mapping }: MappingProposal): string {
  const rows = columns.map(({ key, target, reason, values }) => ({
    heading: abbreviateValue(key) ?? '',
    target: target ? readPlainText(target.to) : 'not imported',
    samples: abbreviateValue([...new Set(values.filter(Boolean))].slice(0, SAMPLES_SHOWN).join(' · ')) ?? '',
    reason: reason && `(${reason})`,
  }))
  const headingWidth = Math.max(...rows.map(({ heading }) => heading.length))
  const targetWidth = Math.max(...rows.map(({ target }) => target.length))
  const { decimalSign } = mapping
  return [
    `${file}: the columns are not those of a known format. What they would become:`,
    '',
    ...rows.map(({ heading, target, samples, reason }) =>
      `  ${heading.padEnd(headingWidth)}  ${target.padEnd(targetWidth)}  ${samples} ${reason}`.trimEnd(),
    ),
    ...(decimalSign ? ['', `Numbers have a decimal ${decimalSign === ',' ? 'comma' : 'point'}.`] : []),
  ].join('\n')
}
