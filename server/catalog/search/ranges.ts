import { HISTOGRAM_WIDTH } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { RangeLimit } from '../../../shared/range-limit.ts'
import { endsOf, type NumericAttribute } from '../rules/recognise-attribute.ts'
import { findUnit, fromBase, toBase, type Unit } from '../rules/units.ts'
import type { RangeFacet } from './listing.ts'
import { type Bits, setBit } from './bits.ts'
import { NO_PRICE } from './index-storage.ts'

/** From this ratio of the highest to the lowest number on, most numbers are small, so the histogram is logarithmic. */
const LOGARITHMIC_RATIO = 100

/** Returns the unit of limits without one; null for plain numbers. */
function findShownUnit({ kind, unit }: NumericAttribute): Unit | null {
  return kind === 'number' ? null : (findUnit(unit) ?? null)
}

/** Finds the values within a range; a value that is a range has to overlap it. */
export function listWithin(
  numeric: NumericAttribute,
  { from, to }: ListingQuery['ranges'][string],
): ReadonlySet<number> {
  const limits = [from && toNumber(from, numeric), to && toNumber(to, numeric)] as const
  if (limits.includes(undefined)) return new Set()
  const [low, high] = [limits[0] ?? -Infinity, limits[1] ?? Infinity]
  const [least, most] = [Math.min(low, high), Math.max(low, high)]
  const places = new Set<number>()
  for (const [place, number] of numeric.numbers.entries()) {
    if (number === null) continue
    const [lowest, highest] = endsOf(number)
    if (highest >= least && lowest <= most) places.add(place)
  }
  return places
}

/** @returns undefined if the unit is unknown or of another kind */
function toNumber({ value, unit: text }: RangeLimit, numeric: NumericAttribute): number | undefined {
  const unit = text === '' ? findShownUnit(numeric) : findUnit(text)
  if (unit === null) return value
  return unit?.kind === numeric.kind ? toBase(value, unit) : undefined
}

/**
 * @param counts number of products with each value
 * @param count number of products with a number
 */
export function summariseNumbers(numeric: NumericAttribute, counts: Uint32Array, count: number): RangeFacet {
  const shown = findShownUnit(numeric)
  // An attribute may have thousands of numbers, so these loops create no arrays.
  let [low, high, least] = [Infinity, -Infinity, Infinity]
  for (const [place, number] of numeric.numbers.entries()) {
    if (number === null || !counts[place]) continue
    const [lowest, highest] = endsOf(number)
    low = Math.min(low, lowest)
    high = Math.max(high, highest)
    if (highest > 0) least = Math.min(least, lowest > 0 ? lowest : highest)
  }
  const scale = chooseScale(low, high, least)
  const [start, width] = [scale(low), scale(high) - scale(low)]
  const barOf = (value: number) =>
    Math.min(HISTOGRAM_WIDTH - 1, Math.floor((HISTOGRAM_WIDTH * (scale(value) - start)) / width || 0))
  const bars = Array<number>(HISTOGRAM_WIDTH).fill(0)
  for (const [place, number] of numeric.numbers.entries()) {
    const products = counts[place]
    if (number === null || !products) continue
    const [lowest, highest] = endsOf(number)
    for (let bar = barOf(lowest); bar <= barOf(highest); bar++) bars[bar]! += products
  }
  return {
    unit: shown?.symbol ?? '',
    ends: count === 0 ? null : [toShown(low, shown), toShown(high, shown)],
    bars,
    count,
  }
}

/**
 * Chooses a logarithmic scale from the lowest number above 0 if numbers are far apart.
 * @param least the lowest number above 0
 */
function chooseScale(low: number, high: number, least: number): (value: number) => number {
  const isLogarithmic = low >= 0 && high / least >= LOGARITHMIC_RATIO
  return isLogarithmic ? (value) => Math.log(Math.max(value, least)) : (value) => value
}

function toShown(value: number, unit: Unit | null): number {
  return unit ? fromBase(value, unit) : value
}

/**
 * Prices are summarised in blocks of this number of 32-bit words of a set. The range search skips blocks within the
 * range found so far.
 */
const BLOCK_WORDS = 64
const BLOCK_SIZE = BLOCK_WORDS * 32

/** Prices in minor units, of each product and each block. */
export interface Prices {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly blocks: readonly { readonly least: number; readonly most: number }[]
}

/** @param words the lowest price of each product, then the highest of each */
export function decodePrices(words: Uint32Array): Prices {
  const [from, to] = [words.subarray(0, words.length / 2), words.subarray(words.length / 2)]
  const blocks = Array.from({ length: Math.ceil(from.length / BLOCK_SIZE) }, (_, block) => {
    const [start, end] = [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE]
    return {
      least: from.subarray(start, end).reduce((least, price) => Math.min(least, price), NO_PRICE),
      most: to.subarray(start, end).reduce((most, price) => (price === NO_PRICE ? most : Math.max(most, price)), 0),
    }
  })
  return { from, to, blocks }
}

/** Finds the price range of a set, in minor units; null if none has a price. */
export function findPriceRange(
  { from, to, blocks }: Prices,
  bits: Bits,
): { readonly minMinor: number; readonly maxMinor: number } | null {
  let [minMinor, maxMinor] = [NO_PRICE, -1]
  for (const [block, { least, most }] of blocks.entries()) {
    if (least >= minMinor && most <= maxMinor) continue
    const end = Math.min(bits.length, (block + 1) * BLOCK_WORDS)
    for (let word = block * BLOCK_WORDS; word < end; word++) {
      for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
        const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
        const lowest = from[ordinal] ?? NO_PRICE
        if (lowest === NO_PRICE) continue
        minMinor = Math.min(minMinor, lowest)
        maxMinor = Math.max(maxMinor, to[ordinal] ?? 0)
      }
    }
  }
  return maxMinor < 0 ? null : { minMinor, maxMinor }
}

/** Adds the products with a price between two inclusive bounds, in minor units. */
export function addPricedBetween({ from, to }: Prices, lowest: number, highest: number, bits: Bits): void {
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    const price = from[ordinal] ?? NO_PRICE
    if (price <= highest && price !== NO_PRICE && (to[ordinal] ?? 0) >= lowest) setBit(bits, ordinal)
  }
}
