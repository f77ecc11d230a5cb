import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/en.ts'
import type { Listing } from '../../../shared/page-data.ts'
import { FILTERS_ID, LISTING_FORM_ID } from './listing-toolbar.tsx'

/** The filters: a drawer on small screens, beside the list from `lg` up. The platform's popover needs no script. */
export function ListingFilters({ listing: { query, brands }, path }: { readonly listing: Listing; readonly path: string }) {
  return (
    // Fields keep what a visitor typed until another address gives them other values.
    <div id={FILTERS_ID} popover="auto" className="filters" key={`${path} ${JSON.stringify({ ...query, page: 1 })}`}>
      <div className="filters-parts" role="search" aria-label={messages.filters}>
        <div className="filters-head">
          <h2>{messages.filters}</h2>
          <button type="button" className="button" popoverTarget={FILTERS_ID} popoverTargetAction="hide">
            {messages.close}
          </button>
        </div>
        <div>
          <label className="filters-label" htmlFor="search-listing">
            {messages.search}
          </label>
          <input id="search-listing" className="field" type="search" name={LISTING_KEYS.search} form={LISTING_FORM_ID} defaultValue={query.search} />
        </div>
        {brands.length > 1 || query.brands.length > 0 ? (
          <fieldset>
            <legend>{messages.brand}</legend>
            {brands.map(({ value, count }) => (
              <label key={value} className="choice">
                <input type="checkbox" name={LISTING_KEYS.brands} value={value} form={LISTING_FORM_ID} defaultChecked={query.brands.includes(value)} />
                {value} <span className="caption">{count}</span>
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
        <button type="submit" className="button button-primary" form={LISTING_FORM_ID}>
          {messages.applyFilters}
        </button>
      </div>
    </div>
  )
}
