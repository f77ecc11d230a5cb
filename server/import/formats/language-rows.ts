import { scanRows } from '../../catalog/store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../catalog/store/sqlite/temporary-database.ts'
import { NO_NAME } from '../draft-product.ts'
import { scanCsvRows, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfFile, type ImportNotes } from '../import-report.ts'
import type { TextLanguages } from '../product-format.ts'
import { findLanguageColumns, matchLanguage, readCell, readCode, type LanguageColumns } from './language-columns.ts'

interface LanguageTables {
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
  const rows = new LanguageRows(columns)
  const rowCount = await scanCsvRows(file, (row) => rows.add(row))
  const { codes } = rows
  if ([...codes.keys()].every((code) => code === FIRST)) return undefined
  const locale = columns.hasViews || wanted.languages.length > 0 ? undefined : findOriginalLanguage(codes)
  const languages = locale === undefined ? wanted.languages : [locale]
  const surplus = rows.chooseLanguages(matchCodes(codes, languages))
  const open = (key: string): CsvFile => ({ ...file, readRows: () => rows.readRows(key) })
  const translated = new Map<string, CsvFile>()
  for (const key of wanted.language === null ? languages.slice(1) : [wanted.language])
    if (rows.has(key)) translated.set(key, open(key))
  const hasMain = wanted.language === null && rows.has(FIRST)
  const found = { file, columns, codes, languages, language: wanted.language, surplus }
  if (!hasMain && translated.size === 0) throw describeMissing(found)
  warnOfOthers(found, notes)
  return { rowCount, locale, main: hasMain ? open(FIRST) : undefined, translated }
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

/** `product` is what a product and its translations have in common. Rows without a language are left out. */
const SCHEMA = `
  CREATE TABLE row (place INTEGER PRIMARY KEY, code TEXT NOT NULL, number TEXT NOT NULL, product TEXT NOT NULL,
    variations TEXT NOT NULL, row TEXT NOT NULL, language TEXT);
  CREATE TABLE language (code TEXT PRIMARY KEY, key TEXT NOT NULL, rank INTEGER NOT NULL);
  CREATE TABLE variant (number TEXT PRIMARY KEY);`

/** Of several codes that mean one language, a product has the texts of the first one that it has. */
const CHOOSE = `
  CREATE INDEX row_by_product ON row (product, code);
  CREATE INDEX row_by_number ON row (number, code);
  UPDATE row SET language = (SELECT key FROM language WHERE language.code = row.code) WHERE NOT EXISTS
    (SELECT 1 FROM row AS other JOIN language AS better ON better.code = other.code JOIN language AS own ON own.code = row.code
      WHERE other.product = row.product AND row.code <> '' AND other.code <> '' AND better.key = own.key AND better.rank < own.rank);`

const SURPLUS = `SELECT row.code, count(*) AS count FROM row JOIN language ON language.code = row.code
  WHERE row.language IS NULL GROUP BY row.code`

const MAIN_NUMBER = `SELECT main.number FROM row AS own JOIN row AS main ON main.product = own.product AND main.language = ''
  WHERE own.number = ? AND own.language <> '' ORDER BY main.place DESC LIMIT 1`

/** The rows of a file by language, in a temporary database that is deleted when it is garbage collected. */
class LanguageRows {
  readonly codes = new Map<string, Code>()
  readonly #columns: LanguageColumns
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  constructor(columns: LanguageColumns) {
    this.#columns = columns
  }

  add(row: CsvRow): void {
    const columns = this.#columns
    const code = readCode(row, columns)
    const known = this.codes.get(code) ?? {
      cell: readCell(row, columns.language),
      line: row.line,
      count: 0,
      originals: 0,
    }
    known.count += 1
    if (readCell(row, columns.source) === '') known.originals += 1
    this.codes.set(code, known)
    const [number, group, listed] = [columns.number, columns.group, columns.variations].map((index) =>
      readCell(row, index),
    ) as [string, string, string]
    const sql = 'INSERT INTO row (code, number, product, variations, row) VALUES (?, ?, ?, ?, ?)'
    this.#queries.run(sql, code, number, group || number, listed, JSON.stringify(row))
    for (const [, sku = ''] of listed.matchAll(/(?:^|[|,])sku=([^,|]+)/g))
      this.#queries.run('INSERT OR IGNORE INTO variant VALUES (?)', sku)
  }

  /** @param keys languages by code, the best code of each language first. @returns how many rows others replace, by code */
  chooseLanguages(keys: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
    for (const [rank, [code, key]] of [...keys].entries())
      this.#queries.run('INSERT INTO language VALUES (?, ?, ?)', code, key, rank)
    this.#queries.exec(CHOOSE)
    return new Map(this.#queries.rows(SURPLUS).map(({ code, count }) => [String(code), Number(count)]))
  }

  has(language: string): boolean {
    return this.#read(language).next().done === false
  }

  async *readRows(language: string): AsyncGenerator<readonly CsvRow[]> {
    for (const row of this.#read(language)) yield [row]
  }

  *#read(language: string): Generator<CsvRow> {
    const sql = 'SELECT place, code, row FROM row WHERE place > $1 AND language = $3 ORDER BY place LIMIT $2'
    for (const found of scanRows(this.#queries, sql, 0, language)) {
      const row = JSON.parse(String(found['row'])) as CsvRow
      if (language !== FIRST) {
        const translated = this.#translate(row)
        if (translated) yield translated
      } else if (!this.#columns.hasViews) yield row
      else if (found['code'] === FIRST) yield this.#addView(row)
    }
  }

  /** Replaces the texts of a row without a store view by those that the first language's store view has. */
  #addView(row: CsvRow): CsvRow {
    const sql = `SELECT row FROM row WHERE number = ? AND code <> '' AND language = '' ORDER BY place DESC LIMIT 1`
    const found = this.#queries.get(sql, readCell(row, this.#columns.number))
    if (!found) return row
    const texts = (JSON.parse(String(found['row'])) as CsvRow).cells
    const cells = row.cells.map((cell, index) => {
      const text = texts[index]?.trim() || cell
      if (this.#columns.texts.has(index)) return text
      // Of several values of an attribute, the last one counts.
      return index === this.#columns.attributes && text !== cell ? `${cell},${text}` : cell
    })
    return { ...row, cells }
  }

  /** Gives a row the numbers of the first language. Magento's variants have no texts of their own. */
  #translate(row: CsvRow): CsvRow | undefined {
    const columns = this.#columns
    const number = readCell(row, columns.number)
    if (this.#queries.get('SELECT 1 FROM variant WHERE number = ?', number)) return undefined
    const listed = `SELECT variations FROM row WHERE number = ? AND code = '' AND variations <> '' ORDER BY place DESC LIMIT 1`
    const mainNumber = (own: string) => String(this.#queries.get(MAIN_NUMBER, own)?.['number'] ?? own)
    const changed = new Map([
      [columns.number, mainNumber(number)],
      [
        columns.parent,
        readCell(row, columns.parent).replace(/^id:\s*(\d+)$/i, (_, id: string) => `id:${mainNumber(id)}`),
      ],
      [columns.name, readCell(row, columns.name) || NO_NAME],
      [
        columns.variations,
        readCell(row, columns.variations) || String(this.#queries.get(listed, number)?.['variations'] ?? ''),
      ],
    ])
    return { ...row, cells: row.cells.map((cell, index) => changed.get(index) ?? cell) }
  }
}

interface Found extends TextLanguages {
  readonly file: CsvFile
  readonly columns: LanguageColumns
  readonly codes: Codes
  readonly surplus: ReadonlyMap<string, number>
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
