import { ATTRIBUTE_PREFIX, defaultSort, EMPTY_LISTING_QUERY, LISTING_KEYS } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/messages.ts'
import type { Listing } from '../../../shared/page-data.ts'
import { OverlayBody, OverlayClose, OverlayMinify, OverlayPanel, OverlayTitle } from '../../widgets/overlay/overlay.tsx'
import { useOverlay } from '../../widgets/overlay/overlay-context.ts'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { FilterChoice, FilterValues } from './filter-values.tsx'
import { PriceRange } from './price-range.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** The filters: a drawer on small screens; from `lg` up they stand beside the list and can be folded away. */
export function ListingFilters({ listing: { query, facets }, path }: { readonly listing: Listing; readonly path: string }) {
  const { isStanding } = useOverlay('ListingFilters')
  const { formRef, count, onSubmit } = useFilterForm(query, path, isStanding)
  return (
    <OverlayPanel placement="left" className="filters">
      <div className="overlay-head">
        <OverlayTitle>{messages.filters}</OverlayTitle>
        <OverlayClose className="button" />
        <Tooltip text={messages.foldFilters}>
          <OverlayMinify aria-label={messages.foldFilters} />
        </Tooltip>
      </div>
      <OverlayBody>
        <form ref={formRef} className="filters-parts" action={path} method="get" role="search" aria-label={messages.filters} onSubmit={onSubmit}>
          <div>
            <label className="filters-label" htmlFor="search-listing">
              {messages.search}
            </label>
            <input id="search-listing" className="field" type="search" name={LISTING_KEYS.search} defaultValue={query.search} />
          </div>
          <FilterValues legend={messages.category} name={LISTING_KEYS.categories} values={facets.categories} chosen={query.categories} />
          {facets.brands.length > 1 || query.brands.length > 0 ? (
            <FilterValues legend={messages.brand} name={LISTING_KEYS.brands} values={facets.brands} chosen={query.brands} />
          ) : null}
          <PriceRange query={query} price={facets.price} />
          {facets.inStockCount > 0 || query.inStock ? (
            <fieldset>
              <legend>{messages.availability}</legend>
              <FilterChoice name={LISTING_KEYS.inStock} value="1" label={messages.inStockOnly} count={facets.inStockCount} isChosen={query.inStock} />
            </fieldset>
          ) : null}
          {facets.attributes.map(({ key, name, values }) => (
            <FilterValues key={key} legend={name} name={ATTRIBUTE_PREFIX + key} values={values} chosen={query.attributes[key] ?? []} />
          ))}
          {query.sort === defaultSort(query.search) ? null : <input type="hidden" name={LISTING_KEYS.sort} value={query.sort} />}
          {query.view === EMPTY_LISTING_QUERY.view ? null : <input type="hidden" name={LISTING_KEYS.view} value={query.view} />}
          <button type="submit" className="button button-primary filters-apply" data-automatic={isStanding ? '' : undefined}>
            <span aria-live="polite">{count === null ? messages.applyFilters : messages.showProducts(count)}</span>
          </button>
        </form>
      </OverlayBody>
    </OverlayPanel>
  )
}
