import { Link } from 'react-router-dom'
import { LISTING_KEYS, LISTING_SORTS, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/en.ts'

/** Ids that tie the parts of a listing together across the page. */
export const LISTING_FORM_ID = 'listing-form'
export const FILTERS_ID = 'filters'

interface ListingToolbarProps {
  readonly query: ListingQuery
  readonly total: number
  readonly path: string
}

export function ListingToolbar({ query, total, path }: ListingToolbarProps) {
  return (
    <div className="toolbar">
      <p className="toolbar-count" role="status">
        {messages.productCount(total)}
      </p>
      <button type="button" className="button filters-open" popoverTarget={FILTERS_ID}>
        {messages.filters}
      </button>
      <div className="toolbar-sort">
        <label htmlFor="sort" className="caption">
          {messages.sortBy}
        </label>
        <select id="sort" className="field" name={LISTING_KEYS.sort} form={LISTING_FORM_ID} defaultValue={query.sort} key={query.sort}>
          {LISTING_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {messages.sorts[sort]}
            </option>
          ))}
        </select>
        <button type="submit" className="button" form={LISTING_FORM_ID}>
          {messages.applyFilters}
        </button>
      </div>
      <div className="toolbar-views" role="group" aria-label={messages.view}>
        {(['grid', 'table'] as const).map((view) => (
          <Link key={view} to={path + writeListingQuery({ ...query, view })} aria-current={query.view === view ? 'true' : undefined}>
            {messages[view]}
          </Link>
        ))}
      </div>
    </div>
  )
}
