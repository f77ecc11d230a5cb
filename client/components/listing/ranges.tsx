import { useMessages } from '../../base/context.tsx'
import './listing-filters.css'
import { HISTOGRAM_HEIGHT, HISTOGRAM_WIDTH } from '../../../shared/constants.ts'
import { RANGE_PREFIXES, LISTING_KEYS, type ListingQuery } from '../../../shared/listing-query.ts'
import type { ShownRange, PriceFilter } from '../../../shared/shown-catalog.ts'

interface RangeField {
  readonly name: string
  readonly value: string | number
  /** The lowest or the highest number of the list; '' if there is none. */
  readonly placeholder: string
}

interface RangeFieldsProps {
  readonly legend: string
  readonly unit?: string
  readonly from: RangeField
  readonly to: RangeField
  /** Regular expression for a valid number. */
  readonly pattern: string
  readonly hint: string
}

function RangeFields({ legend, unit = '', from, to, pattern, hint }: RangeFieldsProps) {
  const { priceFrom, priceTo } = useMessages()
  const fields = [
    { ...from, label: priceFrom },
    { ...to, label: priceTo },
  ]
  return fields.map(({ name, value, placeholder, label }) => (
    <label key={name}>
      <span className="caption">{label}</span>
      <input
        className="field"
        inputMode="decimal"
        pattern={pattern}
        title={hint}
        name={name}
        defaultValue={value}
        placeholder={placeholder || undefined}
        aria-label={[legend, label, unit && `(${unit})`].filter(Boolean).join(' ')}
      />
    </label>
  ))
}

interface NumberRangeProps {
  readonly attributeKey: string
  readonly legend: string
  readonly range: ShownRange
}

export function NumberRange({ attributeKey, legend, range }: NumberRangeProps) {
  const messages = useMessages()
  const { from, to, lowest, highest, unit, histogram, summary } = range
  return (
    <div className="range">
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

const PATTERN = String.raw`[\s.,'’\p{Sc}]*\d[\d\s.,'’\p{Sc}]*`

interface PriceRangeProps {
  readonly query: ListingQuery
  readonly filter: PriceFilter
}

export function PriceRange({ query: { minPrice, maxPrice }, filter: { lowest, highest } }: PriceRangeProps) {
  const messages = useMessages()
  return (
    <fieldset>
      <legend>{messages.price}</legend>
      <div className="range">
        <RangeFields
          legend={messages.price}
          from={{ name: LISTING_KEYS.minPrice, value: minPrice ?? '', placeholder: lowest }}
          to={{ name: LISTING_KEYS.maxPrice, value: maxPrice ?? '', placeholder: highest }}
          pattern={PATTERN}
          hint={messages.priceHint}
        />
      </div>
    </fieldset>
  )
}
