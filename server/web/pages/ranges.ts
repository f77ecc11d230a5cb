import { HISTOGRAM_HEIGHT } from '../../../shared/constants.ts'
import type { AttributeRange } from '../../../shared/listing-query.ts'
import { writeLimit } from '../../../shared/range-limit.ts'
import type { ShownRange } from '../../../shared/shown-catalog.ts'
import type { RangeFacet } from '../../catalog/search/listing.ts'
import { messagesFor, type SiteLanguage } from '../../platform/language.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'

/** Each bar of the histogram has one unit; the rest is a gap. */
const BAR_WIDTH = 0.8

export function buildRange(
  { ends, unit, bars, count }: RangeFacet,
  chosen: AttributeRange | undefined,
  language: SiteLanguage,
): ShownRange {
  const [lowest = '', highest = ''] = ends?.map((end) => formatNumber(end, language.locale)) ?? []
  const withUnit = (number: string) => (unit === '' ? number : `${number} ${unit}`)
  return {
    from: chosen?.from ? writeLimit(chosen.from) : '',
    to: chosen?.to ? writeLimit(chosen.to) : '',
    lowest,
    highest,
    unit,
    histogram: ends && ends[0] < ends[1] ? drawBars(bars) : '',
    summary: messagesFor(language).numberSummary(count, withUnit(lowest), withUnit(highest)),
  }
}

/** Visitors type numbers as they see them, and with digit groups '1.200' could mean 1200 or 1.2. */
function formatNumber(value: number, locale: string): string {
  return numberFormatOf(locale).format(value)
}

const numberFormatOf = memoizeBounded(
  (locale) =>
    new Intl.NumberFormat(locale, {
      useGrouping: false,
      maximumSignificantDigits: 6,
      maximumFractionDigits: 2,
      roundingPriority: 'morePrecision',
    }),
)

/** Bars that are not empty are at least one unit high. */
function drawBars(bars: readonly number[]): string {
  const highest = Math.max(...bars)
  return bars
    .map((count, index) => {
      const height = Math.ceil((HISTOGRAM_HEIGHT * count) / highest)
      return height > 0 ? `M${index} ${HISTOGRAM_HEIGHT}v-${height}h${BAR_WIDTH}v${height}` : ''
    })
    .join('')
}
