import type { Measure, MeasureUnit, UnitPricing } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import { formatPrice } from './money.ts'
import type { PriceText } from '../../../shared/shown-catalog.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'

/** Units of packs: dimension, size in its smallest unit, and the unit in which prices are compared. */
const UNITS = {
  mg: { dimension: 'mass', size: 1, base: 'kg' },
  g: { dimension: 'mass', size: 1_000, base: 'kg' },
  kg: { dimension: 'mass', size: 1_000_000, base: 'kg' },
  ml: { dimension: 'volume', size: 1, base: 'l' },
  cl: { dimension: 'volume', size: 10, base: 'l' },
  l: { dimension: 'volume', size: 1_000, base: 'l' },
  'm³': { dimension: 'volume', size: 1_000_000, base: 'm³' },
  mm: { dimension: 'length', size: 1, base: 'm' },
  cm: { dimension: 'length', size: 10, base: 'm' },
  m: { dimension: 'length', size: 1_000, base: 'm' },
  'cm²': { dimension: 'area', size: 1, base: 'm²' },
  'm²': { dimension: 'area', size: 10_000, base: 'm²' },
  piece: { dimension: 'count', size: 1, base: 'piece' },
} as const satisfies Record<MeasureUnit, { dimension: string; size: number; base: MeasureUnit }>

export const MEASURE_UNITS = Object.keys(UNITS) as MeasureUnit[]

export const AMOUNT_DECIMALS = 6

export function haveSameDimension(one: Measure, other: Measure): boolean {
  return UNITS[one.unit].dimension === UNITS[other.unit].dimension
}

export function findBase({ quantity, base }: UnitPricing): Measure {
  return base ?? { amount: 1, unit: UNITS[quantity.unit].base }
}

/**
 * Computes the price of the base, rounded half up, with integers because fractions such as 0.1 are inexact.
 * @returns undefined if it is less than half a minor unit
 */
export function computeUnitPrice(priceMinor: number, pricing: UnitPricing): number | undefined {
  const [quantity, base] = [toSmallest(pricing.quantity), toSmallest(findBase(pricing))]
  return Number((2n * BigInt(priceMinor) * base + quantity) / (2n * quantity)) || undefined
}

function toSmallest({ amount, unit }: Measure): bigint {
  return BigInt(Math.round(amount * 10 ** AMOUNT_DECIMALS)) * BigInt(UNITS[unit].size)
}

/** The text that is shown in place of a hidden price. */
export const HIDDEN_PRICE: PriceText = { price: '' }

interface Price {
  readonly priceMinor: number | null
  readonly compareAtMinor?: number | null
  readonly currency: string
  /** Whether other variants have a higher price. */
  readonly isFrom?: boolean
  readonly unitPricing?: UnitPricing | undefined
}

/** Formats a price with its former price and its price per unit, such as 'from €12' or 'Price on request'. */
export function describePrice(price: Price, language: SiteLanguage): PriceText {
  const { priceMinor, compareAtMinor = null, currency, isFrom, unitPricing } = price
  const { priceOnRequest, priceFromPrefix } = messagesFor(language)
  if (priceMinor === null) return { price: priceOnRequest }
  const format = (minor: number) => formatPrice(minor, currency, language.locale)
  const unitMinor = unitPricing && computeUnitPrice(priceMinor, unitPricing)
  return {
    price: isFrom ? `${priceFromPrefix} ${format(priceMinor)}` : format(priceMinor),
    ...(compareAtMinor !== null && { formerPrice: format(compareAtMinor) }),
    // For example '€13.32 / l' or '€1.20 / 100 g'.
    ...(unitMinor !== undefined && { details: [`${format(unitMinor)} / ${describeBase(unitPricing!, language)}`] }),
  }
}

/** Writes 'from €12' if the prices of the variants differ. */
export function describePriceRange(
  card: Pick<ProductCard, 'priceFromMinor' | 'priceToMinor' | 'hidesPrice'> & Omit<Price, 'priceMinor' | 'isFrom'>,
  language: SiteLanguage,
): PriceText {
  const { priceFromMinor: priceMinor, priceToMinor, hidesPrice } = card
  if (hidesPrice) return HIDDEN_PRICE
  return describePrice({ ...card, priceMinor, isFrom: priceMinor !== priceToMinor }, language)
}

function describeBase(pricing: UnitPricing, language: SiteLanguage): string {
  const { amount, unit } = findBase(pricing)
  const { piece, pieces } = serverTextsFor(language).prices
  const count = messagesFor(language).formatCount(amount)
  if (unit === 'piece') return amount === 1 ? piece : pieces(count)
  return amount === 1 ? unit : `${count} ${unit}`
}

/** Writes a price and its price per unit in one line, which does not break within the latter. */
export function writePriceLine({ price, details = [] }: PriceText): string {
  return details.length === 0 ? price : `${price} (${details.join(', ').replaceAll(' ', '\u00a0')})`
}
