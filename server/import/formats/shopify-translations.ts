import type { Product } from '../../../shared/catalog.ts'
import { LIMITS, type DraftTexts, type DraftTranslation } from '../draft-product.ts'
import { foldColumnName, matchColumns } from '../files/csv-columns.ts'
import type { CsvRow } from '../files/csv-file.ts'
import { CsvSheet } from '../files/csv-sheet.ts'
import type { ProductFormat, ScannedProducts } from '../product-format.ts'
import { matchLanguage } from '../site-languages.ts'
import { type ProductGroup, stageProducts } from '../stage.ts'
import type { TermPair } from '../merge-translations.ts'

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

const TERMS = new Set(['PRODUCT_OPTION', 'PRODUCT_OPTION_VALUE'])

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

  async scan(file, notes, languages = []): Promise<ScannedProducts> {
    const { indexes } = matchColumns(file, file.header, COLUMNS, REQUIRED)
    const sheet = new CsvSheet<Field>(file, indexes, notes, [])
    const terms = new ShopifyTerms(sheet)
    const locales = new Map<string, string>()
    /** Number of rows of products by locale, and of rows that the site does not use by their kind. */
    const [counts, unused] = [new Map<string, number>(), new Map<string, number>()]
    const products = await stageProducts(file, notes, {
      // Products are found by their handles.
      areKeysSlugs: true,
      readPrices: () => '',
      place(row) {
        const read = (field: Field) => sheet.readPlain(row, field)
        const [type, field, key] = [read('type').toUpperCase(), read('field'), read('id')]
        if (read('market') !== '') count(unused, 'texts of single markets')
        else if (TERMS.has(type)) terms.add(row, type)
        else if (type === 'PRODUCT' && PRODUCT_FIELDS.has(field)) {
          count(counts, read('locale'))
          return { key, product: {} }
        } else count(unused, type === 'PRODUCT' ? `PRODUCT ${field}` : type)
        return undefined
      },
      reject: () => {},
      build: ({ rows }) => buildDraft(rows, sheet, terms, locales),
    })
    const further = languages.slice(1)
    // A locale that is the language goes before its regions.
    for (const locale of [...further.filter((key) => counts.has(key)), ...counts.keys()]) {
      const language = matchLanguage(locale, further)
      if (language !== undefined && !locales.has(language)) locales.set(language, locale)
    }
    const used = new Set(locales.values())
    for (const [locale, rows] of counts) if (!used.has(locale)) unused.set(`texts in "${locale}"`, rows)
    const kinds = [...unused].map(([kind, rows]) => `${kind} (${rows})`)
    const advice = counts.size > used.size ? '; "languages" in site.json names the languages of the site' : ''
    if (kinds.length > 0) {
      const reason = `rows that the site does not use were left out: ${kinds.join(', ')}${advice}`
      notes.warn({ file: file.name, reason })
    }
    return products
  },
}

const count = (numbers: Map<string, number>, key: string) => numbers.set(key, (numbers.get(key) ?? 0) + 1)

/** @param locales of the file by further languages of the site */
function buildDraft(
  rows: ProductGroup['rows'],
  sheet: CsvSheet<Field>,
  terms: ShopifyTerms,
  locales: ReadonlyMap<string, string>,
): DraftTexts | null {
  const read = (row: CsvRow | undefined, field: Field) => (row ? sheet.readPlain(row, field) : '')
  const list = (field: string) => rows.filter((row) => read(row, 'field') === field)
  const handles = new Set(list('handle').map((row) => read(row, 'original')))
  const [slug] = handles
  if (slug === undefined || handles.size > 1) {
    const reason =
      slug === undefined
        ? 'the file has no row with the handle of this product, by which it is found; export the handles as well'
        : `several products have this number: ${[...handles].map((handle) => `"${handle}"`).join(', ')}. Perhaps a spreadsheet program shortened it; export the file again, and format the column as text before you save it`
    sheet.reject(rows[0], 'id', reason)
    return null
  }
  const translations: Record<string, DraftTranslation> = {}
  const categoryNames: Record<string, readonly [string, string]> = {}
  for (const [language, locale] of locales) {
    const own = rows.find((row) => read(row, 'locale') === locale)
    if (!own) continue
    // If a field has several texts, the first one is used.
    const find = (field: string) => list(field).find((row) => read(row, 'locale') === locale)
    const [title, body, handle, type] = [find('title'), find('body_html'), find('handle'), find('product_type')]
    const [metaTitle, metaDescription] = [find('meta_title'), find('meta_description')]
    translations[language] = {
      name: title && sheet.readText(title, 'text', LIMITS.name),
      slug: handle && sheet.readLower(handle, 'text'),
      description: body && sheet.readHtml(body, 'text'),
      texts: {
        metaTitle: metaTitle && sheet.readText(metaTitle, 'text', LIMITS.metaTitle),
        metaDescription: metaDescription && sheet.readText(metaDescription, 'text', LIMITS.metaDescription),
      },
      pairTerms: ({ options }) => terms.pair(locale, options),
      place: sheet.placeOf(handle ?? own, 'text'),
    }
    if (type) categoryNames[language] = [read(type, 'original'), read(type, 'text')]
  }
  const name = read(list('title')[0], 'original') || slug
  return { slug, line: rows[0].line, name, onlyTranslates: true, translations, categoryNames }
}

/**
 * Translated names and values of options. The file does not say to which product they belong, so one that has several
 * translations is not used.
 */
class ShopifyTerms {
  readonly #sheet: CsvSheet<Field>
  /** The different texts of each term by locale, type and original. */
  readonly #texts = new Map<string, Set<string>>()

  constructor(sheet: CsvSheet<Field>) {
    this.#sheet = sheet
  }

  add(row: CsvRow, type: string): void {
    const read = (field: Field) => this.#sheet.readPlain(row, field)
    const [original, text] = [read('original'), read('text')]
    const key = JSON.stringify([read('locale'), type, original])
    const texts = this.#texts.get(key) ?? new Set<string>()
    const isNew = !texts.has(text)
    this.#texts.set(key, texts.add(text))
    const [first, second] = [...texts].filter(Boolean)
    const reason = `"${original}" is both "${first}" and "${second}", and the file does not say for which products; neither was used. Translate them in Vitrine's own sheet`
    if (isNew && text === second) this.#sheet.warn(row, 'text', reason)
  }

  pair(locale: string, options: Product['options']): readonly TermPair[] {
    const read = (type: string, original: string) => {
      const texts = [...(this.#texts.get(JSON.stringify([locale, type, original])) ?? [])]
      // A blank text, which removes a translation, does not contradict another one.
      const [first = texts[0], ...others] = texts.filter(Boolean)
      return others.length > 0 ? undefined : first
    }
    return options.flatMap(({ name, values }): readonly TermPair[] => [
      { name, translatedName: read('PRODUCT_OPTION', name) },
      ...values.map((value) => ({ name, value, translatedValue: read('PRODUCT_OPTION_VALUE', value) })),
    ])
  }
}
