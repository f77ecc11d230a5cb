import type { Product } from '../../../shared/catalog.ts'
import { LIMITS, type DraftTexts, type DraftTranslation } from '../draft-product.ts'
import { foldColumnName, matchColumns } from '../files/csv-columns.ts'
import type { CsvRow } from '../files/csv-file.ts'
import { CsvSheet } from '../files/csv-sheet.ts'
import type { ProductFormat, ScannedProducts } from '../product-format.ts'
import { chooseCodes } from '../site-languages.ts'
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

/**
 * Translated names and values of options. The file does not say to which product they belong, so one that has several
 * translations is null, and not used.
 */
type Terms = ReadonlyMap<string, string | null>

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
    const terms = new Map<string, string | null>()
    const addTerm = (row: CsvRow, key: string, original: string): void => {
      const [text, known] = [sheet.readPlain(row, 'text'), terms.get(key)]
      // A blank text removes the translation of one product, and so does not contradict that of another.
      if (known === null || text === known || (known && text === '')) return
      terms.set(key, known ? null : text)
      const reason = `"${original}" is both "${known}" and "${text}", and the file does not say for which products; neither was used. Translate them in Vitrine's own sheet`
      if (known) sheet.warn(row, 'text', reason)
    }
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
        else if (TERMS.has(type)) addTerm(row, termKey(read('locale'), type, read('original')), read('original'))
        else if (type === 'PRODUCT' && PRODUCT_FIELDS.has(field)) {
          count(counts, read('locale'))
          return { key, product: {} }
        } else count(unused, type === 'PRODUCT' ? `PRODUCT ${field}` : type)
        return undefined
      },
      reject: () => {},
      build: ({ rows }) => buildDraft(rows, sheet, terms, locales),
    })
    for (const [language, locale] of chooseCodes(counts, languages.slice(1))) locales.set(language, locale)
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
  terms: Terms,
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
      pairTerms: ({ options }) => pairTerms(terms, locale, options),
      place: sheet.placeOf(handle ?? own, 'text'),
    }
    if (type) categoryNames[language] = [read(type, 'original'), read(type, 'text')]
  }
  const name = read(list('title')[0], 'original') || slug
  return { slug, line: rows[0].line, name, onlyTranslates: true, translations, categoryNames }
}

/** Returns the key of a translated name or value of an option. */
function termKey(locale: string, type: string, original: string): string {
  return JSON.stringify([locale, type, original])
}

function pairTerms(terms: Terms, locale: string, options: Product['options']): readonly TermPair[] {
  const find = (type: string, original: string) => terms.get(termKey(locale, type, original)) ?? undefined
  return options.flatMap(({ name, values }): readonly TermPair[] => [
    { name, translatedName: find('PRODUCT_OPTION', name) },
    ...values.map((value) => ({ name, value, translatedValue: find('PRODUCT_OPTION_VALUE', value) })),
  ])
}
