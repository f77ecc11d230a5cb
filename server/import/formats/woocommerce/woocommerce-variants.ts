import { readBoolean, readDecimal } from '../../cells.ts'
import { CODE_MAX_LENGTH, VARIANT_MAX_COUNT, type DraftPrices, type DraftVariant } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { TOO_MANY_VARIANTS, VariantLines } from '../variant-lines.ts'
import { foldName, type AttributeCells, type WooCommerceSheet } from './woocommerce-columns.ts'
import type { DraftContext } from '../../product-format.ts'
import type { Availability } from '../../../../shared/catalog.ts'
import { isIsoDate, isIsoTime } from '../../../../shared/local-date-time.ts'
import { toInstant } from '../../../platform/zoned-time.ts'

interface Option {
  readonly name: string
  readonly values: Map<string, string>
}

interface VariationSet {
  readonly optionNames: readonly string[]
  readonly variants: readonly DraftVariant[]
}

/**
 * Reads a row as a variant; the caller adds the option values.
 * @param parent row of the parent product if the row is a variation
 */
export function readVariant(
  sheet: WooCommerceSheet,
  row: CsvRow,
  context: DraftContext,
  parent?: CsvRow,
): DraftVariant | undefined {
  const prices = readPrices(sheet, row, context)
  if (prices === 'rejected') return undefined
  const images = sheet.readImages(row)
  return {
    optionValues: [],
    sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
    gtin: sheet.readGtin(row, 'gtin'),
    mpn: undefined,
    ...prices,
    availability: readAvailability(sheet, row, parent),
    weightGrams: readWeight(sheet, row, parent),
    image: parent ? images && (images[0] ?? null) : null,
  }
}

/** Turns the attributes of variations into options. A blank attribute means each value that no earlier variation has. */
export function readVariations(
  sheet: WooCommerceSheet,
  parent: CsvRow,
  rows: readonly CsvRow[],
  context: DraftContext,
): VariationSet {
  const variations = sortByPosition(sheet, rows).map((row) => ({ row, own: indexByName(sheet.readAttributes(row)) }))
  const options = collectOptions(
    sheet.readAttributes(parent),
    variations.map(({ own }) => own),
  )
  const lines = new VariantLines(sheet.onlyTexts)
  const found: { variant: DraftVariant; rank: readonly number[] }[] = []
  for (const { row, own } of variations) {
    const chosen = options.map(({ name }) => own.get(foldName(name))?.values[0])
    const combinations = combine(options, chosen, VARIANT_MAX_COUNT)
    const free = combinations.filter((values) =>
      chosen.includes(undefined) ? lines.find(values) === undefined : lines.isFree(values),
    )
    if (free.length === 0 || found.length + free.length > VARIANT_MAX_COUNT) {
      // Earlier variations may cover all combinations of a blank attribute; only a repetition without blanks is an error.
      if (free.length > 0 || !chosen.includes(undefined)) rejectVariation(sheet, row, combinations[0] ?? [], lines)
      continue
    }
    const variant = readVariant(sheet, row, context, parent)
    if (!variant) continue
    for (const optionValues of free) {
      lines.add(optionValues, row.line)
      found.push({ variant: { ...variant, optionValues }, rank: rankValues(options, optionValues) })
    }
  }
  const variants = found.toSorted((left, right) => compareRanks(left.rank, right.rank)).map(({ variant }) => variant)
  return { optionNames: options.map(({ name }) => name), variants }
}

function sortByPosition(sheet: WooCommerceSheet, rows: readonly CsvRow[]): readonly CsvRow[] {
  const position = (row: CsvRow) => Number.parseInt(sheet.readPlain(row, 'position'), 10) || 0
  return rows.toSorted((left, right) => position(left) - position(right))
}

function indexByName(attributes: readonly AttributeCells[]): ReadonlyMap<string, AttributeCells> {
  return new Map(attributes.map((attribute) => [foldName(attribute.name), attribute]))
}

function collectOptions(
  parent: readonly AttributeCells[],
  variations: readonly ReadonlyMap<string, AttributeCells>[],
): readonly Option[] {
  const named = new Map<string, AttributeCells>(variations.flatMap((own) => [...own]))
  const known = parent.filter(({ name }) => named.has(foldName(name)))
  const knownNames = new Set(known.map(({ name }) => foldName(name)))
  const attributes = [...known, ...[...named.values()].filter(({ name }) => !knownNames.has(foldName(name)))]
  return attributes.flatMap(({ name }) => {
    const own = known.find((attribute) => attribute.name === name)
    const values = [
      ...(own?.values ?? []),
      ...variations.flatMap((variation) => variation.get(foldName(name))?.values[0] ?? []),
    ]
    const spellings = new Map<string, string>()
    for (const value of values) if (!spellings.has(foldName(value))) spellings.set(foldName(value), value)
    return spellings.size > 0 ? [{ name, values: spellings }] : []
  })
}

function combine(
  options: readonly Option[],
  chosen: readonly (string | undefined)[],
  limit: number,
): readonly (readonly string[])[] {
  let combinations: readonly (readonly string[])[] = [[]]
  for (const [index, option] of options.entries()) {
    const value = chosen[index]
    const values = value === undefined ? [...option.values.values()] : [option.values.get(foldName(value)) ?? value]
    combinations = combinations.flatMap((before) => values.map((next) => [...before, next])).slice(0, limit + 1)
  }
  return combinations
}

function rejectVariation(sheet: WooCommerceSheet, row: CsvRow, values: readonly string[], lines: VariantLines): void {
  const line = lines.find(values)
  if (line === undefined) sheet.reject(row, 'parent', TOO_MANY_VARIANTS)
  else if (values.length === 0)
    sheet.reject(
      row,
      'parent',
      `the variation has no attributes, like the one on line ${line}; variations need different attributes`,
    )
  else sheet.reject(row, 'parent', `line ${line} already has the variation "${values.join(' / ')}"`)
}

function rankValues(options: readonly Option[], values: readonly string[]): readonly number[] {
  return options.map((option, index) => [...option.values.values()].indexOf(values[index] ?? ''))
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, rank] of left.entries()) {
    const difference = rank - (right[index] ?? rank)
    if (difference !== 0) return difference
  }
  return 0
}

const MINUTE_MS = 60_000

/** A sale price applies only if it is lower than the regular price and within its dates. */
function readPrices(
  sheet: WooCommerceSheet,
  row: CsvRow,
  { currency, timeZone, now }: DraftContext,
): DraftPrices | 'rejected' {
  const regular = sheet.readPrice(row, 'regularPrice', currency)
  const sale = sheet.readPrice(row, 'salePrice', currency)
  if (regular === 'rejected' || sale === 'rejected') return 'rejected'
  if (sale && regular && sheet.isReduction(row, 'salePrice', regular, sale) && isOnSale(sheet, row, timeZone, now))
    return { priceMinor: sale, compareAtMinor: regular }
  if (sale && !regular)
    sheet.warn(row, 'salePrice', 'the sale price was left out, because the regular price is missing')
  return {
    // A price of 0 is a price on request.
    priceMinor: regular === 0 ? null : regular,
    compareAtMinor: regular === undefined && sale === undefined ? undefined : null,
  }
}

function isOnSale(sheet: WooCommerceSheet, row: CsvRow, timeZone: string, now: number): boolean {
  const starts = readInstant(sheet, row, 'saleStarts', timeZone)
  const ends = readInstant(sheet, row, 'saleEnds', timeZone)
  if (starts === 'invalid' || ends === 'invalid') return false
  return (starts === null || starts <= now) && (ends === null || now < ends)
}

/** Returns epoch milliseconds. The end is exclusive; an end date without a time includes the whole day. */
function readInstant(
  sheet: WooCommerceSheet,
  row: CsvRow,
  field: 'saleStarts' | 'saleEnds',
  timeZone: string,
): number | null | 'invalid' {
  const text = sheet.readPlain(row, field)
  if (text === '') return null
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? []
  if (!isIsoDate(date) || (time !== undefined && !isIsoTime(time))) {
    sheet.warn(row, field, 'expected a date (YYYY-MM-DD); the sale price was left out')
    return 'invalid'
  }
  if (field === 'saleStarts') return toInstant(`${date}T${time ?? '00:00'}`, timeZone)
  return time === undefined ? toInstant(`${date}T23:59`, timeZone) + MINUTE_MS : toInstant(`${date}T${time}`, timeZone)
}

/** @param parent row of the parent product, used if the stock cell contains `parent` */
function readAvailability(sheet: WooCommerceSheet, row: CsvRow, parent?: CsvRow): Availability | undefined {
  if (!sheet.has('inStock') && !sheet.has('stock')) return undefined
  const word = sheet.readLower(row, 'inStock')
  const stock = sheet.readLower(row, 'stock')
  if (stock === 'parent' && parent) return readAvailability(sheet, parent)
  if (word === 'backorder' || word === 'onbackorder') return 'BackOrder'
  const isInStock = word === '' || word === 'instock' || readBoolean(word)
  if (isInStock === undefined && word !== 'outofstock')
    sheet.warn(row, 'inStock', 'expected 1, 0 or backorder; the product is treated as out of stock')
  if (isInStock !== true) return 'OutOfStock'
  const count = readCount(stock)
  if (count === undefined) sheet.warn(row, 'stock', 'this is not a number; only the column "In stock?" was used')
  if (count === undefined || count === null || count > 0) return 'InStock'
  const backorders = sheet.readLower(row, 'backorders')
  return backorders === 'notify' || readBoolean(backorders) === true ? 'BackOrder' : 'OutOfStock'
}

/** @returns null if stock is not tracked, undefined if the cell is not a number */
function readCount(stock: string): number | null | undefined {
  if (stock === '' || stock === 'parent') return null
  const count = readDecimal(stock.replace(/^[-−]/, ''))
  return count !== undefined && /^[-−]/.test(stock) ? -count : count
}

function readWeight(sheet: WooCommerceSheet, row: CsvRow, parent?: CsvRow): number | null | undefined {
  const weighed = parent && sheet.readPlain(row, 'weight') === '' ? parent : row
  // WooCommerce's default unit is kg.
  return sheet.readWeight(weighed, 'weight', sheet.columns.units.get('weight') ?? 'kg')
}
