import { isDeepStrictEqual } from 'node:util'
import { languageKey } from '../../shared/languages.ts'
import { buildSlug } from '../../shared/slug.ts'
import { ATTRIBUTE_ENTRIES_MAX, type AttributeEntry } from '../catalog/rules/attribute-entries.ts'
import { findUnit } from '../catalog/rules/units.ts'
import type { CatalogWriter, IndexSummaries } from '../catalog/store/catalog-writer.ts'
import type { ColumnNames } from './files/csv-columns.ts'
import {
  readSettingsSheet,
  RowError,
  type SheetCell,
  type SheetCells,
  type TranslatedCells,
} from './files/settings-sheet.ts'
import type { SourcePath } from './files/source-path.ts'
import type { ImportOptions } from './run-import.ts'
import type { NoticePlace, ReportBuilder } from './import-report.ts'

type AttributeField = 'name' | 'type' | 'unit'

/** Column names in the order in which exports write them. */
export const ATTRIBUTE_COLUMNS: ColumnNames<AttributeField> = { name: ['Name'], type: ['Type'], unit: ['Unit'] }

export const TRANSLATED_ATTRIBUTE_COLUMNS: ColumnNames<'name'> = { name: ATTRIBUTE_COLUMNS.name }

interface AttributeRow {
  readonly entry: AttributeEntry
  /** Languages that the file has a column for. */
  readonly languages: readonly string[]
  readonly place: NoticePlace
}

type AttributeRows = readonly AttributeRow[]

/**
 * Reads `attributes.csv`, which says which attributes are numbers, and in which unit.
 * @throws ImportError if the file cannot be used or has too many rows; single rows with errors are rejected
 */
export async function readAttributesFile(
  source: SourcePath,
  { encoding, languages }: Pick<ImportOptions, 'encoding' | 'languages'>,
  report: ReportBuilder,
): Promise<AttributeRows> {
  const rows: AttributeRow[] = []
  const keys = new Set<string>()
  const rules = {
    columns: ATTRIBUTE_COLUMNS,
    translated: TRANSLATED_ATTRIBUTE_COLUMNS,
    languages,
    required: ['name'],
    requiresRows: false,
    rowsMax: ATTRIBUTE_ENTRIES_MAX,
  } as const
  await readSettingsSheet(source, encoding, rules, report, (cells, translations, isTranslated) => {
    rows.push({
      entry: readEntry(cells, translations, isTranslated, keys),
      languages: Object.keys(translations),
      place: cells.name.place,
    })
  })
  return rows
}

export async function writeAttributes(
  rows: AttributeRows,
  writer: CatalogWriter,
  report: ReportBuilder,
): Promise<void> {
  const stored = await writer.readList('attributes')
  const known = new Map(stored.map(({ name, names = {} }) => [buildSlug(name), names]))
  const merged = rows.map(({ entry, languages }): AttributeEntry => {
    // Names in a language without a column stay.
    const kept = Object.entries(known.get(buildSlug(entry.name)) ?? {}).filter(([key]) => !languages.includes(key))
    const names = { ...Object.fromEntries(kept), ...entry.names }
    return Object.keys(names).length > 0 ? { ...entry, names } : entry
  })
  const entries = merged.filter(({ type, names }) => type !== null || names)
  const keys = new Set(entries.map(({ name }) => buildSlug(name)))
  const shown = new Set((await writer.readSite()).languages?.map(languageKey))
  for (const entry of stored) {
    const isHidden = entry.type === null && !Object.keys(entry.names ?? {}).some((key) => shown.has(key))
    // Exports leave out entries that have only names in removed languages, so a file without them does not delete them.
    if (isHidden && !keys.has(buildSlug(entry.name))) entries.push(entry)
  }
  const isChanged = !isDeepStrictEqual(stored, entries)
  if (isChanged) await writer.putList('attributes', entries)
  report.attributes = { count: entries.length, isChanged }
}

/** Reports families and attributes, and warns about each row for a number if no product has a number for it. */
export async function reportAttributes(
  rows: AttributeRows,
  index: IndexSummaries,
  report: ReportBuilder,
): Promise<void> {
  const { numeric, unfiltered } = await index.summariseAttributes()
  report.families = await index.summariseFamilies()
  for (const attribute of numeric) report.numericAttributes.add(attribute)
  for (const attribute of unfiltered) report.unfilteredAttributes.add(attribute)
  const keys = new Set(numeric.map(({ name }) => buildSlug(name)))
  for (const { entry, place } of rows)
    if (entry.type === 'number' && !keys.has(buildSlug(entry.name)))
      report.warn({
        ...place,
        reason: 'no product has this attribute, or none of its values is a number; correct the name or remove the row',
      })
}

/** @param keys keys of the earlier rows, to which that of this row is added */
function readEntry(
  { name, type, unit }: SheetCells<AttributeField, 'name'>,
  translations: TranslatedCells<'name'>,
  isTranslated: boolean,
  keys: Set<string>,
): AttributeEntry {
  const key = buildSlug(name.text)
  if (key === '') throw new RowError(name.place, 'the name is missing')
  if (keys.has(key)) throw new RowError(name.place, 'is in an earlier row; remove one of the two')
  const names = Object.entries(translations).flatMap(([language, own]) =>
    own.name?.text ? [[language, own.name.text] as const] : [],
  )
  const isName = isTranslated && !type?.text && !unit?.text
  const chosen = isName ? null : readType(type)
  if (unit?.text && chosen === 'text') throw new RowError(unit.place, 'a text has no unit; remove it')
  if (unit?.text && !findUnit(unit.text))
    throw new RowError(unit.place, 'is not a known unit; write a symbol such as "mm" or "kg"')
  keys.add(key)
  return {
    name: name.text,
    type: chosen,
    unit: unit?.text || null,
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
  }
}

function readType(cell: SheetCell | undefined): NonNullable<AttributeEntry['type']> {
  if (!cell?.text) return 'number'
  const type = cell.text.toLowerCase()
  if (type === 'number' || type === 'text') return type
  throw new RowError(cell.place, 'is not a type; write "number" or "text"')
}
