import type { Product } from '../../../../shared/catalog.ts'
import { isSlug } from '../../../../shared/slug.ts'
import { cutText, readPlainText } from '../../cells.ts'
import {
  ATTRIBUTE_VALUE_MAX_LENGTH,
  type DraftProduct,
  type DraftTranslation,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OPTION_TEXT_MAX_LENGTH,
  TAX_NOTE_MAX_LENGTH,
} from '../../draft-product.ts'
import { pairAttributes, pairOptions, type TermPair } from '../../translated-terms.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../staged-products.ts'
import { readLines, readSafetyInformation, splitAttribute } from './vitrine-cells.ts'
import type { OptionColumns, TranslatedSheet, VitrineSheet } from './vitrine-columns.ts'

const SLUG_MAX_LENGTH = 200

/** @param options the columns of the options that the product has, if the sheet has them */
export function readTranslations(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  options: readonly OptionColumns[],
): DraftProduct['translations'] {
  if (sheet.translations.length === 0) return undefined
  return Object.fromEntries(
    sheet.translations.map((own) => [own.language, readTranslation(own, rows, { sheet, options })]),
  )
}

interface Originals {
  readonly sheet: VitrineSheet
  readonly options: readonly OptionColumns[]
}

function readTranslation(own: TranslatedSheet, rows: ProductGroup['rows'], originals: Originals): DraftTranslation {
  const { sheet } = own
  const [row] = rows
  return {
    slug: sheet.readText(row, 'slug', SLUG_MAX_LENGTH),
    formerSlugs: readLines(sheet, row, 'formerSlugs')
      ?.flatMap((line) => line.split(','))
      .map((slug) => slug.trim())
      .filter(isSlug),
    name: sheet.readText(row, 'name', NAME_MAX_LENGTH),
    shortDescription: sheet.readHtml(row, 'shortDescription'),
    description: sheet.readHtml(row, 'description'),
    safetyInformation: readSafetyInformation(sheet, row),
    taxNote: sheet.readText(row, 'taxNote', TAX_NOTE_MAX_LENGTH),
    metaTitle: sheet.readText(row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    pairTerms: (product) => [...pairOwnAttributes(own, row, product), ...pairOwnOptions(own, rows, originals, product)],
    place: sheet.placeOf(row, 'name'),
  }
}

/** A blank cell removes the translations. */
function pairOwnAttributes({ sheet, attributes }: TranslatedSheet, row: CsvRow, product: Product): readonly TermPair[] {
  const lines = readLines(sheet, row, 'attributes')?.map(splitAttribute)
  const texts = lines?.length === 0 ? product.attributes.map(() => ({ name: '', value: '' })) : (lines ?? [])
  return [
    ...pairAttributes(product, texts, (reason) => sheet.warn(row, 'attributes', reason)),
    ...attributes.map(({ name, index }): TermPair => {
      const value = product.attributes.find((attribute) => attribute.name === name)?.value
      const text = cutText(readPlainText(row.cells[index] ?? ''), ATTRIBUTE_VALUE_MAX_LENGTH)
      return { name, value, translatedValue: text }
    }),
  ]
}

function pairOwnOptions(
  { sheet, options: columns }: TranslatedSheet,
  rows: ProductGroup['rows'],
  { sheet: main, options }: Originals,
  product: Product,
): readonly TermPair[] {
  // Without columns for options, those of the product have the numbers from 1.
  const numbers = main.options.length > 0 ? options.map(({ number }) => number) : product.options.map((_, at) => at + 1)
  const read = (row: CsvRow, key: string) => {
    const index = columns.get(key)
    return index === undefined ? undefined : readOptionText(row.cells[index])
  }
  const texts = rows.map((row) => ({
    row,
    sku: main.has('sku') ? main.readPlain(row, 'sku') : undefined,
    originals: options.map(({ valueIndex }) => readOptionText(row.cells[valueIndex])),
    values: numbers.map((number) => read(row, `${number} value`)),
  }))
  const names = numbers.map((number) => read(rows[0], `${number} name`))
  const { pairs, used } = pairOptions(product, names, texts)
  for (const [key, index] of columns) {
    const own = used[numbers.indexOf(Number.parseInt(key, 10))]
    const lost = texts.find(
      (text) => readOptionText(text.row.cells[index]) !== '' && !(own && (key.endsWith('name') || own.has(text))),
    )
    if (lost) sheet.warnAtIndex(lost.row, index, UNPAIRED)
  }
  return pairs
}

const UNPAIRED =
  'the product has no such option, or no variant with the value or the SKU of this row; the translation was left out'

function readOptionText(cell = ''): string {
  return cutText(readPlainText(cell), OPTION_TEXT_MAX_LENGTH)
}
