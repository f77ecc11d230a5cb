import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { PriceFilter } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/messages-context.ts'

const PATTERN = String.raw`[\s.,'’\p{Sc}]*\d[\d\s.,'’\p{Sc}]*`

interface PriceRangeProps {
  readonly query: ListingQuery
  readonly filter: PriceFilter
}

/** Fields for the lowest and the highest price, with the list's prices as placeholders. */
export function PriceRange({ query: { minPrice, maxPrice }, filter: { lowest, highest } }: PriceRangeProps) {
  const messages = useMessages()
  const fields = [
    { name: LISTING_KEYS.minPrice, value: minPrice, label: messages.priceFrom, placeholder: lowest },
    { name: LISTING_KEYS.maxPrice, value: maxPrice, label: messages.priceTo, placeholder: highest },
  ]
  return (
    <fieldset>
      <legend>{messages.price}</legend>
      <div className="price-range">
        {fields.map(({ name, value, label, placeholder }) => (
          <label key={name}>
            <span className="caption">{label}</span>
            <input
              className="field"
              inputMode="decimal"
              pattern={PATTERN}
              title={messages.priceHint}
              name={name}
              defaultValue={value ?? ''}
              placeholder={placeholder || undefined}
              aria-label={`${messages.price} ${label}`}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
