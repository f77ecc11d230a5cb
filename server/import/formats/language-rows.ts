import { scanRows, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
import { NO_NAME } from '../draft-product.ts'
import { scanCsvRows, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import type { CsvSheet } from '../files/csv-sheet.ts'
import { noticeOfColumn, type ImportNotes } from '../import-report.ts'
import type { LanguageTables, TextLanguages } from '../product-format.ts'
import { chooseCodes, codeKey } from '../site-languages.ts'
import { SourceRow, type LanguageFields } from './systems/system.ts'

/** Key of the first language, which rows without a code have as well. */
const FIRST = ''

/** Most codes that a message lists. */
const LISTED_MAX = 20

/** Magento's code of the first store view. */
const DEFAULT = 'default'

/**
 * Splits a table whose rows name their languages into one for each language of the site.
 * @returns undefined if the table does not tell languages apart
 * @throws ImportError if the file cannot be read to its end, or no row is in a wanted language
 */
export async function splitByLanguage<Field extends string>(
  sheet: CsvSheet<Field>,
  fields: LanguageFields<Field>,
  { languages: known, language }: TextLanguages,
  notes: Pick<ImportNotes, 'warn'>,
): Promise<LanguageTables | undefined> {
  const { file } = sheet
  if (!sheet.has(fields.code) || !sheet.has(fields.number)) return undefined
  const rows = new LanguageRows(sheet, fields)
  const rowCount = await scanCsvRows(file, (row) => rows.add(row))
  const { counts } = rows
  // Originals come before their translations, so the first code is theirs.
  const first = [...counts.keys()].find((code) => code !== FIRST)
  if (first === undefined) return undefined
  const locale = fields.viewTexts || known.length > 0 ? undefined : codeKey(first)
  const languages = locale === undefined ? known : [locale]
  const chosen = rows.chooseCodes(languages)
  const further = (language === null ? languages.slice(1) : [language]).filter((key) => chosen.has(key))
  const translated = new Map(further.map((key) => [key, { ...file, readRows: () => rows.readTranslation(key) }]))
  const isComplete = !fields.viewTexts || counts.has(FIRST)
  const hasMain = language === null && isComplete && (counts.has(FIRST) || chosen.has(languages[0] ?? ''))
  const main = hasMain ? { ...file, readRows: () => rows.readMain() } : undefined
  const used = new Set([...(hasMain ? [languages[0] ?? ''] : []), ...further].map((key) => chosen.get(key)))
  const others = [...counts].filter(([code]) => !used.has(code) && !(hasMain && code === FIRST))
  if (others.length === 0) return { rowCount, locale, main, translated }
  const listed = others.map(([code, count]) => `${code === FIRST ? 'no language' : `"${code}"`} (${count})`)
  const advice = isComplete
    ? '"languages" in site.json adds languages, and --language replaces the only one. If this column is wrong, remove it'
    : 'Rows in the first language only complete those without a store view, so export all store views together'
  const needed = language ?? (languages.join(', ') || "the site's language")
  const reason = `rows that texts in ${needed} do not need were left out: ${listed.slice(0, LISTED_MAX).join(', ')}. ${advice}`
  const column = sheet.heading(fields.code)!
  if (!main && translated.size === 0)
    throw new ImportError({ file: file.name, line: file.headerLine, column }, `no row can be used: ${reason}`)
  notes.warn(noticeOfColumn(file, column, reason))
  return { rowCount, locale, main, translated }
}

/** `product` is what a product and its translations have in common. */
const SCHEMA = `CREATE TABLE row (place INTEGER PRIMARY KEY, code TEXT NOT NULL, number TEXT NOT NULL,
  product TEXT NOT NULL, row TEXT NOT NULL)`

const INDEXES = `CREATE INDEX row_by_product ON row (product, code); CREATE INDEX row_by_number ON row (number, code)`

const READ = 'SELECT place, row FROM row WHERE place > $1 AND code IN ($3, $4) ORDER BY place LIMIT $2'

const MAIN_NUMBER = `SELECT main.number FROM row AS own JOIN row AS main ON main.product = own.product
  WHERE own.number = $1 AND own.code = $2 AND main.code IN ('', $3) ORDER BY main.place DESC LIMIT 1`

const LAST_OF_CODE = 'SELECT row FROM row WHERE number = ? AND code = ? ORDER BY place DESC LIMIT 1'

/** The rows of a file by language, in a temporary database that is deleted when it is garbage collected. */
class LanguageRows<Field extends string> {
  /** Numbers of rows by their codes. */
  readonly counts = new Map<string, number>()
  /** The code whose rows are imported, by the key of the language of the site. */
  #chosen: ReadonlyMap<string, string> = new Map()
  /** The code whose rows are in the site's first language, like rows without a code. */
  #mainCode = FIRST
  readonly #sheet: CsvSheet<Field>
  readonly #fields: LanguageFields<Field>
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  constructor(sheet: CsvSheet<Field>, fields: LanguageFields<Field>) {
    this.#sheet = sheet
    this.#fields = fields
  }

  add(row: CsvRow): void {
    const { code: codeField, number, group } = this.#fields
    const own = new SourceRow(row, this.#sheet)
    const cell = own.read(codeField)
    const code = /^admin$/i.test(cell) ? FIRST : cell
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    const product = (group && own.read(group)) || own.read(number)
    const sql = 'INSERT INTO row (code, number, product, row) VALUES (?, ?, ?, ?)'
    this.#queries.run(sql, code, own.read(number), product, JSON.stringify(row))
  }

  /** Chooses a code for each language. `default` is used only if no other code means the first one. */
  chooseCodes(languages: readonly string[]): ReadonlyMap<string, string> {
    this.#queries.exec(INDEXES)
    const [main = ''] = languages
    this.#chosen = new Map([
      ...(this.counts.has(DEFAULT) ? [[main, DEFAULT] as const] : []),
      ...chooseCodes(this.counts, languages),
    ])
    this.#mainCode = this.#chosen.get(main) ?? FIRST
    return this.#chosen
  }

  async *readMain(): AsyncGenerator<readonly CsvRow[]> {
    const { viewTexts } = this.#fields
    for (const row of this.#read(FIRST, viewTexts ? FIRST : this.#mainCode))
      yield [viewTexts ? this.#addView(row, viewTexts) : row.row]
  }

  async *readTranslation(language: string): AsyncGenerator<readonly CsvRow[]> {
    const code = this.#chosen.get(language) ?? ''
    for (const row of this.#read(code, code)) yield [this.#translate(row, code)]
  }

  *#read(...codes: readonly [string, string]): Generator<SourceRow<Field>> {
    for (const found of scanRows(this.#queries, READ, 0, ...codes)) yield this.#parse(found['row'])
  }

  #parse(row: unknown): SourceRow<Field> {
    return new SourceRow(JSON.parse(String(row)) as CsvRow, this.#sheet)
  }

  #find(number: string, code: string): SourceRow<Field> | undefined {
    const found = this.#queries.get(LAST_OF_CODE, number, code)
    return found && this.#parse(found['row'])
  }

  /** Replaces the texts of a row without a store view by those that the first language's store view has. */
  #addView(row: SourceRow<Field>, viewTexts: readonly Field[]): CsvRow {
    const { number, attributes } = this.#fields
    const view = this.#mainCode === FIRST ? undefined : this.#find(row.read(number), this.#mainCode)
    if (!view) return row.row
    const changed = viewTexts.reduce((own, field) => own.with(field, view.read(field) || own.read(field)), row)
    if (!attributes || view.read(attributes) === '') return changed.row
    // Of several values of an attribute, the last one counts.
    return changed.with(attributes, [row.read(attributes), view.read(attributes)].join(',')).row
  }

  /** Gives a row the numbers of the first language. */
  #translate(row: SourceRow<Field>, code: string): CsvRow {
    const { number, parent, name, variations } = this.#fields
    const readNumber = (own: string) =>
      String(this.#queries.get(MAIN_NUMBER, own, code, this.#mainCode)?.['number'] ?? own)
    let changed = row.with(number, readNumber(row.read(number))).with(name, row.read(name) || NO_NAME)
    if (parent)
      changed = changed.with(
        parent,
        row.read(parent).replace(/^id:\s*(\d+)$/i, (_, id: string) => `id:${readNumber(id)}`),
      )
    if (variations && row.read(variations) === '')
      changed = changed.with(variations, this.#find(row.read(number), FIRST)?.read(variations) ?? '')
    return changed.row
  }
}
