import type { Product } from '../../../../shared/catalog.ts'
import { languageKey } from '../../../../shared/languages.ts'
import { getOwn } from '../../../../shared/get-own.ts'
import { scanRows } from '../../../catalog/store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../../catalog/store/sqlite/temporary-database.ts'
import {
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type DraftResult,
  type DraftTranslation,
} from '../../draft-product.ts'
import { foldColumnName, matchColumns } from '../../files/csv-columns.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import { noticeOfFile, type ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { matchLanguage } from '../language-columns.ts'
import { ShopifyTerms } from './shopify-terms.ts'

const COLUMNS = {
  type: ['Type'],
  id: ['Identification'],
  field: ['Field'],
  locale: ['Locale'],
  market: ['Market'],
  original: ['Default content'],
  text: ['Translated content'],
} as const

type Field = keyof typeof COLUMNS

const REQUIRED = (Object.keys(COLUMNS) as Field[]).filter((field) => field !== 'market')

const PRODUCT_FIELDS = new Set(['title', 'body_html', 'handle', 'meta_title', 'meta_description', 'product_type'])

const SCHEMA = `
  CREATE TABLE text (place INTEGER PRIMARY KEY, id TEXT, field TEXT, locale TEXT, original TEXT, row TEXT);
  CREATE INDEX text_by_id ON text (id);`

/**
 * Shopify's translations. Their product numbers are in no other export, so products are found by the original handle.
 * Nothing connects the rows of an option with its product, so they are valid for all products of the file.
 */
export const SHOPIFY_TRANSLATIONS: ProductFormat = {
  id: 'shopify-translations',
  name: 'Shopify translations',
  expectedColumns: '"Type", "Identification", "Field" and "Translated content"',
  recognises(header) {
    const names = new Set(header.map(foldColumnName))
    return REQUIRED.every((field) => names.has(foldColumnName(COLUMNS[field][0])))
  },

  async scan(file, notes): Promise<ScannedProducts> {
    const { indexes } = matchColumns(file, file.header, COLUMNS, REQUIRED)
    const sheet = new CsvSheet<Field>(file, indexes, notes, [])
    const texts = new TemporaryDatabase(SCHEMA)
    const terms = new ShopifyTerms((row, reason) => sheet.warn(row, 'text', reason))
    const unused = new Map<string, number>()
    const skip = (kind: string) => unused.set(kind, (unused.get(kind) ?? 0) + 1)
    const rowCount = await scanCsvRows(file, (row) => {
      if (isBlankRow(row)) return
      const read = (field: Field) => sheet.readPlain(row, field)
      const [type, locale, original] = [read('type').toUpperCase(), read('locale'), read('original')]
      if (read('market') !== '') skip('texts of single markets')
      else if (type === 'PRODUCT' && PRODUCT_FIELDS.has(read('field')))
        texts.queries.run(
          'INSERT INTO text (id, field, locale, original, row) VALUES (?, ?, ?, ?, ?)',
          read('id'),
          read('field'),
          locale,
          original,
          JSON.stringify(row),
        )
      else if (type === 'PRODUCT_OPTION' || type === 'PRODUCT_OPTION_VALUE')
        terms.add(locale, type === 'PRODUCT_OPTION' ? 'name' : 'value', original, { text: read('text'), row })
      else skip(type === 'PRODUCT' ? `PRODUCT ${read('field')}` : type)
    })
    const kinds = [...unused].map(([kind, count]) => `${kind} (${count})`)
    if (kinds.length > 0)
      notes.warn(noticeOfFile(file.name, `rows that the site does not use were left out: ${kinds.join(', ')}`))
    return { rowCount, readDrafts: (context) => readDrafts({ file, sheet, texts, terms, notes }, context) }
  },
}

interface Scan {
  readonly file: CsvFile
  readonly sheet: CsvSheet<Field>
  readonly texts: TemporaryDatabase
  readonly terms: ShopifyTerms
  readonly notes: ImportNotes
}

async function* readDrafts({ texts, ...scan }: Scan, context: DraftContext): AsyncGenerator<DraftResult> {
  using database = texts
  const { file, notes } = scan
  const locales = chooseLocales(database, context.languages, (reason) => notes.warn(noticeOfFile(file.name, reason)))
  let rows = 0
  const ids = 'SELECT min(place) AS place, id FROM text WHERE place > ? GROUP BY id ORDER BY min(place) LIMIT ?'
  // Groups that begin before the last place were already read.
  const seen = new Set<string>()
  for (const { id } of scanRows(database.queries, ids, 0)) {
    if (seen.has(String(id))) continue
    seen.add(String(id))
    const own = database.queries.rows('SELECT * FROM text WHERE id = ? ORDER BY place', id).map(readText)
    rows += own.length
    context.onRows(rows)
    yield await readDraft(own, locales, scan, context.stored)
  }
  if (seen.size === 0 && scan.terms.size > 0)
    notes.warn(
      noticeOfFile(file.name, 'the file has texts of options, but of no product; export the products with them'),
    )
}

/**
 * Maps locales of the file to further languages of the site: first those that are a language, then one of its regions.
 * Reports those that the site does not have.
 */
function chooseLocales(
  { queries }: TemporaryDatabase,
  languages: readonly string[],
  warn: (reason: string) => void,
): ReadonlyMap<string, string> {
  const found = queries
    .rows('SELECT locale, count(*) AS count FROM text GROUP BY locale ORDER BY min(place)')
    .map(({ locale, count }) => ({ locale: String(locale), count: Number(count) }))
  const further = languages.slice(1)
  const isExact = ({ locale }: { readonly locale: string }) => further.includes(languageKey(locale))
  const chosen = new Map<string, string>()
  for (const { locale } of found.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))) {
    const language = matchLanguage(locale, further)
    if (language !== undefined && ![...chosen.values()].includes(language)) chosen.set(locale, language)
  }
  for (const { locale, count } of found.filter((each) => !chosen.has(each.locale))) {
    const rows = count === 1 ? '1 row was' : `${count} rows were`
    warn(
      further.length > 0
        ? `"${locale}" is none of the site's further languages (${further.join(', ')}); ${rows} left out`
        : `the site has no further language, so ${rows} left out in "${locale}"; name the languages in "languages" of site.json`,
    )
  }
  return chosen
}

interface ShopifyText {
  readonly field: string
  readonly locale: string
  readonly original: string
  readonly row: CsvRow
}

function readText(found: Readonly<Record<string, unknown>>): ShopifyText {
  return { ...(found as unknown as ShopifyText), row: JSON.parse(String(found['row'])) as CsvRow }
}

type Locales = ReadonlyMap<string, string>

/** @param texts the rows of a product */
async function readDraft(
  texts: readonly ShopifyText[],
  locales: Locales,
  scan: Omit<Scan, 'texts'>,
  stored: DraftContext['stored'],
): Promise<DraftResult> {
  const handles = new Set(texts.flatMap(({ field, original }) => (field === 'handle' ? [original] : [])))
  const [handle = '', ...others] = handles
  const product = handle === '' || others.length > 0 ? undefined : await stored.findProduct(handle)
  if (product) return { slug: product.slug, draft: buildDraft(product, texts, locales, scan), hasRejections: false }
  const [first] = texts
  if (first) scan.sheet.reject(first.row, 'id', explainMissing([...handles]))
  scan.sheet.recordRejectedProduct(texts.map(({ row }) => row))
  return { slug: handle, draft: null, hasRejections: true }
}

function explainMissing(handles: readonly string[]): string {
  const [handle, ...others] = handles
  if (handle === undefined)
    return 'the file has no row with the handle of this product, by which it is found; export the handles as well'
  if (others.length > 0)
    return `several products have this number: ${handles.map((each) => `"${each}"`).join(', ')}. Perhaps a spreadsheet program shortened it; export the file again, and format the column as text before you save it`
  return `no product has the handle "${handle}"; import the products first`
}

function buildDraft(
  product: Product,
  texts: readonly ShopifyText[],
  locales: Locales,
  scan: Omit<Scan, 'texts'>,
): DraftResult['draft'] {
  const byLocale = Map.groupBy(texts, ({ locale }) => locale)
  const own = [...locales].flatMap(([locale, language]) => {
    const given = byLocale.get(locale)
    return given ? [{ locale, language, texts: given }] : []
  })
  return {
    slug: product.slug,
    line: texts[0]!.row.line,
    name: product.name,
    onlyTranslates: true,
    translations: Object.fromEntries(own.map((each) => [each.language, buildTranslation(product, each, scan)])),
    categoryNames: Object.fromEntries(
      own.flatMap(({ language, texts: given }) => {
        const type = given.find(({ field }) => field === 'product_type')
        return type ? [[language, [type.original, scan.sheet.readPlain(type.row, 'text')]]] : []
      }),
    ),
  }
}

interface LanguageTexts {
  readonly locale: string
  readonly language: string
  readonly texts: readonly ShopifyText[]
}

function buildTranslation(
  { options, translations = {} }: Product,
  { locale, language, texts }: LanguageTexts,
  { sheet, terms }: Omit<Scan, 'texts'>,
): DraftTranslation {
  const find = (field: string) => {
    const [row, ...others] = texts.flatMap((text) => (text.field === field ? text.row : []))
    for (const other of others)
      if (row && sheet.read(other, 'text') !== sheet.read(row, 'text'))
        sheet.warn(other, 'text', `line ${row.line} already has this text; this one was left out`)
    return row
  }
  const read = (field: string, maxLength: number) => {
    const row = find(field)
    return row && sheet.readText(row, 'text', maxLength)
  }
  const body = find('body_html')
  const handle = find('handle')
  return {
    name: read('title', NAME_MAX_LENGTH),
    slug: handle && (sheet.readPlain(handle, 'text').toLowerCase() || undefined),
    description: body && sheet.readHtml(body, 'text'),
    metaTitle: read('meta_title', META_TITLE_MAX_LENGTH),
    metaDescription: read('meta_description', META_DESCRIPTION_MAX_LENGTH),
    terms: terms.translate(locale, options, getOwn(translations, language)?.terms),
    place: sheet.placeOf(handle ?? texts[0]!.row, 'text'),
  }
}
