import { readBoolean, readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { CODE_MAX_LENGTH, type DraftVariant, foldCombination, VARIANT_MAX_COUNT } from '../../draft-product.ts'
import type { DraftContext } from '../../product-format.ts'
import { readVariationImage } from './woocommerce-images.ts'
import { readPrices } from './woocommerce-price.ts'
import { foldName, type AttributeCells, type WooCommerceSheet } from './woocommerce-sheet.ts'
import { readAvailability, readWeight } from './woocommerce-stock.ts'

interface Option {
  readonly name: string
  /** Spellings by their folded form, in the order of the shop's own list. */
  readonly values: Map<string, string>
}

interface VariationSet {
  readonly optionNames: readonly string[]
  readonly variants: readonly DraftVariant[]
  readonly hasRejections: boolean
}

/**
 * A row as a variant, without what it is chosen by.
 * @param parent of a variation
 */
export function readVariant(
  sheet: WooCommerceSheet,
  row: CsvRow,
  context: DraftContext,
  parent?: CsvRow,
): DraftVariant | 'rejected' {
  const prices = readPrices(sheet, row, context)
  if (prices === 'rejected') return 'rejected'
  return {
    optionValues: [],
    sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
    gtin: sheet.readGtin(row, 'gtin'),
    mpn: undefined,
    ...prices,
    availability: readAvailability(sheet, row, parent),
    weightGrams: readWeight(sheet, row, parent),
    image: parent ? readVariationImage(sheet, row) : null,
  }
}

/**
 * The variants of a variable product. Its options are the attributes that its variations name; a variation that leaves
 * one blank stands for every value of it that no variation before it took.
 */
export function readVariations(
  sheet: WooCommerceSheet,
  parent: CsvRow,
  rows: readonly CsvRow[],
  context: DraftContext,
): VariationSet {
  const variations = sortByPosition(
    sheet,
    rows.filter((row) => !isSwitchedOff(sheet, row)),
  ).map((row) => ({ row, own: indexByName(sheet.readAttributes(row)) }))
  const options = collectOptions(
    sheet.readAttributes(parent),
    variations.map(({ own }) => own),
  )
  const lines = new Map<string, number>()
  const found: { variant: DraftVariant; rank: readonly number[] }[] = []
  let hasRejections = false
  for (const { row, own } of variations) {
    const chosen = options.map(({ name }) => own.get(foldName(name))?.values[0])
    const combinations = combine(options, chosen, VARIANT_MAX_COUNT)
    const free = combinations.filter((values) => !lines.has(foldCombination(values)))
    if (free.length === 0 || found.length + free.length > VARIANT_MAX_COUNT) {
      // One that says "any" steps back behind those that say which; only one that is wholly named twice is a mistake.
      if (free.length > 0 || !chosen.includes(undefined)) rejectVariation(sheet, row, combinations[0] ?? [], lines)
      else continue
      hasRejections = true
      continue
    }
    const variant = readVariant(sheet, row, context, parent)
    if (variant === 'rejected') {
      hasRejections = true
      continue
    }
    for (const optionValues of free) {
      lines.set(foldCombination(optionValues), row.line)
      found.push({ variant: { ...variant, optionValues }, rank: rankValues(options, optionValues) })
    }
  }
  const variants = found.toSorted((left, right) => compareRanks(left.rank, right.rank)).map(({ variant }) => variant)
  return { optionNames: options.map(({ name }) => name), variants, hasRejections }
}

/** A variation that is private is one that its shop switched off; -1 only repeats that its parent is a draft. */
function isSwitchedOff(sheet: WooCommerceSheet, row: CsvRow): boolean {
  return readBoolean(sheet.read(row, 'published') ?? '') === false
}

function sortByPosition(sheet: WooCommerceSheet, rows: readonly CsvRow[]): readonly CsvRow[] {
  const position = (row: CsvRow) => Number.parseInt(readPlainText(sheet.read(row, 'position') ?? ''), 10) || 0
  return rows.toSorted((left, right) => position(left) - position(right))
}

function indexByName(attributes: readonly AttributeCells[]): ReadonlyMap<string, AttributeCells> {
  return new Map(attributes.map((attribute) => [foldName(attribute.name), attribute]))
}

/** In the order of the parent's attributes; what only variations name comes last. */
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

/** All combinations of option values that a variation stands for; undefined stands for any. */
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

function rejectVariation(
  sheet: WooCommerceSheet,
  row: CsvRow,
  values: readonly string[],
  lines: ReadonlyMap<string, number>,
): void {
  const line = lines.get(foldCombination(values))
  if (line === undefined) sheet.reject(row, 'parent', `a product has ${VARIANT_MAX_COUNT} variants at most`)
  else if (values.length === 0)
    sheet.reject(row, 'parent', `nothing tells this variation from the one on line ${line}: it names no attribute`)
  else sheet.reject(row, 'parent', `the variation "${values.join(' / ')}" stands on line ${line} already`)
}

function rankValues(options: readonly Option[], values: readonly string[]): readonly number[] {
  return options.map((option, index) => [...option.values.values()].indexOf(values[index]!))
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((rank, position) => rank !== right[position])
  return index === -1 ? 0 : left[index]! - right[index]!
}
