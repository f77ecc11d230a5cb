import { foldText } from '../../../shared/slug.ts'
import type { DecimalSign } from '../../../shared/range-limit.ts'
import { parseQuantity, type Quantity } from './parse-quantity.ts'
import { findUnit, toBase, type QuantityKind, type Unit } from './units.ts'

/** The number or range of a value; null for a text. */
export type ValueNumber = number | readonly [low: number, high: number] | null

export interface NumericAttribute {
  readonly kind: QuantityKind | 'number'
  /** Symbol of the unit of most values; '' for none. */
  readonly unit: string
  /** Share of all products' values, from 0 to 1. */
  readonly share: number
  /** Decimal sign of most values. */
  readonly decimal: DecimalSign
  /** The number of each value in the base unit of the kind, or without a unit. */
  readonly numbers: readonly ValueNumber[]
}

interface CountedValue {
  readonly label: string
  /** Number of products with the value. */
  readonly count: number
}

/** The owner's setting, from `attributes.csv`. */
export interface AttributeRule {
  readonly type: 'number' | 'text'
  /** The unit of values without one, which pages also show; null if not given. */
  readonly unit: string | null
}

/** Shares of all products' values, and of the distinct values, that must be numbers. */
const LEAST_SHARE_OF_PRODUCTS = 0.8
const LEAST_SHARE_OF_VALUES = 0.5

/** Names (in English, German and Spanish) of attributes whose digits are codes. */
const CODE_NAME =
  /(?:^| )(?:id|code|codes|codigo|kennung|version|revision|model|modell|modelo|series|serie|artikelnummer|teilenummer|bestellnummer|referenz|reference|referencia|(?:part|article|item|order|serial) (?:number|no)|phone|fax|plz)$|(?:^| )(?:ean|gtin|upc|isbn|mpn|sku|12nc)(?: |$)/

/**
 * Decides whether an attribute is numeric.
 * @param locale decides what '1.200' means if no value shows it
 * @returns null if the attribute is a text
 */
export function recogniseAttribute(
  name: string,
  values: readonly CountedValue[],
  locale: string,
  rule?: AttributeRule,
): NumericAttribute | null {
  if (rule?.type === 'text') return null
  const given = (rule?.unit ? findUnit(rule.unit) : undefined) ?? findUnitInName(name) ?? null
  const decimal = findDecimalSign(values, locale)
  const quantities = withoutLists(
    values.map(({ label }) => parseQuantity(label, decimal, given)),
    values,
    decimalSignOf(locale),
  )
  const kinds = quantities.map((quantity) => quantity && (quantity.unit?.kind ?? 'number'))
  const kind = findMost(kinds, values)
  if (kind === null) return null
  const matching = quantities.map((quantity, index) => (kinds[index] === kind ? quantity : null))
  const numeric = values.filter((_, index) => matching[index])
  const share = countProducts(numeric) / countProducts(values)
  const isEnough = share >= LEAST_SHARE_OF_PRODUCTS && numeric.length >= values.length * LEAST_SHARE_OF_VALUES
  if (!rule && (!isEnough || (kind === 'number' && isCodeName(name)))) return null
  const symbols = matching.map((quantity) => quantity && (quantity.unit?.symbol ?? ''))
  const unit = rule?.unit && given?.kind === kind ? given.symbol : (findMost(symbols, values) ?? '')
  return { kind, unit, share, decimal, numbers: matching.map(toNumber) }
}

/** '120,140' is a list, not one number, if it exceeds all numbers without a comma by this factor. */
const LIST_FACTOR = 100

/** Replaces lists of numbers with null: '2,10' in a language with a decimal point, or '120,140' among much smaller numbers. */
function withoutLists(
  quantities: readonly (Quantity | null)[],
  values: readonly CountedValue[],
  usual: DecimalSign,
): readonly (Quantity | null)[] {
  if (usual === ',') return quantities
  const hasComma = values.map(({ label }) => label.includes(','))
  const largest = quantities.reduce(
    (most, quantity, index) => (quantity && !hasComma[index] ? Math.max(most, quantity.high) : most),
    0,
  )
  const isList = ({ high, unit }: Quantity, index: number) =>
    unit === null &&
    hasComma[index] === true &&
    (/,(?!\d{3}(?!\d))/.test(values[index]?.label ?? '') || (largest > 0 && high > largest * LIST_FACTOR))
  return quantities.map((quantity, index) => (quantity && isList(quantity, index) ? null : quantity))
}

/** Finds the unit in 'Width (mm)', 'Weight [kg]', 'Länge in cm'. */
function findUnitInName(name: string): Unit | undefined {
  const [, bracketed, after] = /[([] ?([^\s()[\]]{1,12}) ?[)\]]\s*$|\sin\s([^\s()[\]]{1,5})$/.exec(name) ?? []
  // A single letter after "in" is probably no unit.
  return bracketed ? findUnit(bracketed) : after && after.length > 1 ? findUnit(after) : undefined
}

/** Finds the decimal separator from unambiguous values, otherwise that of the language. */
function findDecimalSign(values: readonly CountedValue[], locale: string): DecimalSign {
  const votes = { '.': 0, ',': 0 }
  for (const { label, count } of values) {
    const [, sign] = /(?:^|[^\d.,])(?:0|\d+(?=[.,](?:\d{1,2}|\d{4,})(?![\d.,])))([.,])\d+/.exec(label) ?? []
    if (sign === '.' || sign === ',') votes[sign] += count
  }
  if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ','
  return decimalSignOf(locale)
}

/** @param locale BCP 47 */
export function decimalSignOf(locale: string): DecimalSign {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? ',' : '.'
}

/** Finds the entry that most products have. */
function findMost<Entry>(entries: readonly (Entry | null)[], values: readonly CountedValue[]): Entry | null {
  const counts = new Map<Entry, number>()
  for (const [index, entry] of entries.entries())
    if (entry !== null) counts.set(entry, (counts.get(entry) ?? 0) + (values[index]?.count ?? 0))
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null
}

/** Counts a product once for each of its values. */
export function countProducts(values: readonly CountedValue[]): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}

function toNumber(quantity: Quantity | null): ValueNumber {
  if (!quantity) return null
  const { low, high, unit } = quantity
  const convert = (value: number) => (unit ? toBase(value, unit) : value)
  return low === high ? convert(low) : [convert(low), convert(high)]
}

/** Returns whether an attribute's digits are codes. */
export function isCodeName(name: string): boolean {
  return CODE_NAME.test(
    foldText(name)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
}

/** Returns the lowest and highest number of a value. */
export function endsOf(number: NonNullable<ValueNumber>): readonly [low: number, high: number] {
  return typeof number === 'number' ? [number, number] : number
}
