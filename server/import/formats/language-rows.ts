import { languageKey } from '../../../shared/languages.ts'
import { scanRows, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
import { NO_NAME } from '../draft-product.ts'
import { scanCsvRows, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfFile, type ImportNotes } from '../import-report.ts'
import type { LanguageTables, TextLanguages } from '../product-format.ts'
import { matchLanguage } from '../site-languages.ts'
import { SourceRow, type LanguageFields, type SourceColumns } from './systems/system.ts'

/** Key of the first language, which rows without a code have as well. */
const FIRST = ''

/** Magento's code of the first store view. */
const DEFAULT = 'default'

interface Source<Field extends string> {
  readonly file: CsvFile
  readonly columns: SourceColumns<Field>
  readonly fields: LanguageFields<Field>
}

/**
 * Splits a table whose rows name their languages into one for each language of the site.
 * @returns undefined if the table does not tell languages apart
 * @throws ImportError if the file cannot be read to its end, or no row is in a wanted language
 */
export async function splitByLanguage<Field extends string>(
  source: Source<Field>,
  { languages: known, language }: TextLanguages,
  notes: Pick<ImportNotes, 'warn'>,
): Promise<LanguageTables | undefined> {
  const { file, columns, fields } = source
  if (![fields.code, fields.number].every((field) => columns.indexes.has(field))) return undefined
  const rows = new LanguageRows(source)
  const rowCount = await scanCsvRows(file, (row) => rows.add(row))
  const { codes } = rows
  if ([...codes.keys()].every((code) => code === FIRST)) return undefined
  const locale = fields.viewTexts || known.length > 0 ? undefined : findOriginalLanguage(codes)
  const languages = locale === undefined ? known : [locale]
  rows.chooseLanguages(languages)
  const open = (key: string): CsvFile => ({ ...file, readRows: () => rows.readRows(key) })
  const further = language === null ? languages.slice(1) : [language]
  const translated = new Map(further.filter((key) => rows.has(key)).map((key) => [key, open(key)]))
  const main = language === null && rows.has(FIRST) ? open(FIRST) : undefined
  reportOthers(source, codes, { languages, language, isUsable: main !== undefined || translated.size > 0 }, notes)
  return { rowCount, locale, main, translated }
}

interface Code {
  /** The code as it is written. */
  readonly cell: string
  readonly line: number
  count: number
  /** Number of rows that translate no other one. */
  originals: number
  /** Key of the site's language that the code means. */
  language?: string | undefined
  /** Number of rows that are left out, because other rows have the same texts. */
  surplus: number
}

/** Returns the language of the most rows that are no translations. */
function findOriginalLanguage(codes: ReadonlyMap<string, Code>): string | undefined {
  return [...codes]
    .filter(([code]) => code !== FIRST)
    .toSorted(([, left], [, right]) => right.originals - left.originals || right.count - left.count)[0]?.[0]
}

/** `product` is what a product and its translations have in common. Rows that are left out have no language. */
const SCHEMA = `
  CREATE TABLE row (place INTEGER PRIMARY KEY, code TEXT NOT NULL, number TEXT NOT NULL, product TEXT NOT NULL,
    row TEXT NOT NULL, language TEXT);
  CREATE TABLE language (code TEXT PRIMARY KEY, key TEXT NOT NULL, rank INTEGER NOT NULL);`

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
class LanguageRows<Field extends string> {
  readonly codes = new Map<string, Code>()
  readonly #source: Source<Field>
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  constructor(source: Source<Field>) {
    this.#source = source
  }

  add(row: CsvRow): void {
    const { code: codeField, source, number, group } = this.#source.fields
    const own = new SourceRow(row, this.#source.columns)
    const cell = own.read(codeField)
    const key = languageKey(cell).replaceAll('_', '-')
    const code = key === 'admin' ? FIRST : key
    const known = this.codes.get(code) ?? { cell, line: row.line, count: 0, originals: 0, surplus: 0 }
    known.count += 1
    if (!source || own.read(source) === '') known.originals += 1
    this.codes.set(code, known)
    const product = (group && own.read(group)) || own.read(number)
    const sql = 'INSERT INTO row (code, number, product, row) VALUES (?, ?, ?, ?)'
    this.#queries.run(sql, code, own.read(number), product, JSON.stringify(row))
  }

  /** Gives each row its language, once all rows were added: first a code that is the language, `default` last. */
  chooseLanguages(languages: readonly string[]): void {
    const others = [...this.codes.keys()].filter((code) => code !== DEFAULT)
    for (const [rank, code] of [FIRST, ...languages, ...others, DEFAULT].entries()) {
      const isMain = code === FIRST || code === DEFAULT
      const key = isMain ? languages[0] : matchLanguage(code, languages)
      const own = this.codes.get(code)
      if (own && code !== FIRST) own.language = key
      if (code !== FIRST && (key === undefined || !own)) continue
      const sql = 'INSERT OR IGNORE INTO language VALUES (?, ?, ?)'
      this.#queries.run(sql, code, key === languages[0] ? FIRST : key!, rank)
    }
    this.#queries.exec(CHOOSE)
    for (const { code, count } of this.#queries.rows(SURPLUS)) this.codes.get(String(code))!.surplus = Number(count)
  }

  has(language: string): boolean {
    return this.#read(language).next().done === false
  }

  async *readRows(language: string): AsyncGenerator<readonly CsvRow[]> {
    for (const row of this.#read(language)) yield [row]
  }

  *#read(language: string): Generator<CsvRow> {
    const { viewTexts } = this.#source.fields
    const sql = 'SELECT place, code, row FROM row WHERE place > $1 AND language = $3 ORDER BY place LIMIT $2'
    for (const found of scanRows(this.#queries, sql, 0, language)) {
      const row = this.#parse(found['row'])
      if (language === FIRST) {
        if (!viewTexts) yield row.row
        else if (found['code'] === FIRST) yield this.#addView(row, viewTexts)
      } else yield this.#translate(row)
    }
  }

  #parse(row: unknown): SourceRow<Field> {
    return new SourceRow(JSON.parse(String(row)) as CsvRow, this.#source.columns)
  }

  /** Finds the last row of a product in the first language. @param isView whether it belongs to a store view */
  #findFirst(number: string, isView: boolean): SourceRow<Field> | undefined {
    const sql = `SELECT row FROM row WHERE number = ? AND language = '' AND (code <> '') = ? ORDER BY place DESC LIMIT 1`
    const found = this.#queries.get(sql, number, Number(isView))
    return found && this.#parse(found['row'])
  }

  /** Replaces the texts of a row without a store view by those that the first language's store view has. */
  #addView(row: SourceRow<Field>, viewTexts: readonly Field[]): CsvRow {
    const { number, attributes } = this.#source.fields
    const view = this.#findFirst(row.read(number), true)
    if (!view) return row.row
    const changed = viewTexts.reduce((own, field) => own.with(field, view.read(field) || own.read(field)), row)
    if (!attributes || view.read(attributes) === '') return changed.row
    // Of several values of an attribute, the last one counts.
    return changed.with(attributes, [row.read(attributes), view.read(attributes)].join(',')).row
  }

  /** Gives a row the numbers of the first language. */
  #translate(row: SourceRow<Field>): CsvRow {
    const { number, parent, name, variations } = this.#source.fields
    const readNumber = (own: string) => String(this.#queries.get(MAIN_NUMBER, own)?.['number'] ?? own)
    let changed = row.with(number, readNumber(row.read(number))).with(name, row.read(name) || NO_NAME)
    if (parent)
      changed = changed.with(
        parent,
        row.read(parent).replace(/^id:\s*(\d+)$/i, (_, id: string) => `id:${readNumber(id)}`),
      )
    if (variations && row.read(variations) === '')
      changed = changed.with(variations, this.#findFirst(row.read(number), false)?.read(variations) ?? '')
    return changed.row
  }
}

/**
 * Warns of rows that are left out.
 * @throws ImportError if no row can be used
 */
function reportOthers<Field extends string>(
  { file, fields, columns }: Source<Field>,
  codes: ReadonlyMap<string, Code>,
  { languages, language, isUsable }: TextLanguages & { readonly isUsable: boolean },
  notes: Pick<ImportNotes, 'warn'>,
): void {
  const listed = languages.join(', ')
  const explain = ({ language: own, surplus }: Code): string | undefined => {
    if (own === undefined)
      return languages.length > 1
        ? `this is none of the site's languages (${listed}); "languages" in site.json adds others`
        : 'this is not the language of the site; "languages" in site.json adds others, and --language replaces it'
    if (fields.viewTexts && own === languages[0] && !codes.has(FIRST))
      return 'these rows only complete those without a store view; export all store views together'
    return surplus > 0 ? `other rows have the same texts in "${own}"` : undefined
  }
  const isWanted = (code: Code) => language === null || code.language === language
  const omitted = [...codes].flatMap(([key, code]) => {
    const reason = key !== FIRST && isWanted(code) ? explain(code) : undefined
    return reason === undefined ? [] : [{ ...code, reason }]
  })
  const column = file.header[columns.indexes.get(fields.code)!]!
  if (!isUsable) {
    const cells = [...codes].map(([code, { cell }]) => (code === FIRST ? 'no language' : `"${cell}"`)).join(', ')
    const reason = ![...codes.values()].some(isWanted)
      ? `none in "${language}"; if its texts are in "${language}" nevertheless, remove this column`
      : `none of them can be used: ${omitted[0]?.reason}`
    throw new ImportError(
      { file: file.name, line: file.headerLine, column },
      `the file has only rows in ${cells}, and ${reason}`,
    )
  }
  for (const { cell, line, count, surplus, reason } of omitted) {
    const rows = (surplus || count) === 1 ? '1 row was' : `${surplus || count} rows were`
    notes.warn({ file: file.name, line, column, value: cell, reason: `${reason}; ${rows} left out` })
  }
  const others = [...codes.values()].reduce((total, code) => total + (isWanted(code) ? 0 : code.count), 0)
  if (others > 0)
    notes.warn(noticeOfFile(file.name, `rows in other languages than "${language}" were left out: ${others}`))
}
