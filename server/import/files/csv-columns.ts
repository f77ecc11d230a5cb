import { languageKey } from '../../../shared/languages.ts'
import { ImportError } from '../import-error.ts'
import type { CsvFile, CsvRow, TableOptions } from './csv-file.ts'
import { type ImportNotes, noticeOfColumn } from '../import-report.ts'
import { describeOtherLanguage } from '../site-languages.ts'

/** Accepted names of each column, the current one first. Case and spaces are ignored. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>

/** Writes the names of columns with a number from 1 to `count`, such as `Option 1 name`, of which the given names have `#`. */
export function numberColumns<Field extends string>(
  count: number,
  names: Readonly<Record<Field, string | readonly string[]>>,
): ColumnNames<`${Field}${number}`> {
  const entries = Object.entries(names) as [Field, string | readonly string[]][]
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => index + 1).flatMap((number) =>
      entries.map(([field, given]) => [
        `${field}${number}`,
        [given].flat().map((name) => name.replaceAll('#', String(number))),
      ]),
    ),
  ) as unknown as ColumnNames<`${Field}${number}`>
}

/** Builds the columns of fields that are called as their columns are. */
export function nameColumns<Field extends string>(fields: readonly Field[]): ColumnNames<NoInfer<Field>> {
  return Object.fromEntries(fields.map((field) => [field, [field]])) as unknown as ColumnNames<Field>
}

/**
 * The last column of a file of rejected rows. Imports ignore the column, so that the corrected file can be imported.
 */
export const REASON_COLUMN = 'Reason'

export function isReasonColumn(header: readonly string[], index: number): boolean {
  return index === header.length - 1 && foldColumnName(header[index] ?? '') === foldColumnName(REASON_COLUMN)
}

/** Comparisons ignore case, spaces and the form of apostrophes. */
export function foldColumnName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()
}

/**
 * @param header the names of the columns as they are compared; messages have those of the table
 * @throws ImportError if two columns match one field, or a required column is missing
 */
export function matchColumns<Field extends string>(
  { name: file, headerLine: line, header: written }: CsvFile,
  header: readonly string[],
  names: ColumnNames<Field>,
  required: readonly Field[],
) {
  const fieldByName = indexFields(names)
  const indexes = new Map<Field, number>()
  const others: { name: string; index: number }[] = []
  for (const [index, name] of header.entries()) {
    const field = fieldByName.get(foldColumnName(name))
    const earlier = field && indexes.get(field)
    if (earlier !== undefined) {
      const both = `"${written[earlier]}" (column ${earlier + 1}) and "${written[index]}" (column ${index + 1})`
      throw new ImportError(
        { file, line, column: written[index] },
        `two columns have the same meaning: ${both}. Remove one of them`,
      )
    }
    if (field) indexes.set(field, index)
    else if (name !== '' && !isReasonColumn(header, index)) others.push({ name, index })
  }
  const missing = required.find((field) => !indexes.has(field))
  if (missing === undefined) return { indexes, others }
  const accepted = names[missing].map((name) => `"${name}"`).join(' or ')
  throw new ImportError({ file, line }, `the column ${accepted} is missing`)
}

/** Lists the fields by the folded names of their columns. */
export function indexFields<Field extends string>(names: ColumnNames<Field>): ReadonlyMap<string, Field> {
  const fields = Object.keys(names) as Field[]
  return new Map(fields.flatMap((field) => names[field].map((name) => [foldColumnName(name), field] as const)))
}

/** Splits names such as `Name[de-AT]` into the name and the key of the language. */
export function splitTranslatedColumn(name: string): { readonly name: string; readonly language: string } | undefined {
  const [, base, tag] = /^(.*?)\s*\[\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*\]$/i.exec(name.trim()) ?? []
  return base === undefined || tag === undefined ? undefined : { name: base, language: languageKey(tag) }
}

/**
 * Separates the columns by language. Those in a language that the site does not have are left out with a warning.
 * @param isTranslated whether a column of this name may be translated
 * @param languages keys of the site's languages, the first one first; undefined if the caller has checked them
 * @returns the header without the columns of further languages, whose names are blank; and those with only the columns of a
 * language, whose names are as in the first one, by the key of the language
 */
export function splitColumnLanguages(
  table: CsvFile,
  isTranslated: (name: string) => boolean,
  languages: readonly string[] | undefined,
  notes: Pick<ImportNotes, 'warn'>,
) {
  const { header } = table
  const main = [...header]
  const byLanguage = new Map<string, string[]>()
  for (const [index, column] of header.entries()) {
    const { name, language } = splitTranslatedColumn(column) ?? {}
    if (name === undefined || language === undefined || !isTranslated(name)) continue
    main[index] = ''
    if (languages && !languages.slice(1).includes(language)) {
      notes.warn(noticeOfColumn(table, column, describeOtherLanguage('column', language, languages)))
      continue
    }
    const own = byLanguage.get(language) ?? header.map(() => '')
    own[index] = name
    byLanguage.set(language, own)
  }
  return { main, byLanguage }
}

export function warnOfUnknownColumn(table: CsvFile, name: string, notes: Pick<ImportNotes, 'warn'>): void {
  notes.warn(noticeOfColumn(table, name, 'unknown column; it was ignored'), true)
}

/** Number of rows at the beginning of a table that may have its column names. */
export const HEAD_ROWS = 50

const COLUMNS_MAX = 10_000

/**
 * A narrower table has no titles: a row with one cell may be the column name of a table with one column, whose texts
 * contain commas without quotes.
 */
const TITLED_MIN_COLUMNS = 3

/**
 * Finds the row that the options name, or else the first one with known column names, or else the first one that is not a
 * title, which fills at most half of the columns.
 */
export function findHead(
  rows: readonly CsvRow[],
  { headerRow, recognises = () => false }: TableOptions,
): CsvRow | undefined {
  const heads = rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell.trim().replace(/\s+/g, ' ')) }))
  if (headerRow !== undefined) return heads.find(({ number }) => number === headerRow)
  const widths = heads.map(({ cells }) => cells.filter(Boolean).length)
  const usual = findMode(widths.filter((width) => width > 1))
  const titleMax = usual < TITLED_MIN_COLUMNS ? 0 : usual / 2
  return heads.find(({ cells }) => recognises(cells)) ?? heads.find((_, index) => widths[index]! > titleMax)
}

/** @throws ImportError if there is no row with column names, or it has too many */
export function checkHead(file: string, head: CsvRow | undefined, { headerRow }: TableOptions): CsvRow {
  if (!head && headerRow === undefined) throw new ImportError({ file }, 'the table is empty')
  if (!head)
    throw new ImportError(
      { file, line: headerRow },
      `the row is blank or not among the first ${HEAD_ROWS} rows with cells; --header-row names the row with the column names`,
    )
  const { line, cells } = head
  if (cells.length <= COLUMNS_MAX) return head
  throw new ImportError({ file, line }, `the header has ${cells.length} columns, more than ${COLUMNS_MAX}; remove some`)
}

/** Returns the most frequent number, the larger one of several equally frequent ones, or 0 if there is none. */
export function findMode(numbers: readonly number[]): number {
  const groups = [...Map.groupBy(numbers, (number) => number).values()]
  const [most] = groups.toSorted((left, right) => right.length - left.length || right[0]! - left[0]!)
  return most?.[0] ?? 0
}
