import { languageKey } from '../../../shared/languages.ts'
import { scanRows, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
import { NO_NAME } from '../draft-product.ts'
import { scanCsvRows, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import { noticeOfColumn, type ImportNotes } from '../import-report.ts'
import type { LanguageTables, TextLanguages } from '../product-format.ts'
import { matchLanguage } from '../site-languages.ts'
import { SourceRow, type LanguageFields, type SourceColumns } from './systems/system.ts'

/** Key of the first language, which rows without a code have as well. */
const FIRST = ''

/** Most codes that a message lists. */
const LISTED_MAX = 20

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
  const { codes, chosen } = rows
  if ([...codes.keys()].every((code) => code === FIRST)) return undefined
  // Originals come before their translations, so the first code is theirs.
  const locale = fields.viewTexts || known.length > 0 ? undefined : [...codes.keys()].find((code) => code !== FIRST)
  const languages = locale === undefined ? known : [locale]
  rows.chooseCodes(languages)
  const further = (language === null ? languages.slice(1) : [language]).filter((key) => chosen.has(key))
  const translated = new Map(further.map((key) => [key, { ...file, readRows: () => rows.readTranslation(key) }]))
  const hasMain = language === null && (codes.has(FIRST) || (!fields.viewTexts && chosen.has(languages[0] ?? '')))
  const main = hasMain ? { ...file, readRows: () => rows.readMain() } : undefined
  reportOthers(source, rows, { languages, language, isUsable: hasMain || translated.size > 0 }, notes)
  return { rowCount, locale, main, translated }
}

interface Code {
  /** The code as it is written. */
  readonly cell: string
  count: number
  /** Key of the site's language that the code means. */
  language?: string | undefined
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
  readonly codes = new Map<string, Code>()
  /** The code whose rows are imported, by the key of the language of the site. */
  readonly chosen = new Map<string, string>()
  /** The code whose rows are in the site's first language, like rows without a code. */
  #mainCode = FIRST
  readonly #source: Source<Field>
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  constructor(source: Source<Field>) {
    this.#source = source
  }

  add(row: CsvRow): void {
    const { code: codeField, number, group } = this.#source.fields
    const own = new SourceRow(row, this.#source.columns)
    const cell = own.read(codeField)
    const key = languageKey(cell).replaceAll('_', '-')
    const code = key === 'admin' ? FIRST : key
    const known = this.codes.get(code) ?? { cell, count: 0 }
    known.count += 1
    this.codes.set(code, known)
    const product = (group && own.read(group)) || own.read(number)
    const sql = 'INSERT INTO row (code, number, product, row) VALUES (?, ?, ?, ?)'
    this.#queries.run(sql, code, own.read(number), product, JSON.stringify(row))
  }

  /**
   * Chooses a code for each language: that which is the language itself, or else the one with the most rows. `default` is
   * used only if no other code means the first language.
   */
  chooseCodes(languages: readonly string[]): void {
    this.#queries.exec(INDEXES)
    const rank = (code: string) => (languages.includes(code) ? 0 : code === DEFAULT ? 2 : 1)
    const ranked = [...this.codes].toSorted(
      ([left, own], [right, other]) => rank(left) - rank(right) || other.count - own.count,
    )
    for (const [code, own] of ranked) {
      if (code === FIRST) continue
      own.language = code === DEFAULT ? languages[0] : matchLanguage(code, languages)
      if (own.language !== undefined && !this.chosen.has(own.language)) this.chosen.set(own.language, code)
    }
    this.#mainCode = this.chosen.get(languages[0] ?? '') ?? FIRST
  }

  async *readMain(): AsyncGenerator<readonly CsvRow[]> {
    const { viewTexts } = this.#source.fields
    for (const row of this.#read(FIRST, viewTexts ? FIRST : this.#mainCode))
      yield [viewTexts ? this.#addView(row, viewTexts) : row.row]
  }

  async *readTranslation(language: string): AsyncGenerator<readonly CsvRow[]> {
    const code = this.chosen.get(language) ?? ''
    for (const row of this.#read(code, code)) yield [this.#translate(row, code)]
  }

  *#read(...codes: readonly [string, string]): Generator<SourceRow<Field>> {
    for (const found of scanRows(this.#queries, READ, 0, ...codes)) yield this.#parse(found['row'])
  }

  #parse(row: unknown): SourceRow<Field> {
    return new SourceRow(JSON.parse(String(row)) as CsvRow, this.#source.columns)
  }

  #find(number: string, code: string): SourceRow<Field> | undefined {
    const found = this.#queries.get(LAST_OF_CODE, number, code)
    return found && this.#parse(found['row'])
  }

  /** Replaces the texts of a row without a store view by those that the first language's store view has. */
  #addView(row: SourceRow<Field>, viewTexts: readonly Field[]): CsvRow {
    const { number, attributes } = this.#source.fields
    const view = this.#mainCode === FIRST ? undefined : this.#find(row.read(number), this.#mainCode)
    if (!view) return row.row
    const changed = viewTexts.reduce((own, field) => own.with(field, view.read(field) || own.read(field)), row)
    if (!attributes || view.read(attributes) === '') return changed.row
    // Of several values of an attribute, the last one counts.
    return changed.with(attributes, [row.read(attributes), view.read(attributes)].join(',')).row
  }

  /** Gives a row the numbers of the first language. */
  #translate(row: SourceRow<Field>, code: string): CsvRow {
    const { number, parent, name, variations } = this.#source.fields
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

/**
 * Warns of rows that are left out.
 * @throws ImportError if no row can be used
 */
function reportOthers<Field extends string>(
  { file, fields, columns }: Source<Field>,
  { codes, chosen }: LanguageRows<Field>,
  { languages, language, isUsable }: TextLanguages & { readonly isUsable: boolean },
  notes: Pick<ImportNotes, 'warn'>,
): void {
  const wanted = language === null ? languages : [language]
  const isComplete = !fields.viewTexts || codes.has(FIRST)
  const isUsed = (code: string, own = '') =>
    code === FIRST
      ? language === null
      : wanted.includes(own) && chosen.get(own) === code && (isComplete || own !== languages[0])
  const others = [...codes].filter(([code, { language: own }]) => !isUsed(code, own))
  if (isUsable && others.length === 0) return
  const listed = others.map(([code, { cell, count }]) => `${code === FIRST ? 'no language' : `"${cell}"`} (${count})`)
  const column = file.header[columns.indexes.get(fields.code)!]!
  const needed = wanted.join(', ') || "the site's language"
  const advice = isComplete
    ? '"languages" in site.json adds languages, and --language replaces the only one. If this column is wrong, remove it'
    : 'Rows in the first language only complete those without a store view, so export all store views together'
  const reason = `rows that texts in ${needed} do not need were left out: ${listed.slice(0, LISTED_MAX).join(', ')}. ${advice}`
  if (isUsable) notes.warn(noticeOfColumn(file, column, reason))
  else throw new ImportError({ file: file.name, line: file.headerLine, column }, `no row can be used: ${reason}`)
}
