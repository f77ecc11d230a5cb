import type { Product } from '../../../shared/catalog.ts'
import {
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type DraftTexts,
  type DraftTranslation,
} from '../draft-product.ts'
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

const TERMS = new Map<string, Kind>([
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
    const terms = new ShopifyTerms((row, reason) => sheet.warn(row, 'text', reason))
    const warn = (reason: string) => notes.warn(noticeOfFile(file.name, reason))
    /** Number of rows of products by locale. */
    const counts = new Map<string, number>()
    const unused = new Map<string, number>()
    let locales: Scan['locales'] | undefined
    const products = await stageProducts(file, notes, {
      // Products are found by their handles.
      areKeysSlugs: true,
      readPrices: () => '',
      place(row) {
        const read = (field: Field) => sheet.readPlain(row, field)
        const [type, field, locale, key] = [read('type').toUpperCase(), read('field'), read('locale'), read('id')]
        const isOfMarket = read('market') !== ''
        if (!isOfMarket && type === 'PRODUCT' && PRODUCT_FIELDS.has(field)) {
          counts.set(locale, (counts.get(locale) ?? 0) + 1)
          return { key, product: { key, name: '', givenSlug: null, sourceId: null, sku: null } }
        }
        const kind = TERMS.get(type)
        const skipped = isOfMarket ? 'texts of single markets' : type === 'PRODUCT' ? `PRODUCT ${field}` : type
        if (kind && !isOfMarket) terms.add(locale, kind, read('original'), { text: read('text'), row })
        else unused.set(skipped, (unused.get(skipped) ?? 0) + 1)
        return undefined
      },
      reject: () => {},
      build({ rows }, { languages }) {
        locales ??= chooseLocales(counts, languages, warn)
        return buildDraft(rows, { sheet, terms, locales })
      },
    })
    const kinds = [...unused].map(([kind, count]) => `${kind} (${count})`)
    if (kinds.length > 0) warn(`rows that the site does not use were left out: ${kinds.join(', ')}`)
    return products
  },
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
  const further = languages.slice(1)
  const chosen = new Map<string, string>()
  for (const locale of [...further.filter((key) => counts.has(key)), ...counts.keys()]) {
    const language = matchLanguage(locale, further)
    if (language !== undefined && !chosen.has(language)) chosen.set(language, locale)
  }
  for (const [locale, count] of counts) {
    if ([...chosen.values()].includes(locale)) continue
    const rows = count === 1 ? '1 row was' : `${count} rows were`
    warn(
      further.length > 0
        ? `"${locale}" is none of the site's further languages (${further.join(', ')}); ${rows} left out`
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

function buildDraft(rows: ProductGroup['rows'], scan: Scan): DraftTexts | null {
  const { sheet, locales } = scan
  const listOriginals = (field: string) => [
    ...new Set(
      rows.flatMap((row) => (sheet.readPlain(row, 'field') === field ? [sheet.readPlain(row, 'original')] : [])),
    ),
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
  const byLocale = Map.groupBy(rows, (row) => sheet.readPlain(row, 'locale'))
  const own = [...locales].flatMap(([language, locale]) => {
    const given = byLocale.get(locale)
    return given ? [{ locale, language, rows: given }] : []
  })
  return {
    slug,
    line: rows[0].line,
    name: listOriginals('title')[0] ?? slug,
    onlyTranslates: true,
    translations: Object.fromEntries(own.map((each) => [each.language, buildTranslation(each, scan)])),
    categoryNames: Object.fromEntries(
      own.flatMap(({ language, rows: given }) => {
        const type = given.find((row) => sheet.readPlain(row, 'field') === 'product_type')
        return type ? [[language, [sheet.readPlain(type, 'original'), sheet.readPlain(type, 'text')]]] : []
      }),
    ),
  }
}

function buildTranslation(
  { locale, rows }: { readonly locale: string; readonly rows: readonly CsvRow[] },
  { sheet, terms }: Scan,
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
    name: read('title', NAME_MAX_LENGTH),
    slug: handle && (sheet.readPlain(handle, 'text').toLowerCase() || undefined),
    description: body && sheet.readHtml(body, 'text'),
    metaTitle: read('meta_title', META_TITLE_MAX_LENGTH),
    metaDescription: read('meta_description', META_DESCRIPTION_MAX_LENGTH),
    pairTerms: ({ options }) => terms.pair(locale, options),
    place: sheet.placeOf(handle ?? rows[0]!, 'text'),
  }
}

type Kind = 'name' | 'value'

/**
 * Translated names and values of options. The file does not say to which product they belong, so one that has several
 * translations is not used.
 */
class ShopifyTerms {
  readonly #texts = new Map<string, { readonly text: string; readonly line: number } | null>()
  readonly #warn: (row: CsvRow, reason: string) => void

  constructor(warn: (row: CsvRow, reason: string) => void) {
    this.#warn = warn
  }

  /** @param text '' removes the translation */
  add(locale: string, kind: Kind, original: string, { text, row }: { readonly text: string; readonly row: CsvRow }) {
    const key = keyOf(locale, kind, original)
    const known = this.#texts.get(key)
    if (known === null || known?.text === text || (known && text === '')) return
    if (!known || known.text === '') {
      this.#texts.set(key, { text, line: row.line })
      return
    }
    this.#texts.set(key, null)
    this.#warn(
      row,
      `"${original}" is "${known.text}" in line ${known.line} and "${text}" here, and the file does not say for which products; neither was used. Translate them in Vitrine's own sheet`,
    )
  }

  pair(locale: string, options: Product['options']): readonly TermPair[] {
    const read = (kind: Kind, original: string) => this.#texts.get(keyOf(locale, kind, original))?.text
    return options.flatMap(({ name, values }): readonly TermPair[] => [
      { name, translatedName: read('name', name) },
      ...values.map((value) => ({ name, value, translatedValue: read('value', value) })),
    ])
  }
}

function keyOf(locale: string, kind: Kind, original: string): string {
  return JSON.stringify([locale, kind, original])
}
