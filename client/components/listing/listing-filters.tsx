import { FILTER_OPEN_GROUPS } from '../../../shared/constants.ts'
import { LISTING_KEYS, defaultSort, EMPTY_LISTING_QUERY } from '../../../shared/listing-query.ts'
import { Form } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { OverlayHead, OverlayPanel, useOverlay } from '../../widgets/overlay/overlay.tsx'
import { FilterValues } from './filter-values.tsx'
import type { ListingProps } from './listing.tsx'
import { ListingFailure } from './listing-failure.tsx'
import { PriceRange } from './ranges.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** The filters are a drawer on small screens, and a collapsible sidebar from `lg` up. */
export function ListingFilters({ listing: { query, filters }, path }: Omit<ListingProps, 'relaxations'>) {
  const messages = useMessages()
  const { isInline, isOpen } = useOverlay('ListingFilters')
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
          {query.search === '' ? null : <input type="hidden" name={LISTING_KEYS.search} value={query.search} />}
          {filters.map((filter, index) =>
            'values' in filter ? (
              <FilterValues key={filter.name} group={filter} isCollapsed={index >= FILTER_OPEN_GROUPS} />
            ) : (
              <PriceRange key={LISTING_KEYS.minPrice} query={query} filter={filter} />
            ),
          )}
          {/* Turns spelling correction off for this search text. The value is the text itself, so that another text is
              corrected. */}
          {query.isVerbatim ? <input type="hidden" name={LISTING_KEYS.verbatim} value={query.search} /> : null}
          {query.sort === defaultSort(query.search) ? null : (
            <input type="hidden" name={LISTING_KEYS.sort} value={query.sort} />
          )}
          {query.view === EMPTY_LISTING_QUERY.view ? null : (
            <input type="hidden" name={LISTING_KEYS.view} value={query.view} />
          )}
          {query.families ? <input type="hidden" name={LISTING_KEYS.families} value={query.families} /> : null}
          {query.columns.map((key) => (
            <input key={key} type="hidden" name={LISTING_KEYS.columns} value={key} />
          ))}
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
