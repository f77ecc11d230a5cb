import { isDeepStrictEqual } from 'node:util'
import {
  listSearchedTexts,
  SYNONYM_ENTRIES_MAX,
  SYNONYM_MAX_LENGTH,
  SYNONYM_MAX_WORDS,
  type SynonymEntry,
  SYNONYMS_MAX,
} from '../catalog/synonyms.ts'
import { splitWords } from '../search/index.ts'
import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { abbreviateValue, readPlainText, splitListCell } from './cells.ts'
import { matchColumns, warnOfUnknownColumn, type ColumnNames } from './files/csv-columns.ts'
import { type CsvFile, type CsvRow, lineOfCell, openCsvFile, scanSheet } from './files/csv-file.ts'
import type { ImportNotice, ReportBuilder } from './import-report.ts'

type SynonymField = 'word' | 'synonyms' | 'direction'

/** Exports write the columns in this order. */
export const SYNONYM_COLUMNS: ColumnNames<SynonymField> = {
  word: ['Word'],
  synonyms: ['Synonyms'],
  direction: ['Direction'],
}

/** Separates the synonyms of a cell. */
export const SYNONYM_SEPARATOR = ','

/** Words of the column `Direction`. */
export const DIRECTIONS = { both: 'both', oneWay: 'one-way' } as const

type Place = Omit<ImportNotice, 'reason'>

interface Cell {
  /** As the file has it. */
  readonly raw: string
  readonly place: Place
}

interface SynonymRow {
  readonly entry: SynonymEntry
  /** The cell with the synonyms. */
  readonly place: Place
}

/** The synonyms of a file, with their places for the report. */
export type SynonymRows = readonly SynonymRow[]

/** A row that cannot be used. */
class RowError extends Error {
  readonly place: Place

  constructor(place: Place, reason: string) {
    super(reason)
    this.place = place
  }
}

/**
 * Reads `synonyms.csv`. A file with only a header has no synonyms.
 * @throws ImportError if the file cannot be used or has too many rows; single rows with errors are rejected
 */
export async function readSynonymsFile(
  path: string,
  encoding: string | undefined,
  report: ReportBuilder,
): Promise<SynonymRows> {
  const file = await openCsvFile(path, encoding)
  const { indexes, others } = matchColumns(path, file.header, SYNONYM_COLUMNS, ['word', 'synonyms'])
  for (const { name } of others) warnOfUnknownColumn(path, name, report)
  const rows: SynonymRow[] = []
  const counts = new Map<string, number>()
  const addRow = (row: CsvRow) => {
    const cells = {
      word: readCell(file, indexes, row, 'word'),
      synonyms: readCell(file, indexes, row, 'synonyms'),
      direction: readCell(file, indexes, row, 'direction'),
    }
    try {
      const entry = readEntry(cells)
      countSynonyms(entry, counts, cells.synonyms.place)
      rows.push({ entry, place: cells.synonyms.place })
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      report.reject({ ...error.place, reason: error.message })
    }
  }
  await scanSheet(file, SYNONYM_ENTRIES_MAX, report, addRow)
  return rows
}

/** Stores the synonyms instead of the stored ones, if they differ. */
export async function writeSynonyms(rows: SynonymRows, writer: CatalogWriter, report: ReportBuilder): Promise<void> {
  const entries = rows.map(({ entry }) => entry)
  const isChanged = !isDeepStrictEqual(await writer.readSynonyms(), entries)
  if (isChanged) await writer.putSynonyms(entries)
  report.synonyms = { count: entries.length, isChanged }
}

/**
 * Reports the synonyms that find no product: each synonym of a one-way row, and the rows of which no word finds one.
 * @param store after the import, or before it in a dry run
 */
export async function reportUnmatchedSynonyms(
  rows: SynonymRows,
  store: CatalogStore,
  report: ReportBuilder,
): Promise<void> {
  const texts = new Set(
    rows.flatMap(({ entry: { word, synonyms, isOneWay } }) => [...(isOneWay ? [] : [word]), ...synonyms]),
  )
  const unmatched = new Set(await store.listUnmatched([...texts]))
  for (const { entry, place } of rows) {
    const { word, synonyms, isOneWay } = entry
    const listed = isOneWay ? synonyms : [word, ...synonyms]
    const useless = listed.filter((text) => unmatched.has(text))
    if (useless.length === 0 || (!isOneWay && useless.length < listed.length)) continue
    const value = abbreviateValue(useless.join(', '))
    report.unmatchedSynonyms.add({ ...place, value, reason: 'is in no product' })
  }
}

function readEntry(cells: Readonly<Record<SynonymField, Cell>>): SynonymEntry {
  const word = readPlainText(cells.word.raw)
  if (word === '') throw new RowError(cells.word.place, 'the word is missing')
  checkText(word, cells.word.place)
  const { place } = cells.synonyms
  const synonyms = new Map<string, string>()
  for (const part of splitListCell(cells.synonyms.raw, SYNONYM_SEPARATOR)) {
    const text = readPlainText(part)
    if (text === '') continue
    checkText(text, place)
    const key = foldWords(text)
    if (key !== foldWords(word) && !synonyms.has(key)) synonyms.set(key, text)
  }
  if (readPlainText(cells.synonyms.raw) === '') throw new RowError(place, 'the synonyms are missing')
  if (synonyms.size === 0)
    throw new RowError(place, `the row has no other word than "${word}"; case and accents make no difference`)
  if (synonyms.size > SYNONYMS_MAX)
    throw new RowError(place, `the row has more than ${SYNONYMS_MAX} synonyms; remove some`)
  return { word, synonyms: [...synonyms.values()], isOneWay: readDirection(cells.direction) === DIRECTIONS.oneWay }
}

function checkText(text: string, place: Place): void {
  const given = { ...place, value: abbreviateValue(text) }
  if (text.length > SYNONYM_MAX_LENGTH) throw new RowError(given, `is longer than ${SYNONYM_MAX_LENGTH} characters`)
  const { length } = splitWords(text)
  if (length === 0) throw new RowError(given, 'has no letter or digit')
  if (length > SYNONYM_MAX_WORDS) throw new RowError(given, `has more than ${SYNONYM_MAX_WORDS} words`)
}

function readDirection({ raw, place }: Cell): (typeof DIRECTIONS)[keyof typeof DIRECTIONS] {
  const text = readPlainText(raw).toLowerCase().replace(' ', '-')
  if (text === '' || text === DIRECTIONS.both) return DIRECTIONS.both
  if (text === DIRECTIONS.oneWay) return DIRECTIONS.oneWay
  throw new RowError(place, `is not a direction; write "${DIRECTIONS.both}" or "${DIRECTIONS.oneWay}"`)
}

/**
 * Adds the number of synonyms that a search for each of an entry's words finds.
 * @param counts of the rows before, by searched word
 * @throws RowError if a search would find too many; nothing is added then
 */
function countSynonyms(entry: SynonymEntry, counts: Map<string, number>, place: Place): void {
  const { searched } = listSearchedTexts(entry)
  const added = searched.map((text) => ({ text, key: foldWords(text) }))
  // An entry's synonyms differ from each other and from its word.
  const countOf = (key: string) => (counts.get(key) ?? 0) + entry.synonyms.length
  const tooMany = added.find(({ key }) => countOf(key) > SYNONYMS_MAX)
  if (tooMany)
    throw new RowError(
      { ...place, value: abbreviateValue(tooMany.text) },
      `has more than ${SYNONYMS_MAX} synonyms, with those of earlier rows; remove some`,
    )
  for (const { key } of added) counts.set(key, countOf(key))
}

function foldWords(text: string): string {
  return splitWords(text).join(' ')
}

function readCell(file: CsvFile, indexes: ReadonlyMap<SynonymField, number>, row: CsvRow, field: SynonymField): Cell {
  const index = indexes.get(field)
  const raw = index === undefined ? '' : (row.cells[index] ?? '')
  const line = index === undefined ? row.line : lineOfCell(row, index)
  const column = index === undefined ? null : (file.header[index] ?? null)
  return { raw, place: { file: file.name, line, row: row.number, column, value: abbreviateValue(raw) } }
}
