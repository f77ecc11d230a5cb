import './number-range.css'
import { HISTOGRAM_HEIGHT, HISTOGRAM_WIDTH } from '../../../shared/constants.ts'
import { RANGE_PREFIXES } from '../../../shared/listing-keys.ts'
import type { ShownRange } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/messages-context.ts'
import { RangeFields } from './range-fields.tsx'

interface NumberRangeProps {
  readonly attributeKey: string
  readonly legend: string
  readonly range: ShownRange
}

export function NumberRange({ attributeKey, legend, range }: NumberRangeProps) {
  const messages = useMessages()
  const { from, to, lowest, highest, unit, histogram, summary } = range
  return (
    <div className="number-range">
      {histogram === '' ? null : (
        <svg
          viewBox={`0 0 ${HISTOGRAM_WIDTH} ${HISTOGRAM_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          <path d={histogram} />
        </svg>
      )}
      <RangeFields
        legend={legend}
        unit={unit}
        from={{ name: RANGE_PREFIXES.from + attributeKey, value: from, placeholder: lowest }}
        to={{ name: RANGE_PREFIXES.to + attributeKey, value: to, placeholder: highest }}
        pattern=".*[0-9].*"
        hint={messages.rangeHint}
      />
      {unit === '' ? null : <span className="caption">{unit}</span>}
    </div>
  )
}
