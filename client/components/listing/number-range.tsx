import './number-range.css'
import { HISTOGRAM_HEIGHT, HISTOGRAM_WIDTH } from '../../../shared/constants.ts'
import { RANGE_PREFIXES } from '../../../shared/listing-keys.ts'
import { writeApplied } from '../../../shared/range-limit.ts'
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
  const { from, to, lowest, highest, unit, usualUnit, units, histogram, summary } = range
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
      {(from || to) && units.length > 0 ? (
        <input
          type="hidden"
          name={RANGE_PREFIXES.applied + attributeKey}
          value={writeApplied(from, to, unit, usualUnit)}
        />
      ) : null}
      {units.length > 0 ? (
        // The key remounts the `select` when the URL changes, because React does not update its default choice.
        <select
          key={unit}
          className="field"
          name={RANGE_PREFIXES.unit + attributeKey}
          defaultValue={unit === usualUnit ? '' : unit}
          aria-label={`${legend}: ${messages.unit}`}
        >
          {units.map((symbol) => (
            <option key={symbol} value={symbol === usualUnit ? '' : symbol}>
              {symbol}
            </option>
          ))}
        </select>
      ) : unit === '' ? null : (
        <span className="caption">{unit}</span>
      )}
    </div>
  )
}
