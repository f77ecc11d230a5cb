import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { PriceFilter } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/messages-context.ts'
import { RangeFields } from './range-fields.tsx'

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
      <div className="price-range">
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
