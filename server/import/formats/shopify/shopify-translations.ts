import type { Product, ProductTranslation } from '../../../../shared/catalog.ts'
import { languageKey } from '../../../../shared/languages.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { scanRows } from '../../../store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../../store/sqlite/temporary-database.ts'
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
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { collectTerms, type TermPair } from '../../translated-terms.ts'

const COLUMNS = {
  type: ['Type'],
  id: ['Identification'],
  field: ['Field'],
  locale: ['Locale'],
  original: ['Default content'],
  text: ['Translated content'],
} as const

type Field = keyof typeof COLUMNS

const REQUIRED = Object.keys(COLUMNS) as Field[]

const PRODUCT_FIELDS = new Set(['title', 'body_html', 'handle', 'meta_title', 'meta_description'])

const SCHEMA = `
  CREATE TABLE text (place INTEGER PRIMARY KEY, id TEXT, field TEXT, locale TEXT, original TEXT, row TEXT);
  CREATE INDEX text_by_id ON text (id);`

/**
 * Shopify's translations. Their product numbers are in no other export, so products are found by the original handle.
 * Rows of options are valid for all products.
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
    const sheet = new CsvSheet<Field>(file, indexes, notes, ['original'])
    const texts = new TemporaryDatabase(SCHEMA)
    const terms: ShopifyTerms = new Map()
    const rowCount = await scanCsvRows(file, (row) => {
      if (isBlankRow(row) || sheet.isBlank(row, 'text')) return
      const read = (field: Field) => sheet.readPlain(row, field)
      const locale = languageKey(read('locale'))
      const type = read('type').toUpperCase()
      if (type === 'PRODUCT' && PRODUCT_FIELDS.has(read('field')))
        texts.queries.run(
          'INSERT INTO text (id, field, locale, original, row) VALUES (?, ?, ?, ?, ?)',
          read('id'),
          read('field'),
          locale,
          read('original'),
          JSON.stringify(row),
        )
      else if (type.startsWith('PRODUCT_OPTION')) {
        const known = terms.get(locale) ?? new Map<string, string>()
        terms.set(locale, known.set(read('original'), read('text')))
      }
    })
    return { rowCount, readDrafts: (context) => readDrafts({ file, sheet, texts, terms, notes }, context) }
  },
}

type ShopifyTerms = Map<string, Map<string, string>>

interface Scan {
  readonly file: CsvFile
  readonly sheet: CsvSheet<Field>
  readonly texts: TemporaryDatabase
  readonly terms: ShopifyTerms
  readonly notes: ImportNotes
}

async function* readDrafts({ texts, ...scan }: Scan, { stored, onRows }: DraftContext): AsyncGenerator<DraftResult> {
  using database = texts
  let rows = 0
  const ids = 'SELECT min(place) AS place, id FROM text WHERE place > ? GROUP BY id ORDER BY min(place) LIMIT ?'
  // Groups that begin before the last place were already read.
  const seen = new Set<string>()
  for (const { id } of scanRows(database.queries, ids, 0)) {
    if (seen.has(String(id))) continue
    seen.add(String(id))
    const own = database.queries.rows('SELECT * FROM text WHERE id = ? ORDER BY place', id).map(readText)
    rows += own.length
    onRows(rows)
    const handle = own.find(({ field }) => field === 'handle')?.original
    const product = handle === undefined ? undefined : await stored.findProduct(handle)
    const [first] = own
    if (!product) {
      const reason =
        handle === undefined
          ? 'the file has no row with the handle of this product, by which it is found; export the handles as well'
          : `no product has the handle "${handle}"; import the products first`
      if (first) scan.sheet.reject(first.row, 'id', reason)
      yield { slug: handle ?? '', draft: null, hasRejections: false }
      continue
    }
    yield { slug: product.slug, draft: buildDraft(product, own, scan), hasRejections: false }
  }
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

function buildDraft(product: Product, texts: readonly ShopifyText[], scan: Omit<Scan, 'texts'>): DraftResult['draft'] {
  const byLocale = Map.groupBy(texts, ({ locale }) => locale)
  const translations = [...byLocale].map(([locale, own]) => [locale, buildTranslation(product, own, scan)] as const)
  return {
    slug: product.slug,
    line: texts[0]!.row.line,
    name: product.name,
    onlyTranslates: true,
    translations: Object.fromEntries(translations),
  }
}

function buildTranslation(
  { options }: Product,
  texts: readonly ShopifyText[],
  { sheet, terms }: Omit<Scan, 'texts'>,
): DraftTranslation {
  const find = (field: string) => texts.find((text) => text.field === field)?.row
  const read = (field: string, maxLength: number) => {
    const row = find(field)
    return row && sheet.readText(row, 'text', maxLength)
  }
  const body = find('body_html')
  const handle = find('handle')
  const known = terms.get(texts[0]!.locale) ?? new Map<string, string>()
  const slug = handle && sheet.readPlain(handle, 'text').toLowerCase()
  return {
    name: read('title', NAME_MAX_LENGTH),
    slug: slug !== undefined && isSlug(slug) ? slug : undefined,
    description: body && sheet.readHtml(body, 'text'),
    metaTitle: read('meta_title', META_TITLE_MAX_LENGTH),
    metaDescription: read('meta_description', META_DESCRIPTION_MAX_LENGTH),
    terms: translateOptions(options, known),
    place: sheet.placeOf(texts[0]!.row, 'text'),
  }
}

function translateOptions(
  options: Product['options'],
  known: ReadonlyMap<string, string>,
): ProductTranslation['terms'] {
  if (known.size === 0) return undefined
  const pairs = options.flatMap(({ name, values }): readonly TermPair[] => [
    { name, translatedName: known.get(name) },
    ...values.map((value) => ({ name, value, translatedValue: known.get(value) })),
  ])
  return collectTerms(pairs)
}
