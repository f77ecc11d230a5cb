import { isDeepStrictEqual } from 'node:util'
import { buildSlug } from '../../shared/slug.ts'
import { ATTRIBUTE_ENTRIES_MAX, type AttributeEntry } from '../catalog/attribute-entries.ts'
import { findUnit } from '../quantities/units.ts'
import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { abbreviateValue, readPlainText } from './cells.ts'
import { matchColumns, warnOfUnknownColumn, type ColumnNames } from './files/csv-columns.ts'
import { type CsvFile, type CsvRow, lineOfCell, openCsvFile, scanSheet } from './files/csv-file.ts'
import type { ImportNotice, ReportBuilder } from './import-report.ts'

type AttributeField = 'name' | 'type' | 'unit'

/** Exports write the columns in this order. */
export const ATTRIBUTE_COLUMNS: ColumnNames<AttributeField> = {
  name: ['Name'],
  type: ['Type'],
  unit: ['Unit'],
}

interface AttributeRow {
  readonly entry: AttributeEntry
  readonly place: Omit<ImportNotice, 'reason'>
}

/** The owner's decisions of a file, with their places for the report. */
type AttributeRows = readonly AttributeRow[]

interface Fault {
  readonly field: AttributeField
  readonly reason: string
}

/**
 * Reads `attributes.csv`. A file with only a header has no decisions.
 * @throws ImportError if the file cannot be used or has too many rows; single rows with errors are rejected
 */
export async function readAttributesFile(
  path: string,
  encoding: string | undefined,
  report: ReportBuilder,
): Promise<AttributeRows> {
  const file = await openCsvFile(path, encoding)
  const { indexes, others } = matchColumns<AttributeField>(path, file.header, ATTRIBUTE_COLUMNS, ['name'])
  for (const { name } of others) warnOfUnknownColumn(path, name, report)
  const rows: AttributeRow[] = []
  const keys = new Set<string>()
  const addRow = (row: CsvRow) => {
    const read = (field: AttributeField) => readPlainText(row.cells[indexes.get(field) ?? -1] ?? '')
    const entry = readEntry({ name: read('name'), type: read('type'), unit: read('unit') }, keys)
    if ('reason' in entry)
      report.reject({ ...placeOf(file, indexes.get(entry.field), row, read(entry.field)), reason: entry.reason })
    else rows.push({ entry, place: placeOf(file, indexes.get('name'), row, entry.name) })
  }
  await scanSheet(file, ATTRIBUTE_ENTRIES_MAX, report, addRow)
  return rows
}

/** Stores the decisions instead of the stored ones, if they differ. */
export async function writeAttributes(
  rows: AttributeRows,
  writer: CatalogWriter,
  report: ReportBuilder,
): Promise<void> {
  const entries = rows.map(({ entry }) => entry)
  const isChanged = !isDeepStrictEqual(await writer.readAttributeEntries(), entries)
  if (isChanged) await writer.putAttributeEntries(entries)
  report.attributes = { count: entries.length, isChanged }
}

/**
 * Reports the attributes that are numbers, those that are no filters, and the rows whose attribute should be a number but has none.
 * @param store after the import, or before it in a dry run
 */
export async function reportAttributes(rows: AttributeRows, store: CatalogStore, report: ReportBuilder): Promise<void> {
  const { numeric, unfiltered } = await store.summariseAttributes()
  for (const attribute of numeric) report.numericAttributes.add(attribute)
  for (const attribute of unfiltered) report.unfilteredAttributes.add(attribute)
  if (report.dryRun) return
  const keys = new Set(numeric.map(({ name }) => buildSlug(name)))
  for (const { entry, place } of rows)
    if (entry.type === 'number' && !keys.has(buildSlug(entry.name)))
      report.warn({
        ...place,
        reason: 'no product has this attribute, or none of its values is a number; correct the name or remove the row',
      })
}

/** Reads a row and adds the key of its attribute. @param keys of the attributes in the rows before, to find repeated ones */
function readEntry(
  { name, type, unit }: Readonly<Record<AttributeField, string>>,
  keys: Set<string>,
): AttributeEntry | Fault {
  const key = buildSlug(name)
  if (key === '') return { field: 'name', reason: 'the name is missing' }
  if (keys.has(key)) return { field: 'name', reason: 'is in an earlier row; remove one of the two' }
  const chosen = type.toLowerCase() || 'number'
  if (chosen !== 'number' && chosen !== 'text')
    return { field: 'type', reason: 'is not a type; write "number" or "text"' }
  if (unit !== '' && chosen === 'text') return { field: 'unit', reason: 'a text has no unit; remove it' }
  if (unit !== '' && !findUnit(unit))
    return { field: 'unit', reason: 'is not a known unit; write a symbol such as "mm" or "kg"' }
  keys.add(key)
  return { name, type: chosen, unit: unit || null }
}

function placeOf(file: CsvFile, index: number | undefined, row: CsvRow, value: string): Omit<ImportNotice, 'reason'> {
  return {
    file: file.name,
    line: index === undefined ? row.line : lineOfCell(row, index),
    row: row.number,
    column: index === undefined ? null : (file.header[index] ?? null),
    value: value === '' ? null : abbreviateValue(value),
  }
}
