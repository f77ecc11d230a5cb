import type { CsvRow } from '../../files/csv-file.ts'
import {
  CODE_MAX_LENGTH,
  type DraftVariant,
  foldCombination,
  OPTION_TEXT_MAX_LENGTH,
  VARIANT_MAX_COUNT,
} from '../../draft-product.ts'
import { OPTION_MAX_COUNT, OPTION_NUMBERS, type ShopifyField } from './shopify-columns.ts'
import { readVariantImage } from './shopify-images.ts'
import type { ShopifySheet } from './shopify-sheet.ts'
import { readAvailability, readWeight } from './shopify-variant-fields.ts'

/** The option and the value that Shopify writes where there is nothing to choose. */
const PLAIN_OPTION = 'title'
const DEFAULT_VALUE = 'Default Title'

/**
 * The option names of a product, which stand on its first row.
 * @returns undefined where the file has no columns for options
 */
export function readOptionNames(sheet: ShopifySheet, first: CsvRow): readonly string[] | undefined | 'rejected' {
  if (!sheet.has('option1Name')) return undefined
  const names: string[] = []
  for (const number of OPTION_NUMBERS) {
    const nameField: ShopifyField = `option${number}Name`
    const name = sheet.readText(first, nameField, OPTION_TEXT_MAX_LENGTH)
    if (!name) continue
    if (number > OPTION_MAX_COUNT) {
      sheet.reject(first, nameField, `a product has ${OPTION_MAX_COUNT} options at most; the product was left out`)
      return 'rejected'
    }
    if (names.length < number - 1 || names.some((other) => other.toLowerCase() === name.toLowerCase())) {
      const reason = names.length < number - 1 ? 'the option before it has no name' : 'two options have the same name'
      sheet.reject(first, nameField, `${reason}; the product was left out`)
      return 'rejected'
    }
    names.push(name)
  }
  return names
}

/** Reads the variants of one product, row after row. */
export class VariantReader {
  readonly #sheet: ShopifySheet
  readonly #optionNames: readonly string[] | undefined
  readonly #currency: string
  /** The line on which each combination of option values stands. */
  readonly #lines = new Map<string, number>()
  /** Spellings that differ only in their capitals are one value, the first one. */
  readonly #spellings = new Map<string, string>()

  constructor(sheet: ShopifySheet, optionNames: readonly string[] | undefined, currency: string) {
    this.#sheet = sheet
    this.#optionNames = optionNames
    this.#currency = currency
  }

  /** @returns undefined for a row that only brings a picture */
  read(row: CsvRow, isFirst: boolean): DraftVariant | undefined | 'rejected' {
    const sheet = this.#sheet
    const hasOptionValue = OPTION_NUMBERS.some((number) => !sheet.isBlank(row, `option${number}Value`))
    if (!isFirst && !hasOptionValue && sheet.isBlank(row, 'price')) {
      if (sheet.isBlank(row, 'imageUrl')) sheet.warn(row, 'handle', 'the row holds neither a variant nor a picture')
      return undefined
    }
    const optionValues = this.#readOptionValues(row)
    if (optionValues === 'rejected' || !this.#isNew(row, optionValues)) return 'rejected'
    const price = sheet.readPrice(row, 'price', this.#currency)
    const compareAt = sheet.readPrice(row, 'compareAtPrice', this.#currency)
    if (price === 'rejected' || compareAt === 'rejected') return 'rejected'
    const combination = foldCombination(optionValues)
    this.#lines.set(combination, row.line)
    return {
      optionValues,
      sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
      gtin: sheet.readGtin(row, 'barcode'),
      mpn: sheet.readText(row, 'mpn', CODE_MAX_LENGTH),
      // Shops write 0.00 for what they give a price for on request.
      priceMinor: price === 0 ? null : price,
      compareAtMinor: compareAt === 0 ? null : compareAt,
      availability: readAvailability(sheet, row),
      weightGrams: readWeight(sheet, row),
      image: readVariantImage(sheet, row),
    }
  }

  #readOptionValues(row: CsvRow): readonly string[] | 'rejected' {
    const sheet = this.#sheet
    const names = this.#optionNames ?? []
    const values: string[] = []
    for (const number of OPTION_NUMBERS) {
      const field: ShopifyField = `option${number}Value`
      const name = names[number - 1]
      const value =
        sheet.readText(row, field, OPTION_TEXT_MAX_LENGTH) ??
        (number === 1 && isPlainOption(names) ? DEFAULT_VALUE : '')
      if (value === '' && name === undefined) continue
      if (name === undefined) {
        if (number === 1 && value.toLowerCase() === DEFAULT_VALUE.toLowerCase()) continue
        const reason =
          number > OPTION_MAX_COUNT
            ? `a product has ${OPTION_MAX_COUNT} options at most`
            : 'the value belongs to an option without a name'
        sheet.reject(row, field, reason)
        return 'rejected'
      }
      if (value === '') {
        sheet.reject(row, field, `the value of the option "${name}" is missing`)
        return 'rejected'
      }
      values.push(this.#respell(number, value))
    }
    return values
  }

  #respell(optionNumber: number, value: string): string {
    const key = `${optionNumber} ${value.toLowerCase()}`
    const spelling = this.#spellings.get(key) ?? value
    this.#spellings.set(key, spelling)
    return spelling
  }

  #isNew(row: CsvRow, optionValues: readonly string[]): boolean {
    const sheet = this.#sheet
    const line = this.#lines.get(foldCombination(optionValues))
    if (line === undefined && this.#lines.size < VARIANT_MAX_COUNT) return true
    if (line === undefined) {
      sheet.reject(row, 'handle', `a product has ${VARIANT_MAX_COUNT} variants at most`)
    } else if (!sheet.isBlank(row, 'title')) {
      sheet.reject(row, 'handle', `the product stands on line ${line} already`)
    } else {
      const field = optionValues.length > 0 ? 'option1Value' : 'price'
      const what = optionValues.length > 0 ? `"${optionValues.join(' / ')}"` : 'without options'
      sheet.reject(row, field, `the variant ${what} stands on line ${line} already`)
    }
    return false
  }
}

/** Whether an option is Shopify's way to say that there is none; some exports leave its value blank. */
export function isPlainOption(names: readonly string[]): boolean {
  return names.length === 1 && names[0]!.toLowerCase() === PLAIN_OPTION
}
