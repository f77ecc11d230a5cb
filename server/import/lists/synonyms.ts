import {
  SYNONYM_ENTRIES_MAX,
  SYNONYM_MAX_LENGTH,
  SYNONYM_MAX_WORDS,
  type SynonymEntry,
  SYNONYMS_MAX,
} from '../../catalog/rules/synonyms.ts'
import { splitWords } from '../../catalog/search/words.ts'
import { abbreviateValue, escapeListPart, readPlainText, splitListCell } from '../cells.ts'
import { RowError, type SheetCells } from '../files/settings-sheet.ts'
import type { NoticePlace } from '../import-report.ts'
import { defineList } from './owner-list.ts'

const SEPARATOR = ','

export const SYNONYMS = defineList({
  kind: 'synonyms',
  columns: { word: ['Word'], synonyms: ['Synonyms'] },
  required: ['word', 'synonyms'],
  rowsMax: SYNONYM_ENTRIES_MAX,
  readRow: ({ cells }) => readEntry(cells),
  writeRow: ({ word, synonyms }) => ({
    word,
    synonyms: synonyms.map((text) => escapeListPart(text, SEPARATOR)).join(`${SEPARATOR} `),
  }),
})

function readEntry(cells: SheetCells<'word' | 'synonyms', 'word' | 'synonyms'>): SynonymEntry {
  const word = cells.word.text
  if (word === '') throw new RowError(cells.word.place, 'the word is missing')
  checkText(word, cells.word.place)
  const { raw, text: list, place } = cells.synonyms
  if (list === '') throw new RowError(place, 'the synonyms are missing')
  const synonyms = new Map<string, string>()
  for (const part of splitListCell(raw, SEPARATOR)) {
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
  return { word, synonyms: [...synonyms.values()] }
}

function checkText(text: string, place: NoticePlace): void {
  const given = { ...place, value: abbreviateValue(text) }
  if (text.length > SYNONYM_MAX_LENGTH) throw new RowError(given, `is longer than ${SYNONYM_MAX_LENGTH} characters`)
  const { length } = splitWords(text)
  if (length === 0) throw new RowError(given, 'has no letter or digit')
  if (length > SYNONYM_MAX_WORDS) throw new RowError(given, `has more than ${SYNONYM_MAX_WORDS} words`)
}

function foldWords(text: string): string {
  return splitWords(text).join(' ')
}
