import { languageKey } from '../../../shared/languages.ts'
import { ImportError } from '../import-error.ts'
import type { TableHead } from './csv-file.ts'
import { type ImportNotes, noticeOfColumn } from '../import-report.ts'
import { describeOtherLanguage } from '../site-languages.ts'

/** Accepted names of each column, the current one first. Case and spaces are ignored. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>

interface MatchedColumns<Field extends string> {
  readonly indexes: ReadonlyMap<Field, number>
  readonly others: readonly { readonly name: string; readonly index: number }[]
}

/**
 * The last column of a file of rejected rows. Imports ignore the column, so that the corrected file can be imported.
 */
export const REASON_COLUMN = 'Reason'

export function hasReasonColumn(header: readonly string[]): boolean {
  return isReasonColumn(header, header.length - 1)
}

export function isReasonColumn(header: readonly string[], index: number): boolean {
  return index === header.length - 1 && foldColumnName(header[index] ?? '') === foldColumnName(REASON_COLUMN)
}

/** Comparisons ignore case, spaces and the form of apostrophes. */
export function foldColumnName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()
}

/** @throws ImportError if two columns match one field, or a required column is missing */
export function matchColumns<Field extends string>(
  { name: file, headerLine: line }: TableHead,
  header: readonly string[],
  names: ColumnNames<Field>,
  required: readonly Field[],
): MatchedColumns<Field> {
  const fieldByName = indexFields(names)
  const indexes = new Map<Field, number>()
  const others: { name: string; index: number }[] = []
  for (const [index, name] of header.entries()) {
    const field = fieldByName.get(foldColumnName(name))
    if (field === undefined) {
      if (name !== '' && !isReasonColumn(header, index)) others.push({ name, index })
      continue
    }
    const earlier = indexes.get(field)
    if (earlier !== undefined) {
      const both = `"${header[earlier]}" (column ${earlier + 1}) and "${name}" (column ${index + 1})`
      throw new ImportError(
        { file, line, column: name },
        `two columns have the same meaning: ${both}. Remove one of them`,
      )
    }
    indexes.set(field, index)
  }
  for (const field of required) {
    if (indexes.has(field)) continue
    const accepted = names[field].map((name) => `"${name}"`).join(' or ')
    throw new ImportError({ file, line }, `the column ${accepted} is missing`)
  }
  return { indexes, others }
}

function indexFields<Field extends string>(names: ColumnNames<Field>): ReadonlyMap<string, Field> {
  const fields = Object.keys(names) as Field[]
  return new Map(fields.flatMap((field) => names[field].map((name) => [foldColumnName(name), field] as const)))
}

/** Splits names such as `Name[de-AT]` into the name and the key of the language. */
export function splitTranslatedColumn(name: string): { readonly name: string; readonly language: string } | undefined {
  const [, base, tag] = /^(.*?)\s*\[\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*\]$/i.exec(name.trim()) ?? []
  return base === undefined || tag === undefined ? undefined : { name: base, language: languageKey(tag) }
}

interface LanguageRules {
  /** Keys of the site's languages, the first one first; undefined if the caller has checked them. */
  readonly languages: readonly string[] | undefined
  readonly notes: Pick<ImportNotes, 'warn'>
}

/** Returns whether the site has the language of a column; if not, warns that the column was left out. */
export function checkColumnLanguage(
  table: TableHead,
  { name: column, language }: { readonly name: string; readonly language: string },
  { languages, notes }: LanguageRules,
): boolean {
  if (!languages || languages.slice(1).includes(language)) return true
  notes.warn(noticeOfColumn(table, column, describeOtherLanguage('column', language, languages)))
  return false
}

/** Finds the columns with translations among those that match no field. */
export function matchTranslatedColumns<Field extends string>(
  head: TableHead,
  others: MatchedColumns<Field>['others'],
  names: ColumnNames<Field>,
  rules: LanguageRules,
): { readonly byLanguage: ReadonlyMap<string, ReadonlyMap<Field, number>> } & Pick<MatchedColumns<Field>, 'others'> {
  const fieldByName = indexFields(names)
  const byLanguage = new Map<string, Map<Field, number>>()
  const rest = others.filter(({ name, index }) => {
    const column = splitTranslatedColumn(name)
    const field = column && fieldByName.get(foldColumnName(column.name))
    if (!column || field === undefined) return true
    if (!checkColumnLanguage(head, { name, language: column.language }, rules)) return false
    const indexes = byLanguage.get(column.language) ?? new Map<Field, number>()
    if (indexes.has(field))
      throw new ImportError(
        { file: head.name, line: head.headerLine, column: name },
        'two columns have the same meaning. Remove one of them',
      )
    byLanguage.set(column.language, indexes.set(field, index))
    return false
  })
  return { byLanguage, others: rest }
}

export function warnOfUnknownColumn(table: TableHead, name: string, notes: Pick<ImportNotes, 'warn'>): void {
  notes.warn(noticeOfColumn(table, name, 'unknown column; it was ignored'), true)
}
