import { isDeepStrictEqual } from 'node:util'
import {
  listSearchedTexts,
  SYNONYM_ENTRIES_MAX,
  SYNONYM_MAX_LENGTH,
  SYNONYM_MAX_WORDS,
  type SynonymEntry,
  SYNONYMS_MAX,
} from '../catalog/rules/synonyms.ts'
import { splitWords } from '../catalog/search/index.ts'
import type { CatalogWriter, IndexSummaries } from '../catalog/store/catalog-writer.ts'
import { abbreviateValue, readPlainText, splitListCell } from './cells.ts'
import type { ColumnNames } from './files/csv-columns.ts'
import { readSettingsSheet, RowError, type SheetCell, type SheetCells } from './files/settings-sheet.ts'
import type { SourcePath } from './files/source-path.ts'
import type { NoticePlace, ReportBuilder } from './import-report.ts'

type SynonymField = 'word' | 'synonyms' | 'direction'

/** Column names in the order in which exports write them. */
export const SYNONYM_COLUMNS: ColumnNames<SynonymField> = {
  word: ['Word'],
  synonyms: ['Synonyms'],
  direction: ['Direction'],
}

export const SYNONYM_SEPARATOR = ','

/** Words of the column `Direction`. */
export const DIRECTIONS = { both: 'both', oneWay: 'one-way' } as const

interface SynonymRow {
  readonly entry: SynonymEntry
  /** Position of the cell with the synonyms. */
  readonly place: NoticePlace
}

type SynonymRows = readonly SynonymRow[]

/** @throws ImportError if the file cannot be used or has too many rows; single rows with errors are rejected */
export async function readSynonymsFile(
  source: SourcePath,
  encoding: string | undefined,
  report: ReportBuilder,
): Promise<SynonymRows> {
  const rows: SynonymRow[] = []
  const counts = new Map<string, number>()
  const rules = {
    columns: SYNONYM_COLUMNS,
    required: ['word', 'synonyms'],
    requiresRows: false,
    rowsMax: SYNONYM_ENTRIES_MAX,
  } as const
  await readSettingsSheet(source, encoding, rules, report, (cells) => {
    const { place } = cells.synonyms
    const entry = readEntry(cells)
    countSynonyms(entry, counts, place)
    rows.push({ entry, place })
  })
  return rows
}

export async function writeSynonyms(rows: SynonymRows, writer: CatalogWriter, report: ReportBuilder): Promise<void> {
  const entries = rows.map(({ entry }) => entry)
  const isChanged = !isDeepStrictEqual(await writer.readList('synonyms'), entries)
  if (isChanged) await writer.putList('synonyms', entries)
  report.synonyms = { count: entries.length, isChanged }
}

/**
 * In a one-way row, each synonym that is in no product is reported; other rows only if none of their words is in a
 * product.
 */
export async function reportUnmatchedSynonyms(
  rows: SynonymRows,
  index: IndexSummaries,
  report: ReportBuilder,
): Promise<void> {
  const texts = new Set(
    rows.flatMap(({ entry: { word, synonyms, isOneWay } }) => [...(isOneWay ? [] : [word]), ...synonyms]),
  )
  const unmatched = new Set(await index.listUnmatched([...texts]))
  for (const { entry, place } of rows) {
    const { word, synonyms, isOneWay } = entry
    const listed = isOneWay ? synonyms : [word, ...synonyms]
    const useless = listed.filter((text) => unmatched.has(text))
    if (useless.length === 0 || (!isOneWay && useless.length < listed.length)) continue
    const value = abbreviateValue(useless.join(', '))
    report.unmatchedSynonyms.add({ ...place, value, reason: 'is in no product' })
  }
}

function readEntry(cells: SheetCells<SynonymField, 'word' | 'synonyms'>): SynonymEntry {
  const word = cells.word.text
  if (word === '') throw new RowError(cells.word.place, 'the word is missing')
  checkText(word, cells.word.place)
  const { raw, text: list, place } = cells.synonyms
  if (list === '') throw new RowError(place, 'the synonyms are missing')
  const synonyms = new Map<string, string>()
  for (const part of splitListCell(raw, SYNONYM_SEPARATOR)) {
    const text = readPlainText(part)
    if (text === '') continue
    checkText(text, place)
    const key = foldWords(text)
    if (key !== foldWords(word) && !synonyms.has(key)) synonyms.set(key, text)
  }
  if (synonyms.size === 0)
    throw new RowError(place, `the row has no other word than "${word}"; case and accents make no difference`)
  if (synonyms.size > SYNONYMS_MAX)
    throw new RowError(place, `the row has more than ${SYNONYMS_MAX} synonyms; remove some`)
  return { word, synonyms: [...synonyms.values()], isOneWay: readDirection(cells.direction) === DIRECTIONS.oneWay }
}

function checkText(text: string, place: NoticePlace): void {
  const given = { ...place, value: abbreviateValue(text) }
  if (text.length > SYNONYM_MAX_LENGTH) throw new RowError(given, `is longer than ${SYNONYM_MAX_LENGTH} characters`)
  const { length } = splitWords(text)
  if (length === 0) throw new RowError(given, 'has no letter or digit')
  if (length > SYNONYM_MAX_WORDS) throw new RowError(given, `has more than ${SYNONYM_MAX_WORDS} words`)
}

function readDirection(cell: SheetCell | undefined): (typeof DIRECTIONS)[keyof typeof DIRECTIONS] {
  if (!cell?.text) return DIRECTIONS.both
  const direction = cell.text.toLowerCase().replace(' ', '-')
  if (direction === DIRECTIONS.both || direction === DIRECTIONS.oneWay) return direction
  throw new RowError(cell.place, `is not a direction; write "${DIRECTIONS.both}" or "${DIRECTIONS.oneWay}"`)
}

/**
 * @param counts the synonyms of each word in the earlier rows, to which those of this row are added
 * @throws RowError if a word would have too many synonyms; the counts are unchanged then
 */
function countSynonyms(entry: SynonymEntry, counts: Map<string, number>, place: NoticePlace): void {
  const { searched } = listSearchedTexts(entry)
  const added = searched.map((text) => ({ text, key: foldWords(text) }))
  // A searched word finds all other words of its row: as many as there are synonyms.
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
