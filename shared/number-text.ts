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
