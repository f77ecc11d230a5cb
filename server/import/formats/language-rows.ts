import { TemporaryDatabase } from '../../catalog/store/sqlite/temporary-database.ts'
import { copyText } from '../cells.ts'
import { NO_NAME } from '../draft-product.ts'
import { scanCsvRows, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfFile, type ImportNotes } from '../import-report.ts'
import type { TextLanguages } from '../product-format.ts'
import { findLanguageColumns, matchLanguage, readCell, readCode, type LanguageColumns } from './language-columns.ts'

export interface LanguageTables {
  /** Number of rows in the file, whatever their language. */
  readonly rowCount: number
  /** Language of the main table, if that of the site is unknown and the file says it. */
  readonly locale: string | undefined
  /** Undefined if no row is in the first language. */
  readonly main: CsvFile | undefined
  /** Tables by language key, with the product numbers of the first language. */
  readonly translated: ReadonlyMap<string, CsvFile>
}

/** Key of the first language, which rows without a code have as well. */
const FIRST = ''

/** Magento's code of the first store view. */
const DEFAULT = 'default'

/**
 * Splits an export of Magento with store views, or of WooCommerce with WPML.
 * @returns undefined if the file does not tell languages apart
 * @throws ImportError if the file cannot be read to its end, or no row is in a wanted language
 */
export async function splitByLanguage(
  file: CsvFile,
  format: string,
  wanted: TextLanguages,
  notes: Pick<ImportNotes, 'warn'>,
): Promise<LanguageTables | undefined> {
  const columns = findLanguageColumns(file.header, format)
  if (!columns) return undefined
  const { codes, rowCount } = await readCodes(file, columns)
  if ([...codes.keys()].every((code) => code === FIRST)) return undefined
  const locale = columns.hasViews || wanted.languages.length > 0 ? undefined : findOriginalLanguage(codes)
  const languages = locale === undefined ? wanted.languages : [locale]
  const keys = matchCodes(codes, languages)
  const references = await readReferences(file, columns, keys)
  const keyOf = (row: CsvRow) => {
    const code = readCode(row, columns)
    const key = keys.get(code)
    const chosen = key === undefined || code === FIRST ? code : references.chosen.get(textOf(row, columns, key))
    return (chosen ?? code) === code ? key : undefined
  }
  const keep = (wantedKey: string, read: (row: CsvRow) => CsvRow | undefined): CsvFile => ({
    ...file,
    async *readRows() {
      for await (const rows of file.readRows())
        yield rows.flatMap((row) => (keyOf(row) === wantedKey && read(row)) || [])
    },
  })
  const translated = new Map<string, CsvFile>()
  for (const key of wanted.language === null ? languages.slice(1) : [wanted.language]) {
    const table = keep(key, (row) => translateRow(row, columns, references))
    if (await hasRows(table)) translated.set(key, table)
  }
  const main = keep(FIRST, (row) => completeRow(row, columns, references))
  const hasMain = wanted.language === null && (await hasRows(main))
  const found = { file, columns, codes, languages, language: wanted.language, surplus: references.surplus }
  if (!hasMain && translated.size === 0) throw describeMissing(found)
  warnOfOthers(found, notes)
  return { rowCount, locale, main: hasMain ? main : undefined, translated }
}

interface Code {
  /** The code as it is written. */
  readonly cell: string
  readonly line: number
  count: number
  /** Number of rows that translate no other one. */
  originals: number
}

type Codes = ReadonlyMap<string, Code>

async function readCodes(file: CsvFile, columns: LanguageColumns): Promise<{ codes: Codes; rowCount: number }> {
  const codes = new Map<string, Code>()
  const rowCount = await scanCsvRows(file, (row) => {
    const code = readCode(row, columns)
    const known = codes.get(code) ?? { cell: readCell(row, columns.language), line: row.line, count: 0, originals: 0 }
    known.count += 1
    if (readCell(row, columns.source) === '') known.originals += 1
    codes.set(code, known)
  })
  return { codes, rowCount }
}

/** Returns the language of the most rows that are no translations. */
function findOriginalLanguage(codes: Codes): string | undefined {
  return [...codes]
    .filter(([code]) => code !== FIRST)
    .toSorted(([, left], [, right]) => right.originals - left.originals || right.count - left.count)[0]?.[0]
}

/** Returns the languages of the codes that mean one of the site's: first a code that is the language, `default` last. */
function matchCodes(codes: Codes, languages: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map([[FIRST, FIRST]])
  for (const code of [...languages, ...[...codes.keys()].filter((code) => code !== DEFAULT), DEFAULT]) {
    const key = matchCode(code, languages)
    if (codes.has(code) && key !== undefined && !keys.has(code)) keys.set(code, key === languages[0] ? FIRST : key)
  }
  return keys
}

function matchCode(code: string, languages: readonly string[]): string | undefined {
  return code === DEFAULT ? languages[0] : matchLanguage(code, languages)
}

interface References {
  /** Numbers of products in the first language by those of their translations. */
  readonly numbers: ReadonlyMap<string, string>
  readonly variants: ReadonlySet<string>
  /** Variants that products list without a store view, by the number of the product. */
  readonly variations: ReadonlyMap<string, string>
  /** Rows of store views in the first language. They may be as many as the products. */
  readonly views: TemporaryDatabase
  /** Codes of the rows that are read, if several codes mean one language. */
  readonly chosen: ReadonlyMap<string, string>
  /** Numbers of the other rows, by code. */
  readonly surplus: ReadonlyMap<string, number>
}

const VIEWS = 'CREATE TABLE view (number TEXT PRIMARY KEY, cells TEXT NOT NULL)'

/** @param keys languages by code, the best code of each language first */
async function readReferences(
  file: CsvFile,
  columns: LanguageColumns,
  keys: ReadonlyMap<string, string>,
): Promise<References> {
  const mainByGroup = new Map<string, string>()
  const translations: (readonly [number: string, group: string])[] = []
  const [variants, variations] = [new Set<string>(), new Map<string, string>()]
  const [chosen, surplus] = [new Map<string, string>(), new Map<string, number>()]
  const views = new TemporaryDatabase(VIEWS)
  const ranks = [...keys.keys()].filter((code) => code !== FIRST)
  const hasRivals = new Set(ranks.map((code) => keys.get(code))).size < ranks.length
  for await (const rows of file.readRows())
    for (const row of rows) {
      const [code, number, group, listed] = [
        readCode(row, columns),
        ...[columns.number, columns.group, columns.variations].map((index) => copyText(readCell(row, index))),
      ] as [string, string, string, string]
      const key = keys.get(code)
      if (key === undefined) continue
      for (const [, sku = ''] of listed.matchAll(/(?:^|[|,])sku=([^,|]+)/g)) variants.add(sku)
      if (group !== '' && key === FIRST) mainByGroup.set(group, number)
      if (group !== '' && key !== FIRST) translations.push([number, group])
      if (code === FIRST) {
        if (listed !== '') variations.set(number, listed)
        continue
      }
      const text = copyText(textOf(row, columns, key))
      const other = chosen.get(text) ?? code
      const [kept, left] = ranks.indexOf(code) <= ranks.indexOf(other) ? [code, other] : [other, code]
      if (hasRivals) chosen.set(text, kept)
      if (left !== kept) surplus.set(left, (surplus.get(left) ?? 0) + 1)
      if (columns.hasViews && key === FIRST && kept === code)
        views.queries.run('INSERT OR REPLACE INTO view VALUES (?, ?)', number, JSON.stringify(row.cells))
    }
  const numbers = translations.flatMap(([own, group]) => {
    const main = mainByGroup.get(group)
    return main === undefined ? [] : [[own, main] as const]
  })
  return { numbers: new Map(numbers), variants, variations, views, chosen, surplus }
}

/** Names what rows of several codes have in common, if they mean the same product and language. */
function textOf(row: CsvRow, columns: LanguageColumns, key: string): string {
  return `${key} ${readCell(row, columns.group) || readCell(row, columns.number)}`
}

/** Replaces the texts of a row without a store view by those that the first language's store view has. */
function completeRow(row: CsvRow, columns: LanguageColumns, { views }: References): CsvRow | undefined {
  if (!columns.hasViews) return row
  if (readCode(row, columns) !== FIRST) return undefined
  const found = views.queries.get('SELECT cells FROM view WHERE number = ?', readCell(row, columns.number))
  if (!found) return row
  const texts = JSON.parse(String(found['cells'])) as readonly string[]
  const cells = row.cells.map((cell, index) => {
    const text = texts[index]?.trim() || cell
    if (columns.texts.has(index)) return text
    // Of several values of an attribute, the last one counts.
    return index === columns.attributes && text !== cell ? `${cell},${text}` : cell
  })
  return { ...row, cells }
}

function translateRow(row: CsvRow, columns: LanguageColumns, references: References): CsvRow | undefined {
  const { numbers, variants, variations } = references
  const number = readCell(row, columns.number)
  if (variants.has(number)) return undefined
  const [parent, listed] = [readCell(row, columns.parent), readCell(row, columns.variations)]
  const changed = new Map([
    [columns.number, numbers.get(number) ?? number],
    [columns.parent, parent.replace(/^id:\s*(\d+)$/i, (_, id: string) => `id:${numbers.get(id) ?? id}`)],
    [columns.name, readCell(row, columns.name) || NO_NAME],
    [columns.variations, listed || (variations.get(number) ?? '')],
  ])
  return { ...row, cells: row.cells.map((cell, index) => changed.get(index) ?? cell) }
}

async function hasRows(table: CsvFile): Promise<boolean> {
  for await (const rows of table.readRows()) if (rows.length > 0) return true
  return false
}

interface Found extends TextLanguages {
  readonly file: CsvFile
  readonly columns: LanguageColumns
  readonly codes: Codes
  readonly surplus: References['surplus']
}

/** Returns why rows with a code are left out, and how many; undefined if all are read. */
function explainOmission({ columns, codes, surplus, languages }: Found, code: string) {
  const { count } = codes.get(code)!
  const key = matchCode(code, languages)
  const left = surplus.get(code)
  const advice = '"languages" in site.json adds others'
  if (code === FIRST) return undefined
  if (columns.hasViews && key === languages[0] && !codes.has(FIRST))
    return { reason: 'these rows only complete those without a store view; export all store views together', count }
  if (key === undefined && languages.length > 1)
    return { reason: `this is none of the site's languages (${languages.join(', ')}); ${advice}`, count }
  if (key === undefined)
    return { reason: `this is not the language of the site; ${advice}, and --language replaces it`, count }
  return left === undefined ? undefined : { reason: `other rows have the same texts in "${key}"`, count: left }
}

function describeMissing(found: Found): ImportError {
  const { file, columns, codes, languages, language } = found
  const cells = [...codes].map(([code, { cell }]) => (code === FIRST ? 'no language' : `"${cell}"`)).join(', ')
  const isMissing = language !== null && [...codes.keys()].every((code) => matchCode(code, languages) !== language)
  const [omission] = [...codes.keys()].flatMap((code) => explainOmission(found, code) ?? [])
  const reason = isMissing
    ? `none in "${language}"; if its texts are in "${language}" nevertheless, remove this column`
    : `none of them can be used: ${omission?.reason ?? 'all are variants'}`
  return new ImportError(
    { file: file.name, line: file.headerLine, column: file.header[columns.language] },
    `the file has only rows in ${cells}, and ${reason}`,
  )
}

function warnOfOthers(found: Found, notes: Pick<ImportNotes, 'warn'>): void {
  const { file, columns, codes, languages, language } = found
  let otherCount = 0
  for (const [code, { cell, line, count }] of codes) {
    if (language !== null && matchCode(code, languages) !== language) {
      otherCount += count
      continue
    }
    const omission = explainOmission(found, code)
    if (!omission) continue
    const rows = omission.count === 1 ? '1 row was' : `${omission.count} rows were`
    const place = { file: file.name, line, column: file.header[columns.language]!, value: cell }
    notes.warn({ ...place, reason: `${omission.reason}; ${rows} left out` })
  }
  if (otherCount > 0)
    notes.warn(noticeOfFile(file.name, `rows in other languages than "${language}" were left out: ${otherCount}`))
}
