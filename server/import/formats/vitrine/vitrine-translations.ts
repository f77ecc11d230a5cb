import type { Product } from '../../../../shared/catalog.ts'
import { cutText, readPlainText } from '../../cells.ts'
import { LIMITS, type DraftProduct, type DraftTranslation } from '../../draft-product.ts'
import { pairAttributes, pairOptions, type TermPair } from '../../translated-terms.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductGroup } from '../../stage.ts'
import { readLines, readTexts, splitAttribute } from './vitrine-cells.ts'
import type { LanguageSheet, VitrineSheet } from './vitrine-columns.ts'

const SLUG_MAX_LENGTH = 200

/** @param options numbers of the options that the product has, if the sheet has columns for options */
export function readTranslations(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  options: readonly number[],
): DraftProduct['translations'] {
  if (sheet.translations.size === 0) return undefined
  return Object.fromEntries(
    [...sheet.translations].map(([language, own]) => {
      const pairTerms = (product: Product) => [
        ...pairOwnAttributes(own, rows[0], product),
        ...pairOwnOptions(own, rows, { sheet, options }, product),
      ]
      return [language, { ...readTranslation(own, rows[0]), pairTerms }]
    }),
  )
}

function readTranslation(sheet: LanguageSheet, row: CsvRow): Omit<DraftTranslation, 'pairTerms'> {
  return {
    ...readTexts(sheet, row),
    slug: sheet.readText(row, 'slug', SLUG_MAX_LENGTH),
    name: sheet.readText(row, 'name', LIMITS.name),
    place: sheet.placeOf(row, 'name'),
  }
}

/** A blank cell removes the translations. */
function pairOwnAttributes(sheet: LanguageSheet, row: CsvRow, product: Product): readonly TermPair[] {
  const lines = readLines(sheet, row, 'attributes')?.map(splitAttribute)
  const texts = lines?.length === 0 ? product.attributes.map(() => ({ name: '', value: '' })) : (lines ?? [])
  return [
    ...pairAttributes(product, texts, (reason) => sheet.warn(row, 'attributes', reason)),
    ...sheet.attributes.map(({ name, index }): TermPair => {
      const value = product.attributes.find((attribute) => attribute.name === name)?.value
      const text = cutText(readPlainText(row.cells[index] ?? ''), LIMITS.attributeValue)
      return { name, value, translatedValue: text }
    }),
  ]
}

function pairOwnOptions(
  sheet: LanguageSheet,
  rows: ProductGroup['rows'],
  { sheet: main, options }: { readonly sheet: VitrineSheet; readonly options: readonly number[] },
  product: Product,
): readonly TermPair[] {
  // Without columns for options, those of the product have the numbers from 1.
  const numbers = main.options.length > 0 ? options : product.options.map((_, at) => at + 1)
  const texts = rows.map((row) => ({
    sku: main.has('sku') ? main.readPlain(row, 'sku') : undefined,
    originals: options.map((number) => main.readOption(row, `optionValue${number}`)),
    values: numbers.map((number) => sheet.readOption(row, `optionValue${number}`)),
  }))
  const names = numbers.map((number) => sheet.readOption(rows[0], `optionName${number}`))
  return pairOptions(product, names, texts)
}
