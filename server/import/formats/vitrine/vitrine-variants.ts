import { cutText, readPlainText, readWeightGrams } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  CODE_MAX_LENGTH,
  type DraftProduct,
  type DraftVariant,
  foldCombination,
  OPTION_TEXT_MAX_LENGTH,
  VARIANT_MAX_COUNT,
} from '../../draft-product.ts'
import type { OptionColumns } from './vitrine-columns.ts'
import { readImage } from './vitrine-lists.ts'
import type { VitrineSheet } from './vitrine-sheet.ts'
import { AVAILABILITY_WORDS } from './vitrine-words.ts'

interface UsedOption extends OptionColumns {
  readonly name: string
}

/**
 * Reads each row as a variant; one that cannot be used is rejected.
 * @returns no variants where none can be used, or the first one cannot
 */
export function readVariants(
  sheet: VitrineSheet,
  rows: readonly [CsvRow, ...CsvRow[]],
  currency: string,
): { readonly variants: DraftProduct['variants'] | undefined; readonly optionNames: readonly string[] | undefined } {
  const [first, ...others] = rows
  const options = findOptions(sheet, first)
  const optionNames = sheet.columns.options.length === 0 ? undefined : options.map(({ name }) => name)
  const lines = new Map<string, number>()
  const firstVariant = readVariant(sheet, first, { options, lines, currency })
  if (!firstVariant) return { variants: undefined, optionNames }
  const variants: [DraftVariant, ...DraftVariant[]] = [firstVariant]
  for (const row of others) {
    const variant = sheet.checkCellCount(row) ? readVariant(sheet, row, { options, lines, currency }) : undefined
    if (variant) variants.push(variant)
  }
  return { variants, optionNames }
}

function findOptions(sheet: VitrineSheet, row: CsvRow): readonly UsedOption[] {
  return sheet.columns.options.flatMap((columns) => {
    const name = readCell(row, columns.nameIndex)
    return name === '' ? [] : [{ ...columns, name }]
  })
}

interface VariantContext {
  readonly options: readonly UsedOption[]
  /** The line of each combination of option values. */
  readonly lines: Map<string, number>
  readonly currency: string
}

function readVariant(
  sheet: VitrineSheet,
  row: CsvRow,
  { options, lines, currency }: VariantContext,
): DraftVariant | undefined {
  const optionValues = options.map(({ valueIndex }) => readCell(row, valueIndex))
  const missing = options[optionValues.indexOf('')]
  if (missing) {
    sheet.reject(row, 'slug', `the value of the option "${missing.name}" is missing`)
    return undefined
  }
  const combination = foldCombination(optionValues)
  const earlier = lines.get(combination)
  if (earlier !== undefined) {
    const told = options.length > 0 ? `the variant "${optionValues.join(' / ')}" stands` : 'this product stands'
    sheet.reject(
      row,
      'slug',
      `${told} on line ${earlier} already${options.length > 0 ? '' : '; rows of one slug are variants, told apart by their options'}`,
    )
    return undefined
  }
  if (lines.size >= VARIANT_MAX_COUNT) {
    sheet.reject(row, 'slug', `a product has ${VARIANT_MAX_COUNT} variants at most`)
    return undefined
  }
  const price = sheet.readPrice(row, 'price', currency)
  const compareAt = sheet.readPrice(row, 'compareAtPrice', currency)
  if (price === 'rejected' || compareAt === 'rejected') return undefined
  lines.set(combination, row.line)
  return {
    optionValues,
    sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
    gtin: sheet.readGtin(row, 'gtin'),
    mpn: sheet.readCode(row, 'mpn', CODE_MAX_LENGTH),
    // Shops write 0.00 for what they give a price for on request.
    priceMinor: price === 0 ? null : price,
    compareAtMinor: compareAt,
    availability: sheet.readWord(row, 'availability', AVAILABILITY_WORDS, { blank: 'InStock', unknown: 'OutOfStock' }),
    weightGrams: readWeight(sheet, row),
    image: readImage(sheet, row),
  }
}

function readWeight(sheet: VitrineSheet, row: CsvRow): number | null | undefined {
  if (!sheet.has('weight')) return undefined
  const text = readPlainText(sheet.read(row, 'weight')!)
  if (text === '') return null
  const grams = readWeightGrams(text, 'g')
  if (grams !== undefined) return grams
  sheet.warn(row, 'weight', 'is no weight in grams; it was left out')
  return null
}

function readCell(row: CsvRow, index: number): string {
  return cutText(readPlainText(row.cells[index] ?? ''), OPTION_TEXT_MAX_LENGTH)
}
