import * as z from 'zod'
import { languageKey } from '../../../shared/languages.ts'
import type { Company } from '../../../shared/site.ts'
import { ATTRIBUTE_ENTRIES_MAX, type AttributeEntry } from '../../catalog/rules/attribute-entries.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { COMPANIES_MAX, companyKey } from '../../catalog/rules/companies.ts'
import {
  SYNONYM_ENTRIES_MAX,
  SYNONYM_MAX_LENGTH,
  SYNONYM_MAX_WORDS,
  SYNONYMS_MAX,
} from '../../catalog/rules/synonyms.ts'
import { findUnit } from '../../catalog/rules/units.ts'
import { splitWords } from '../../catalog/search/words.ts'
import {
  abbreviateValue,
  escapeListPart,
  isHttpsAddress,
  readLongText,
  readPlainText,
  splitListCell,
} from '../cells.ts'
import { LIMITS } from '../draft-product.ts'
import { RowError } from '../files/settings-sheet.ts'
import type { NoticePlace } from '../import-report.ts'
import { defineList, type OwnerList } from './owner-list.ts'
import { REDIRECTS } from './redirects.ts'

/** `attributes.csv`, which says which attributes are numbers, and in which unit, and translates their names. */
const ATTRIBUTES = defineList({
  kind: 'attributes',
  columns: { name: ['Name'], type: ['Type'], unit: ['Unit'] },
  translated: ['name'],
  required: ['name'],
  rowsMax: ATTRIBUTE_ENTRIES_MAX,
  readRow({ cells: { name, type, unit }, translations, isTranslated }): AttributeEntry {
    if (buildSlug(name.text) === '') throw new RowError(name.place, 'the name is missing')
    const typed = type?.text.toLowerCase() || 'number'
    const chosen = (['number', 'text'] as const).find((known) => known === typed)
    if (!chosen) throw new RowError(type?.place ?? name.place, 'is not a type; write "number" or "text"')
    if (unit?.text && chosen === 'text') throw new RowError(unit.place, 'a text has no unit; remove it')
    if (unit?.text && !findUnit(unit.text))
      throw new RowError(unit.place, 'is not a known unit; write a symbol such as "mm" or "kg"')
    const names = Object.entries(translations).map(([language, own]) => [language, own.name?.text ?? ''] as const)
    const isName = isTranslated && !type?.text && !unit?.text
    const entry = { name: name.text, type: isName ? null : chosen, unit: unit?.text || null }
    return withNames(entry, Object.fromEntries(names))
  },
  keyOf: ({ name }) => buildSlug(name),
  async merge(rows, stored, writer) {
    const known = new Map(stored.map(({ name, names }) => [buildSlug(name), names]))
    const merged = rows.map(({ entry, languages }) => {
      // Names in a language without a column stay.
      const blank = Object.fromEntries(languages.map((language) => [language, '']))
      return withNames(entry, { ...known.get(buildSlug(entry.name)), ...blank, ...entry.names })
    })
    const keys = new Set(merged.map(({ name }) => buildSlug(name)))
    const shown = ((await writer.readSite()).languages ?? []).map(languageKey)
    // Exports leave out entries that have only names in removed languages, so a file without them does not delete them.
    const hidden = stored.filter((entry) => !isShown(entry, shown) && !keys.has(buildSlug(entry.name)))
    return [...merged.filter(({ type, names }) => type !== null || names), ...hidden]
  },
  writeRow(entry, languages) {
    if (!isShown(entry, languages)) return undefined
    const names = Object.entries(entry.names ?? {}).map(([key, name]) => [key, { name }] as const)
    return { ...entry, translations: Object.fromEntries(names) }
  },
})

/** Adds the names by language that are not blank. */
function withNames(entry: AttributeEntry, names: Readonly<Record<string, string>>): AttributeEntry {
  const given = Object.entries(names).filter(([, name]) => name !== '')
  return given.length > 0 ? { ...entry, names: Object.fromEntries(given) } : entry
}

function isShown({ type, names = {} }: AttributeEntry, languages: readonly string[]): boolean {
  return type !== null || languages.some((key) => Object.hasOwn(names, key))
}

const SEPARATOR = ','

/** `synonyms.csv`. */
const SYNONYMS = defineList({
  kind: 'synonyms',
  columns: { word: ['Word'], synonyms: ['Synonyms'] },
  required: ['word', 'synonyms'],
  rowsMax: SYNONYM_ENTRIES_MAX,
  readRow({ cells: { word, synonyms } }) {
    if (word.text === '') throw new RowError(word.place, 'the word is missing')
    if (synonyms.text === '') throw new RowError(synonyms.place, 'the synonyms are missing')
    const key = readSynonym(word.text, word.place)
    const others = new Map<string, string>()
    for (const text of splitListCell(synonyms.raw, SEPARATOR).map(readPlainText).filter(Boolean)) {
      const other = readSynonym(text, synonyms.place)
      if (other !== key && !others.has(other)) others.set(other, text)
    }
    const same = `the row has no other word than "${word.text}"; case and accents make no difference`
    if (others.size === 0) throw new RowError(synonyms.place, same)
    if (others.size > SYNONYMS_MAX)
      throw new RowError(synonyms.place, `the row has more than ${SYNONYMS_MAX} synonyms; remove some`)
    return { word: word.text, synonyms: [...others.values()] }
  },
  writeRow: ({ word, synonyms }) => ({
    word,
    synonyms: synonyms.map((text) => escapeListPart(text, SEPARATOR)).join(`${SEPARATOR} `),
  }),
})

/** @returns the words in which texts that mean the same are equal @throws RowError */
function readSynonym(text: string, place: NoticePlace): string {
  const given = { ...place, value: abbreviateValue(text) }
  const words = splitWords(text)
  if (text.length > SYNONYM_MAX_LENGTH) throw new RowError(given, `is longer than ${SYNONYM_MAX_LENGTH} characters`)
  if (words.length === 0) throw new RowError(given, 'has no letter or digit')
  if (words.length > SYNONYM_MAX_WORDS) throw new RowError(given, `has more than ${SYNONYM_MAX_WORDS} words`)
  return words.join(' ')
}

interface CompanyRule {
  readonly maxLength: number
  readonly isValid?: (text: string) => boolean
  readonly expected?: string
}

const COMPANY_RULES: Readonly<Record<keyof Company, CompanyRule>> = {
  name: { maxLength: LIMITS.brand },
  address: { maxLength: 1_000 },
  email: { maxLength: 254, isValid: (text) => z.email().safeParse(text).success, expected: 'an e-mail address' },
  website: { maxLength: 2_000, isValid: isHttpsAddress, expected: 'an address that begins with https://' },
  phone: { maxLength: 100, isValid: (text) => /\d/.test(text), expected: 'a phone number' },
}

/** `companies.csv`, to which products refer by the names. */
const COMPANIES = defineList({
  kind: 'companies',
  columns: {
    name: ['Name'],
    address: ['Address', 'Postal address'],
    email: ['Email', 'E-mail'],
    website: ['Website'],
    phone: ['Phone'],
  },
  required: ['name'],
  rowsMax: COMPANIES_MAX,
  readRow({ cells }, _options, report) {
    if (cells.name.text === '') throw new RowError(cells.name.place, 'the name is missing')
    const company: { -readonly [Field in keyof Company]: Company[Field] } = { name: '' }
    for (const field of Object.keys(COMPANY_RULES) as (keyof Company)[]) {
      const cell = cells[field]
      const text = (field === 'address' ? readLongText(cell?.raw ?? '') : cell?.text)?.replace(/\s*[\r\n]\s*/g, '\n')
      // Stored records, and so pages, have no keys without a value.
      if (!cell || !text) continue
      const { maxLength, isValid, expected } = COMPANY_RULES[field]
      const place = { ...cell.place, value: abbreviateValue(text) }
      if (text.length > maxLength) throw new RowError(place, `is longer than ${maxLength} characters; shorten it`)
      if (!isValid || isValid(text)) company[field] = text
      else report.warn({ ...place, reason: `is not ${expected}; it was left out` })
    }
    return company
  },
  keyOf: ({ name }) => companyKey(name),
  writeRow: (company) => company,
})

/** The tables beside the products that the catalogue stores as lists. */
export const OWNER_LISTS: readonly OwnerList[] = [REDIRECTS, SYNONYMS, ATTRIBUTES, COMPANIES]
