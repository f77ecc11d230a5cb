import { LISTING_KEYS, type ListingQuery } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/messages.ts'
import { formatPrice } from '../../../shared/money.ts'
import type { Facets } from '../../../shared/page-data.ts'
import { useFrame } from '../../frame-context.ts'

/** What may stand in a price: digits, and what sets them apart or names the currency. */
const PATTERN = String.raw`[\s.,'’\p{Sc}]*\d[\d\s.,'’\p{Sc}]*`

interface PriceRangeProps {
  readonly query: ListingQuery
  readonly price: Facets['price']
}

/** Two fields for the lowest and the highest price, which show what there is to choose from. */
export function PriceRange({ query: { minPrice, maxPrice }, price }: PriceRangeProps) {
  const { currency, locale } = useFrame().site
  const isChosen = minPrice !== null || maxPrice !== null
  if (!isChosen && (price === null || price.minMinor === price.maxMinor)) return null
  const fields = [
    { name: LISTING_KEYS.minPrice, value: minPrice, word: messages.priceFrom, hintMinor: price?.minMinor },
    { name: LISTING_KEYS.maxPrice, value: maxPrice, word: messages.priceTo, hintMinor: price?.maxMinor },
  ]
  return (
    <fieldset>
      <legend>{messages.price}</legend>
      <div className="price-range">
        {fields.map(({ name, value, word, hintMinor }) => (
          <label key={name}>
            <span className="caption">{word}</span>
            <input
              className="field"
              inputMode="decimal"
              pattern={PATTERN}
              title={messages.priceHint}
              name={name}
              defaultValue={value ?? ''}
              placeholder={hintMinor === undefined ? undefined : formatPrice(hintMinor, currency, locale)}
              aria-label={`${messages.price} ${word}`}
              suppressHydrationWarning
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
