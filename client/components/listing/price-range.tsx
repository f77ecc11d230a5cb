import { LISTING_KEYS, type ListingQuery } from '../../../shared/listing-query.ts'
import type { PriceFilter } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../messages-context.ts'

/** What may stand in a price: digits, and what sets them apart or names the currency. */
const PATTERN = String.raw`[\s.,'’\p{Sc}]*\d[\d\s.,'’\p{Sc}]*`

interface PriceRangeProps {
  readonly query: ListingQuery
  readonly filter: PriceFilter
}

/** Two fields for the lowest and the highest price, which show what there is to choose from. */
export function PriceRange({ query: { minPrice, maxPrice }, filter: { lowest, highest } }: PriceRangeProps) {
  const messages = useMessages()
  const fields = [
    { name: LISTING_KEYS.minPrice, value: minPrice, word: messages.priceFrom, hint: lowest },
    { name: LISTING_KEYS.maxPrice, value: maxPrice, word: messages.priceTo, hint: highest },
  ]
  return (
    <fieldset>
      <legend>{messages.price}</legend>
      <div className="price-range">
        {fields.map(({ name, value, word, hint }) => (
          <label key={name}>
            <span className="caption">{word}</span>
            <input
              className="field"
              inputMode="decimal"
              pattern={PATTERN}
              title={messages.priceHint}
              name={name}
              defaultValue={value ?? ''}
              placeholder={hint || undefined}
              aria-label={`${messages.price} ${word}`}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
