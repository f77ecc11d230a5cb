import { type Queries, scanRows, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
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
  const { queries } = new TemporaryDatabase(SCHEMA)
  /** Numbers of rows by their codes. */
  const counts = new Map<string, number>()
  const rowCount = await scanCsvRows(file, (row) => {
    const own = new SourceRow(row, sheet)
    const [cell, number] = [own.read(fields.code), own.read(fields.number)]
    const code = /^admin$/i.test(cell) ? FIRST : cell
    counts.set(code, (counts.get(code) ?? 0) + 1)
    const product = (fields.group && own.read(fields.group)) || number
    const sql = 'INSERT INTO row (code, number, product, row) VALUES (?, ?, ?, ?)'
    queries.run(sql, code, number, product, JSON.stringify(row))
  })
  queries.exec(INDEXES)
  // Originals come before their translations, so the first code is theirs.
  const first = [...counts.keys()].find((code) => code !== FIRST)
  if (first === undefined) return undefined
  const locale = fields.viewTexts || known.length > 0 ? undefined : codeKey(first)
  const languages = locale === undefined ? known : [locale]
  const [mainLanguage = ''] = languages
  // `default` is used only if no other code means the first language.
  const usual = counts.has(DEFAULT) ? [[mainLanguage, DEFAULT] as const] : []
  const chosen = new Map([...usual, ...chooseCodes(counts, languages)])
  const rows = { sheet, fields, queries, mainCode: chosen.get(mainLanguage) ?? FIRST }
  const further = (language === null ? languages.slice(1) : [language]).filter((key) => chosen.has(key))
  const translated = new Map(
    further.map((key) => [key, { ...file, readRows: () => readTranslation(rows, chosen.get(key)!) }]),
  )
  const isComplete = !fields.viewTexts || counts.has(FIRST)
  const hasMain = language === null && isComplete && (counts.has(FIRST) || chosen.has(mainLanguage))
  const main = hasMain ? { ...file, readRows: () => readMain(rows) } : undefined
  const used = new Set([...(hasMain ? [mainLanguage] : []), ...further].map((key) => chosen.get(key)))
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

/** The rows of a file, in a temporary database that is deleted when it is garbage collected. */
interface LanguageRows<Field extends string> {
  readonly sheet: CsvSheet<Field>
  readonly fields: LanguageFields<Field>
  readonly queries: Queries
  /** The code whose rows are in the site's first language, like rows without a code. */
  readonly mainCode: string
}

async function* readMain<Field extends string>(rows: LanguageRows<Field>): AsyncGenerator<readonly CsvRow[]> {
  const { viewTexts } = rows.fields
  for (const row of readRows(rows, FIRST, viewTexts ? FIRST : rows.mainCode))
    yield [viewTexts ? addView(rows, row, viewTexts) : row.row]
}

async function* readTranslation<Field extends string>(
  rows: LanguageRows<Field>,
  code: string,
): AsyncGenerator<readonly CsvRow[]> {
  for (const row of readRows(rows, code, code)) yield [translate(rows, row, code)]
}

function* readRows<Field extends string>(rows: LanguageRows<Field>, ...codes: readonly [string, string]) {
  for (const { row } of scanRows(rows.queries, READ, 0, ...codes)) yield parseRow(rows, row)
}

function parseRow<Field extends string>({ sheet }: LanguageRows<Field>, row: unknown): SourceRow<Field> {
  return new SourceRow(JSON.parse(String(row)) as CsvRow, sheet)
}

function findRow<Field extends string>(rows: LanguageRows<Field>, number: string, code: string) {
  const found = rows.queries.get(LAST_OF_CODE, number, code)
  return found && parseRow(rows, found['row'])
}

/**
 * Returns a product's row of the default store view with the texts of the first language's store view, as far as that
 * has some.
 * @param viewTexts fields of these texts
 */
function addView<Field extends string>(
  rows: LanguageRows<Field>,
  row: SourceRow<Field>,
  viewTexts: readonly Field[],
): CsvRow {
  const { number, attributes } = rows.fields
  const view = rows.mainCode === FIRST ? undefined : findRow(rows, row.read(number), rows.mainCode)
  if (!view) return row.row
  const changed = viewTexts.reduce((own, field) => own.with(field, view.read(field) || own.read(field)), row)
  if (!attributes || view.read(attributes) === '') return changed.row
  // Of several values of an attribute, the last one counts.
  return changed.with(attributes, [row.read(attributes), view.read(attributes)].join(',')).row
}

/** Gives a row the numbers of the first language. */
function translate<Field extends string>(rows: LanguageRows<Field>, row: SourceRow<Field>, code: string): CsvRow {
  const { number, parent, name, variations } = rows.fields
  const readNumber = (own: string) => String(rows.queries.get(MAIN_NUMBER, own, code, rows.mainCode)?.['number'] ?? own)
  let changed = row.with(number, readNumber(row.read(number))).with(name, row.read(name) || NO_NAME)
  if (parent) {
    const own = row.read(parent).replace(/^id:\s*(\d+)$/i, (_, id: string) => `id:${readNumber(id)}`)
    changed = changed.with(parent, own)
  }
  if (variations && row.read(variations) === '')
    changed = changed.with(variations, findRow(rows, row.read(number), FIRST)?.read(variations) ?? '')
  return changed.row
}
