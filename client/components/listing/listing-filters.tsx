import { EMPTY_LISTING_QUERY, LISTING_KEYS } from '../../../shared/listing-query.ts'
import { formatCount } from '../../../shared/messages/count.ts'
import { messages } from '../../../shared/messages/messages.ts'
import type { Listing } from '../../../shared/page-data.ts'
import { OverlayBody, OverlayClose, OverlayMinify, OverlayPanel, OverlayTitle } from '../../widgets/overlay/overlay.tsx'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { LISTING_FORM_ID } from './listing-form.ts'

/** The filters: a drawer on small screens; from `lg` up they stand beside the list and can be folded away. */
export function ListingFilters({ listing: { query, facets }, path }: { readonly listing: Listing; readonly path: string }) {
  return (
    <OverlayPanel placement="left" className="filters">
      <div className="overlay-head">
        <OverlayTitle>{messages.filters}</OverlayTitle>
        <OverlayClose className="button" />
        <Tooltip text={messages.foldFilters}>
          <OverlayMinify aria-label={messages.foldFilters} />
        </Tooltip>
      </div>
      {/* Fields keep what a visitor typed until another address gives them other values. */}
      <OverlayBody className="filters-parts" role="search" aria-label={messages.filters} key={`${path} ${JSON.stringify({ ...query, page: 1 })}`}>
        <div>
          <label className="filters-label" htmlFor="search-listing">
            {messages.search}
          </label>
          <input id="search-listing" className="field" type="search" name={LISTING_KEYS.search} form={LISTING_FORM_ID} defaultValue={query.search} />
        </div>
        {facets.brands.length > 1 || query.brands.length > 0 ? (
          <fieldset>
            <legend>{messages.brand}</legend>
            {facets.brands.map(({ value, count }) => (
              <label key={value} className="choice">
                <input type="checkbox" name={LISTING_KEYS.brands} value={value} form={LISTING_FORM_ID} defaultChecked={query.brands.includes(value)} />
                {value} <span className="caption" suppressHydrationWarning>{formatCount(count)}</span>
              </label>
            ))}
          </fieldset>
        ) : null}
        <fieldset>
          <legend>{messages.price}</legend>
          <div className="price-range">
            <input className="field" inputMode="decimal" name={LISTING_KEYS.minPrice} form={LISTING_FORM_ID} defaultValue={query.minPrice ?? ''} placeholder={messages.priceFrom} aria-label={`${messages.price} ${messages.priceFrom}`} />
            <input className="field" inputMode="decimal" name={LISTING_KEYS.maxPrice} form={LISTING_FORM_ID} defaultValue={query.maxPrice ?? ''} placeholder={messages.priceTo} aria-label={`${messages.price} ${messages.priceTo}`} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{messages.availability}</legend>
          <label className="choice">
            <input type="checkbox" name={LISTING_KEYS.inStock} value="1" form={LISTING_FORM_ID} defaultChecked={query.inStock} />
            {messages.inStockOnly}
          </label>
        </fieldset>
        {query.view === 'table' ? <input type="hidden" name={LISTING_KEYS.view} value="table" form={LISTING_FORM_ID} /> : null}
        {query.sort === EMPTY_LISTING_QUERY.sort ? null : <input type="hidden" name={LISTING_KEYS.sort} value={query.sort} form={LISTING_FORM_ID} />}
        <button type="submit" className="button button-primary" form={LISTING_FORM_ID}>
          {messages.applyFilters}
        </button>
      </OverlayBody>
    </OverlayPanel>
  )
}
