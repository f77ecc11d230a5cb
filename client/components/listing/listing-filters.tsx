import { FILTER_OPEN_GROUPS } from '../../../shared/constants.ts'
import {
  ATTRIBUTE_PREFIX,
  defaultSort,
  EMPTY_LISTING_QUERY,
  LISTING_KEYS,
  type ListingQuery,
} from '../../../shared/listing-query.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../messages-context.ts'
import { OverlayBody, OverlayClose, OverlayMinify, OverlayPanel, OverlayTitle } from '../../widgets/overlay/overlay.tsx'
import { useOverlay } from '../../widgets/overlay/use-overlay.ts'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { FilterValues } from './filter-values.tsx'
import { PriceRange } from './price-range.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** The filters: a drawer on small screens, a collapsible sidebar from `lg` up. */
export function ListingFilters({
  listing: { query, filters },
  path,
}: {
  readonly listing: ShownListing
  readonly path: string
}) {
  const messages = useMessages()
  const { isInline } = useOverlay('ListingFilters')
  const { formRef, count, onSubmit } = useFilterForm(query, path, isInline)
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
        <form
          ref={formRef}
          className="filters-parts"
          action={path}
          method="get"
          role="search"
          aria-label={messages.filters}
          onSubmit={onSubmit}
        >
          <div>
            <label className="filters-label" htmlFor="search-listing">
              {messages.search}
            </label>
            <input
              id="search-listing"
              className="field"
              type="search"
              name={LISTING_KEYS.search}
              defaultValue={query.search}
            />
          </div>
          {filters.map((filter, index) =>
            'values' in filter ? (
              <FilterValues
                key={filter.name}
                group={filter}
                chosen={listChosenValues(query, filter.name)}
                isCollapsed={index >= FILTER_OPEN_GROUPS}
              />
            ) : (
              <PriceRange key={LISTING_KEYS.minPrice} query={query} filter={filter} />
            ),
          )}
          {query.sort === defaultSort(query.search) ? null : (
            <input type="hidden" name={LISTING_KEYS.sort} value={query.sort} />
          )}
          {query.view === EMPTY_LISTING_QUERY.view ? null : (
            <input type="hidden" name={LISTING_KEYS.view} value={query.view} />
          )}
          <button
            type="submit"
            className="button button-primary filters-apply"
            data-automatic={isInline ? '' : undefined}
          >
            <span aria-live="polite">{count === null ? messages.applyFilters : messages.showProducts(count)}</span>
          </button>
        </form>
      </OverlayBody>
    </OverlayPanel>
  )
}

/** @param name of the group's form fields */
function listChosenValues({ categories, brands, inStock, attributes }: ListingQuery, name: string): readonly string[] {
  switch (name) {
    case LISTING_KEYS.categories:
      return categories
    case LISTING_KEYS.brands:
      return brands
    case LISTING_KEYS.inStock:
      return inStock ? ['1'] : []
    default:
      return attributes[name.slice(ATTRIBUTE_PREFIX.length)] ?? []
  }
}
