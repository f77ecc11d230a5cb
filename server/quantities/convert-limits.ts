import type { ListingQuery } from '../../shared/listing-query.ts'
import { readLimit, UNIT_CHANGE, writeLimit, type RangeLimit } from '../../shared/range-limit.ts'
import { findUnit, fromBase, toBase } from './units.ts'

/** Converts range limits to the units that the visitor chose. */
export function convertLimits(query: ListingQuery): ListingQuery {
  const ranges = Object.entries(query.ranges).map(([key, { from, to }]) => [
    key,
    { from: from && convertLimit(from), to: to && convertLimit(to) },
  ])
  return { ...query, ranges: Object.fromEntries(ranges) as ListingQuery['ranges'] }
}

/** Keeps all digits, because a rounded limit could exclude products that are exactly at it. */
function convertLimit(limit: RangeLimit): RangeLimit {
  const [before, after] = limit.unit.split(UNIT_CHANGE).map(findUnit)
  if (!before || before.kind !== after?.kind) return limit
  const converted = { value: fromBase(toBase(limit.value, before), after), unit: '' }
  // A number that needs an exponent keeps its unit.
  return readLimit(writeLimit(converted)) ?? { ...limit, unit: before.symbol }
}
