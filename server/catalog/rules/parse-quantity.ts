import { readNumber, type DecimalSign } from '../../../shared/range-limit.ts'
import { findUnit, toBase, type Unit } from './units.ts'

/** A number or range as written. A single number has equal `low` and `high`. */
export interface Quantity {
  /** In the unit of the text. */
  readonly low: number
  readonly high: number
  /** Null if the text has none. */
  readonly unit: Unit | null
}

/** Denominators of fractions of an inch. Others are of dates, ratios or alternatives such as 50/60. */
const DENOMINATORS: ReadonlySet<number> = new Set([2, 3, 4, 8, 16, 32, 64])

/** Longer texts are descriptions. */
const MAX_LENGTH = 60

/** Longer integers without a unit are codes. */
const MAX_PLAIN_DIGITS = 9

const DIGITS = String.raw`(?:\d(?:[.,'’]?\d| (?=\d{3}(?!\d)))*|\.\d+)`
const NUMBER = String.raw`(?:\d+[ -]\d+/\d+|\d+/\d+|${DIGITS})`
const UNIT = String.raw`(?:[^\d\s()+±~<>≤-][^\d()+±~<>≤]{0,15}(?:[³²23](?!\d))?(?:\(s\))?)`
const TOLERANCE = String.raw`(?:(?:±|\+/-|\+-) ?${DIGITS}(?: ?%)?|\+ ?${DIGITS} ?/ ?- ?${DIGITS})`
const APPROXIMATE = String.raw`(?:ca\.?|circa|approx\.?|about|etwa|aprox\.?|[~≈øØ⌀])`
const UP_TO = String.raw`(?:up to|max\.?|maximum|bis(?: zu)?|hasta|jusqu'à|≤|<=|<)`

const QUANTITY = new RegExp(
  String.raw`^(?:(?<upTo>${UP_TO}) ?|(?<around>±|\+/-) ?|${APPROXIMATE} ?)?(?<sign>[+-])?(?<number>${NUMBER})(?: ?${TOLERANCE})?` +
    String.raw` ?(?<unit>${UNIT}?)(?: ?\(?${TOLERANCE}(?: ?${UNIT})?\)?)?(?: ?\((?<other>[^()]+)\))?$`,
  'iu',
)
const RANGE = new RegExp(
  String.raw`^(?:(?:from|between|von|zwischen|de|desde|entre) )?(?<lowSign>[+-])?(?<low>${NUMBER}) ??(?<lowUnit>[^\d\s]{1,16}?)??` +
    String.raw`(?: ?[-~…] ?| ?\.{2,3} ?| (?:to|bis|a|hasta|à|and|und|y) )` +
    String.raw`(?<highSign>[+-])?(?<high>${NUMBER}) ?(?<unit>${UNIT}?)$`,
  'iu',
)

/**
 * Parses a text of one number or range with an optional unit: '1 1/2 in', '3 to 5 mm', '10 mm ± 0.2'.
 * @param decimal separator in the other values of the attribute
 * @param given unit for texts without one
 * @returns null for other texts, such as dimensions, dates, versions and codes
 */
export function parseQuantity(text: string, decimal?: DecimalSign, given: Unit | null = null): Quantity | null {
  if (text.length > MAX_LENGTH) return null
  const plain = text
    .trim()
    // NFKC turns '½' into '1⁄2', whose sign the next line replaces.
    .replace(/[½¼¾⅓⅔⅛⅜⅝⅞]/g, (fraction) => ` ${fraction.normalize('NFKC')}`)
    .replaceAll('⁄', '/')
    .replace(/[−–—‐‑]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  return parseSingle(plain, decimal, given) ?? parseRange(plain, decimal, given)
}

function parseSingle(text: string, decimal: DecimalSign | undefined, given: Unit | null): Quantity | null {
  const { upTo, around, sign, number = '', unit: unitText = '', other } = QUANTITY.exec(text)?.groups ?? {}
  const unit = readUnit(unitText, given)
  if (unit === undefined) return null
  const value = readSigned(number, sign, unit, decimal)
  if (value === null) return null
  if (other !== undefined && !isSameQuantity(value, unit, other, decimal)) return null
  if (around !== undefined) return { low: -value, high: value, unit }
  if (upTo === undefined) return { low: value, high: value, unit }
  // "Up to" begins at 0, except for temperatures, which have no natural lowest value.
  return value <= 0 || unit?.kind === 'temperature' ? null : { low: 0, high: value, unit }
}

function parseRange(text: string, decimal: DecimalSign | undefined, given: Unit | null): Quantity | null {
  const match = RANGE.exec(text)?.groups
  if (!match) return null
  const { lowSign, low = '', lowUnit, highSign, high = '', unit: unitText = '' } = match
  const unit = readUnit(unitText, given)
  if (unit === undefined) return null
  if (lowUnit !== undefined && readUnit(lowUnit, null) !== unit) return null
  const from = readSigned(low, lowSign, unit, decimal)
  const to = readSigned(high, highSign, unit, decimal)
  return from === null || to === null || from > to ? null : { low: from, high: to, unit }
}

/** @returns undefined if the text is not a known unit */
function readUnit(text: string, given: Unit | null): Unit | null | undefined {
  return text.trim() === '' ? given : findUnit(text.replace(/(?<=v) ?(?:AC|DC)$/i, ''))
}

function readSigned(
  text: string,
  sign: string | undefined,
  unit: Unit | null,
  decimal: DecimalSign | undefined,
): number | null {
  const fraction = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text)
  if (!fraction && unit === null && text.replace(/[.,].*/, '').length > MAX_PLAIN_DIGITS) return null
  // Without a unit, '3/4' is a ratio or a choice.
  const value = !fraction ? readNumber(text, decimal) : unit === null ? null : readFraction(fraction)
  return value === null ? null : sign === '-' ? -value : value
}

/** Reads a fraction such as 1 3/4; null if inches are not divided in this way. */
function readFraction([, whole = '0', numerator, denominator]: RegExpExecArray): number | null {
  const [top, bottom] = [Number(numerator), Number(denominator)]
  return top > 0 && top < bottom && DENOMINATORS.has(bottom) ? Number(whole) + top / bottom : null
}

/** Returns whether a text in brackets is roughly the same quantity in another unit. */
function isSameQuantity(value: number, unit: Unit | null, text: string, decimal: DecimalSign | undefined): boolean {
  const other = parseQuantity(text, decimal)
  if (unit === null || !other?.unit || other.unit.kind !== unit.kind) return false
  const [one, two] = [toBase(value, unit), toBase(other.low, other.unit)]
  return Math.abs(one - two) <= 0.03 * Math.max(Math.abs(one), Math.abs(two))
}
