import { languageKey } from '../../../shared/languages.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { ATTRIBUTE_ENTRIES_MAX, type AttributeEntry } from '../../catalog/rules/attribute-entries.ts'
import { findUnit } from '../../catalog/rules/units.ts'
import { RowError, type SheetCell } from '../files/settings-sheet.ts'
import { defineList, type ReadRow } from './owner-list.ts'

type AttributeField = 'name' | 'type' | 'unit'

/** `attributes.csv`, which says which attributes are numbers, and in which unit, and translates their names. */
export const ATTRIBUTES = defineList({
  kind: 'attributes',
  columns: { name: ['Name'], type: ['Type'], unit: ['Unit'] },
  translated: ['name'],
  required: ['name'],
  rowsMax: ATTRIBUTE_ENTRIES_MAX,
  readRow: readEntry,
  keyOf: ({ name }) => buildSlug(name),
  async merge(rows, stored, writer) {
    const known = new Map(stored.map(({ name, names = {} }) => [buildSlug(name), names]))
    const merged = rows.map(({ entry, languages }): AttributeEntry => {
      // Names in a language without a column stay.
      const kept = Object.entries(known.get(buildSlug(entry.name)) ?? {}).filter(([key]) => !languages.includes(key))
      const names = { ...Object.fromEntries(kept), ...entry.names }
      return Object.keys(names).length > 0 ? { ...entry, names } : entry
    })
    const entries = merged.filter(({ type, names }) => type !== null || names)
    const keys = new Set(entries.map(({ name }) => buildSlug(name)))
    const shown = ((await writer.readSite()).languages ?? []).map(languageKey)
    // Exports leave out entries that have only names in removed languages, so a file without them does not delete them.
    const hidden = stored.filter((entry) => !isShown(entry, shown) && !keys.has(buildSlug(entry.name)))
    return [...entries, ...hidden]
  },
  writeRow(entry, languages) {
    if (!isShown(entry, languages)) return undefined
    const names = Object.entries(entry.names ?? {}).map(([key, name]) => [key, { name }] as const)
    return { ...entry, translations: Object.fromEntries(names) }
  },
})

function isShown({ type, names = {} }: AttributeEntry, languages: readonly string[]): boolean {
  return type !== null || languages.some((key) => Object.hasOwn(names, key))
}

function readEntry({
  cells: { name, type, unit },
  translations,
  isTranslated,
}: ReadRow<AttributeField, 'name'>): AttributeEntry {
  if (buildSlug(name.text) === '') throw new RowError(name.place, 'the name is missing')
  const names = Object.entries(translations).flatMap(([language, own]) =>
    own.name?.text ? [[language, own.name.text] as const] : [],
  )
  const isName = isTranslated && !type?.text && !unit?.text
  const chosen = isName ? null : readType(type)
  if (unit?.text && chosen === 'text') throw new RowError(unit.place, 'a text has no unit; remove it')
  if (unit?.text && !findUnit(unit.text))
    throw new RowError(unit.place, 'is not a known unit; write a symbol such as "mm" or "kg"')
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
