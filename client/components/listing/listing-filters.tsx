import { FILTER_OPEN_GROUPS } from '../../../shared/constants.ts'
import { LISTING_KEYS, EMPTY_LISTING_QUERY, writeListingQuery } from '../../../shared/listing-query.ts'
import { Form, HiddenInputs } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { OverlayHead, OverlayPanel, useOverlay } from '../../widgets/overlay/overlay.tsx'
import { FilterValues } from './filter-values.tsx'
import type { ListingProps } from './listing.tsx'
import { ListingFailure } from './listing-failure.tsx'
import { PriceRange } from './ranges.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** The filters are a drawer on small screens, and a collapsible sidebar from `lg` up. */
export function ListingFilters({ listing: { query, filters }, path }: ListingProps) {
  const messages = useMessages()
  const { search, isVerbatim, sort, view, families, columns } = query
  const { isInline, isOpen } = useOverlay()
  const { formRef, count, onSubmit } = useFilterForm(query, path, isInline, !isOpen)
  return (
    <OverlayPanel placement="left" className="filters on-screen">
      <OverlayHead title={messages.filters} minifyLabel={messages.foldFilters} />
      <div className="overlay-body">
        <Form
          ref={formRef}
          className="filters-parts stack"
          action={path}
          method="get"
          autoComplete="off"
          role="search"
          aria-label={messages.filters}
          onSubmit={onSubmit}
        >
          {/* The Enter key presses a form's first submit button. This one applies the filters, whereas the next one in
              the form may open all values of a filter. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
          <HiddenInputs
            query={writeListingQuery({ ...EMPTY_LISTING_QUERY, search, isVerbatim, sort, view, families, columns })}
          />
          {filters.map((filter, index) =>
            'values' in filter ? (
              <FilterValues key={filter.name} group={filter} isCollapsed={index >= FILTER_OPEN_GROUPS} />
            ) : (
              <PriceRange key={LISTING_KEYS.minPrice} query={query} filter={filter} />
            ),
          )}

          {isInline ? null : <ListingFailure />}
          <button
            type="submit"
            className="button button-primary filters-apply"
            data-automatic={isInline ? '' : undefined}
          >
            <span aria-live="polite">{count === null ? messages.applyFilters : messages.showProducts(count)}</span>
          </button>
        </Form>
      </div>
    </OverlayPanel>
  )
}
