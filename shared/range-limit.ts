/** A limit of a range filter as a visitor typed it. */
export interface RangeLimit {
  readonly value: number
  /** '' means the unit in which the page shows the attribute. */
  readonly unit: string
}

const UNIT_MAX_LENGTH = 10

/** No valid limit is longer. The pattern would take seconds to match the longest text that a URL can contain. */
const LIMIT_MAX_LENGTH = 40

const LIMIT = /^([-+−])? ?([\d.][\d.,'’ /-]*?) ?([^\d\s.,/-]\D*)?$/u

/** Reads a limit in any notation, with or without a unit: '5', '0,5 l', '1 1/2"'. */
export function readLimit(text: string): RangeLimit | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain.length > LIMIT_MAX_LENGTH) return null
  const [, sign, number = '', unit = ''] = LIMIT.exec(plain) ?? []
  const amount = readAmount(number)
  // Smaller and larger numbers would be written with an exponent, which this function cannot read.
  if (amount === null || (amount !== 0 && (amount < 1e-6 || amount >= 1e15)) || unit.length > UNIT_MAX_LENGTH)
    return null
  return { value: amount !== 0 && sign && sign !== '+' ? -amount : amount, unit }
}

/** Writes a limit in its canonical form, such as '5', '0.5 l' or '1.5 "'. */
export function writeLimit({ value, unit }: RangeLimit): string {
  return unit === '' ? String(value) : `${value} ${unit}`
}

function readAmount(text: string): number | null {
  const [, whole = '0', top, bottom] = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text) ?? []
  if (top === undefined) return readNumber(text)
  const amount = Number(whole) + Number(top) / Number(bottom)
  return Number.isFinite(amount) ? amount : null
}

export type DecimalSign = '.' | ','

/** Match a number without digit groups, and one with groups of three. The integer part has no leading zero. */
const PLAIN = /^(0|[1-9]\d*)?(?:([.,])(\d+))?$/
const GROUPED = /^([1-9]\d{0,2}(?:([ '’.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/

/**
 * Reads a number without a sign, in the notation of any language: 1200, 1,200.5, 1 200,5.
 * @param decimal the decimal sign, if a point or comma before three digits could also separate groups; the default is the point
 */
export function readNumber(text: string, decimal?: DecimalSign): number | null {
  const normal = text.replace(/[\u00a0\u202f\u2009]/g, ' ')
  const [, whole, sign, decimals = ''] = PLAIN.exec(normal) ?? []
  if (whole !== undefined || (sign === '.' && decimals !== '')) {
    const isGroup = decimals.length === 3 && whole !== undefined && whole !== '0' && sign !== (decimal ?? '.')
    if (!isGroup || whole.length > 3) return Number(`${whole ?? 0}.${decimals}`)
  }
  const [, groups, group, fractionSign, fraction = ''] = GROUPED.exec(normal) ?? []
  return groups === undefined || group === fractionSign ? null : Number(`${groups.replace(/\D/g, '')}.${fraction}`)
}
