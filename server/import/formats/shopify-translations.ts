import type { Product } from '../../../shared/catalog.ts'
import { LIMITS, type DraftTexts, type DraftTranslation } from '../draft-product.ts'
import { foldColumnName, matchColumns } from '../files/csv-columns.ts'
import type { CsvRow } from '../files/csv-file.ts'
import { CsvSheet } from '../files/csv-sheet.ts'
import { noticeOfFile } from '../import-report.ts'
import type { ProductFormat, ScannedProducts } from '../product-format.ts'
import { matchLanguage } from '../site-languages.ts'
import { stageProducts, type ProductGroup } from './staged-products.ts'
import type { TermPair } from '../translated-terms.ts'

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

const TERMS = new Map<string, TermKind>([
  ['PRODUCT_OPTION', 'name'],
  ['PRODUCT_OPTION_VALUE', 'value'],
])

const PRODUCT_FIELDS = new Set(['title', 'body_html', 'handle', 'meta_title', 'meta_description', 'product_type'])

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
    const terms = new ShopifyTerms(sheet)
    const warn = (reason: string) => notes.warn(noticeOfFile(file.name, reason))
    /** Number of rows of products by locale. */
    const counts = new Map<string, number>()
    const unused = new Map<string, number>()
    let locales: ReadonlyMap<string, string> | undefined
    const products = await stageProducts(file, notes, {
      // Products are found by their handles.
      areKeysSlugs: true,
      readPrices: () => '',
      place(row) {
        const read = (field: Field) => sheet.readPlain(row, field)
        const [type, field, locale, key] = [read('type').toUpperCase(), read('field'), read('locale'), read('id')]
        const kind = TERMS.get(type)
        if (read('market') !== '') count(unused, 'texts of single markets')
        else if (kind) terms.add(row, kind)
        else if (type === 'PRODUCT' && PRODUCT_FIELDS.has(field)) {
          count(counts, locale)
          return { key, product: { key, name: '', givenSlug: null, sourceId: null, sku: null } }
        } else count(unused, type === 'PRODUCT' ? `PRODUCT ${field}` : type)
        return undefined
      },
      reject: () => {},
      build({ rows }, { languages }) {
        locales ??= chooseLocales(counts, languages.slice(1), warn)
        return buildDraft(rows, { sheet, terms, locales })
      },
    })
    const kinds = [...unused].map(([kind, rows]) => `${kind} (${rows})`)
    if (kinds.length > 0) warn(`rows that the site does not use were left out: ${kinds.join(', ')}`)
    return products
  },
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * Chooses a locale of the file for each further language of the site: one that is the language, or else one of its
 * regions. Reports those that are left out.
 */
function chooseLocales(
  counts: ReadonlyMap<string, number>,
  languages: readonly string[],
  warn: (reason: string) => void,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  for (const locale of [...languages.filter((key) => counts.has(key)), ...counts.keys()]) {
    const language = matchLanguage(locale, languages)
    if (language !== undefined && !chosen.has(language)) chosen.set(language, locale)
  }
  const used = new Set(chosen.values())
  for (const [locale, number] of counts) {
    if (used.has(locale)) continue
    const rows = number === 1 ? '1 row was' : `${number} rows were`
    warn(
      languages.length > 0
        ? `"${locale}" is none of the site's further languages (${languages.join(', ')}); ${rows} left out`
        : `the site has no further language, so ${rows} left out in "${locale}"; name the languages in "languages" of site.json`,
    )
  }
  return chosen
}

interface Scan {
  readonly sheet: CsvSheet<Field>
  readonly terms: ShopifyTerms
  /** Locales of the file by further languages of the site. */
  readonly locales: ReadonlyMap<string, string>
}

function buildDraft(rows: ProductGroup['rows'], { sheet, terms, locales }: Scan): DraftTexts | null {
  const byField = Map.groupBy(rows, (row) => sheet.readPlain(row, 'field'))
  const listOriginals = (field: string) => [
    ...new Set(byField.get(field)?.map((row) => sheet.readPlain(row, 'original'))),
  ]
  const handles = listOriginals('handle')
  const [slug, ...others] = handles
  if (slug === undefined || others.length > 0) {
    const reason =
      slug === undefined
        ? 'the file has no row with the handle of this product, by which it is found; export the handles as well'
        : `several products have this number: ${handles.map((handle) => `"${handle}"`).join(', ')}. Perhaps a spreadsheet program shortened it; export the file again, and format the column as text before you save it`
    sheet.reject(rows[0], 'id', reason)
    return null
  }
  const translations: Record<string, DraftTranslation> = {}
  const categoryNames: Record<string, readonly [string, string]> = {}
  const byLocale = Map.groupBy(rows, (row) => sheet.readPlain(row, 'locale'))
  for (const [language, locale] of locales) {
    const own = byLocale.get(locale)
    if (!own) continue
    translations[language] = buildTranslation(own, sheet, ({ options }) => terms.pair(locale, options))
    const type = own.find((row) => sheet.readPlain(row, 'field') === 'product_type')
    if (type) categoryNames[language] = [sheet.readPlain(type, 'original'), sheet.readPlain(type, 'text')]
  }
  const name = listOriginals('title')[0] ?? slug
  return { slug, line: rows[0].line, name, onlyTranslates: true, translations, categoryNames }
}

function buildTranslation(
  rows: readonly CsvRow[],
  sheet: CsvSheet<Field>,
  pairTerms: DraftTranslation['pairTerms'],
): DraftTranslation {
  const find = (field: string) => {
    const [row, ...others] = rows.filter((each) => sheet.readPlain(each, 'field') === field)
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
    name: read('title', LIMITS.name),
    slug: handle && sheet.readLower(handle, 'text'),
    description: body && sheet.readHtml(body, 'text'),
    metaTitle: read('meta_title', LIMITS.metaTitle),
    metaDescription: read('meta_description', LIMITS.metaDescription),
    pairTerms,
    place: sheet.placeOf(handle ?? rows[0]!, 'text'),
  }
}

type TermKind = 'name' | 'value'

/**
 * Translated names and values of options. The file does not say to which product they belong, so one that has several
 * translations is not used.
 */
class ShopifyTerms {
  readonly #sheet: CsvSheet<Field>
  /** The first row of each term by locale, kind and original; null if the translations differ. */
  readonly #texts = new Map<string, { readonly text: string; readonly line: number } | null>()

  constructor(sheet: CsvSheet<Field>) {
    this.#sheet = sheet
  }

  add(row: CsvRow, kind: TermKind): void {
    const [locale = '', original = '', text = ''] = (['locale', 'original', 'text'] as const).map((field) =>
      this.#sheet.readPlain(row, field),
    )
    const key = JSON.stringify([locale, kind, original])
    const known = this.#texts.get(key)
    if (known === undefined || known?.text === '') this.#texts.set(key, { text, line: row.line })
    // A blank text, which removes a translation, does not contradict another one.
    else if (known !== null && known.text !== text && text !== '') {
      this.#texts.set(key, null)
      const reason = `"${original}" is "${known.text}" in line ${known.line} and "${text}" here, and the file does not say for which products; neither was used. Translate them in Vitrine's own sheet`
      this.#sheet.warn(row, 'text', reason)
    }
  }

  pair(locale: string, options: Product['options']): readonly TermPair[] {
    const read = (kind: TermKind, original: string) => this.#texts.get(JSON.stringify([locale, kind, original]))?.text
    return options.flatMap(({ name, values }): readonly TermPair[] => [
      { name, translatedName: read('name', name) },
      ...values.map((value) => ({ name, value, translatedValue: read('value', value) })),
    ])
  }
}
