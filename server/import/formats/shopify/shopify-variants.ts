import { readBoolean } from '../../cells.ts'
import { CODE_MAX_LENGTH, OPTION_TEXT_MAX_LENGTH, type DraftVariant } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { readUnitPricing } from '../../unit-pricing.ts'
import { VariantLines } from '../variant-lines.ts'
import { OPTION_MAX_COUNT, OPTION_NUMBERS, type ShopifyField, type ShopifySheet } from './shopify-columns.ts'
import type { Availability } from '../../../../shared/catalog.ts'

/** Name of the option that Shopify gives a product without options. */
const DEFAULT_OPTION = 'title'
const DEFAULT_VALUE = 'Default Title'

/**
 * Shopify writes the option names on a product's first row only.
 * @returns undefined if the file has no option columns
 */
export function readOptionNames(sheet: ShopifySheet, first: CsvRow): readonly string[] | undefined | 'rejected' {
  if (!sheet.has('option1Name')) return undefined
  const names: string[] = []
  for (const number of OPTION_NUMBERS) {
    const nameField: ShopifyField = `option${number}Name`
    const name = sheet.readText(first, nameField, OPTION_TEXT_MAX_LENGTH)
    if (!name) continue
    if (number > OPTION_MAX_COUNT) {
      sheet.reject(first, nameField, `a product can have at most ${OPTION_MAX_COUNT} options; the product was left out`)
      return 'rejected'
    }
    if (names.length < number - 1 || names.some((other) => other.toLowerCase() === name.toLowerCase())) {
      const reason = names.length < number - 1 ? 'the previous option has no name' : 'two options have the same name'
      sheet.reject(first, nameField, `${reason}; the product was left out`)
      return 'rejected'
    }
    names.push(name)
  }
  return names
}

export class VariantReader {
  readonly #sheet: ShopifySheet
  readonly #optionNames: readonly string[] | undefined
  readonly #currency: string
  readonly #lines: VariantLines
  /** Values that differ only in case count as one value, with the first spelling. */
  readonly #spellings = new Map<string, string>()

  constructor(sheet: ShopifySheet, optionNames: readonly string[] | undefined, currency: string) {
    this.#sheet = sheet
    this.#lines = new VariantLines(sheet.onlyTexts)
    this.#optionNames = optionNames
    this.#currency = currency
  }

  /** Returns undefined if the row only adds a picture. */
  read(row: CsvRow, isFirst: boolean): DraftVariant | undefined | 'rejected' {
    const sheet = this.#sheet
    const hasOptionValue = OPTION_NUMBERS.some((number) => !sheet.isBlank(row, `option${number}Value`))
    if (!isFirst && !hasOptionValue && sheet.isBlank(row, 'price')) {
      if (sheet.isBlank(row, 'imageUrl'))
        sheet.warn(row, 'handle', 'the row has neither a variant nor a picture; it was ignored')
      return undefined
    }
    const optionValues = this.#readOptionValues(row)
    if (optionValues === 'rejected' || !this.#isNew(row, optionValues)) return 'rejected'
    const price = sheet.readPrice(row, 'price', this.#currency)
    const compareAt = sheet.readPrice(row, 'compareAtPrice', this.#currency)
    if (price === 'rejected' || compareAt === 'rejected') return 'rejected'
    if (compareAt && price !== undefined) sheet.isReduction(row, 'compareAtPrice', compareAt, price)
    this.#lines.add(optionValues, row.line)
    return {
      optionValues,
      sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
      gtin: sheet.readGtin(row, 'barcode'),
      mpn: sheet.readText(row, 'mpn', CODE_MAX_LENGTH),
      // Shops write 0.00 for a price on request.
      priceMinor: price === 0 ? null : price,
      compareAtMinor: compareAt === 0 ? null : compareAt,
      ...readUnitPricing(sheet, row, {
        quantity: ['unitQuantity', 'unitQuantityUnit'],
        base: ['unitBase', 'unitBaseUnit'],
      }),
      availability: readAvailability(sheet, row),
      weightGrams: sheet.readWeight(row, 'grams', 'g'),
      image: sheet.has('variantImageUrl') ? (sheet.readImage(row, 'variantImageUrl') ?? null) : undefined,
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
        // Some exports leave the value of the default option blank.
        (number === 1 && isDefaultOption(names) ? DEFAULT_VALUE : '')
      if (value === '' && name === undefined) continue
      if (name === undefined) {
        if (number === 1 && value.toLowerCase() === DEFAULT_VALUE.toLowerCase()) continue
        const reason =
          number > OPTION_MAX_COUNT
            ? `a product can have at most ${OPTION_MAX_COUNT} options`
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
    const fault = this.#lines.findFault(optionValues, (line) => `line ${line} already has a variant without options`)
    if (fault === undefined) return true
    const line = this.#lines.find(optionValues)
    if (line === undefined) this.#sheet.reject(row, 'handle', fault)
    else if (!this.#sheet.isBlank(row, 'title'))
      this.#sheet.reject(row, 'handle', `line ${line} already has this product`)
    else this.#sheet.reject(row, optionValues.length > 0 ? 'option1Value' : 'price', fault)
    return false
  }
}

export function isDefaultOption([name, ...others]: readonly string[]): boolean {
  return others.length === 0 && name?.toLowerCase() === DEFAULT_OPTION
}

function readAvailability(sheet: ShopifySheet, row: CsvRow): Availability | undefined {
  if (!sheet.has('inventoryTracker') && !sheet.has('inventoryQuantity')) return undefined
  const quantity = sheet.readPlain(row, 'inventoryQuantity')
  const isTracked = sheet.has('inventoryTracker') ? !sheet.isBlank(row, 'inventoryTracker') : quantity !== ''
  // Exports of shops with several locations say that stock is tracked, but not the quantity.
  if (!isTracked || quantity === '') return 'InStock'
  if (!/^[+-]?\d+(?:[.,]0+)?$/.test(quantity)) {
    sheet.warn(row, 'inventoryQuantity', 'this is not a whole number; the variant is treated as out of stock')
    return 'OutOfStock'
  }
  if (Number.parseInt(quantity, 10) > 0) return 'InStock'
  const policy = sheet.readLower(row, 'inventoryPolicy')
  return policy === 'continue' || readBoolean(policy) === true ? 'BackOrder' : 'OutOfStock'
}
