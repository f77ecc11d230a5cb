import './listing.css'
import { Link } from 'react-router-dom'
import { hasFilters, writeListingQuery } from '../../../shared/listing-query.ts'
import { messages } from '../../../shared/messages/en.ts'
import type { Listing as ListingData } from '../../../shared/page-data.ts'
import { ProductGrid } from '../product-card.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { ListingTable } from './listing-table.tsx'
import { LISTING_FORM_ID, ListingToolbar } from './listing-toolbar.tsx'
import { Pagination } from './pagination.tsx'

/** Cards of the first row on a phone and on a desktop are in view at once. */
const FIRST_CARDS = 4

/**
 * Products with search, filters, sorting, two views and pages. All of its state is in the address: forms and links
 * alone change it, so that it works before the scripts come and without them.
 * @param path of the page it stands on
 */
export function Listing({ listing, path }: { readonly listing: ListingData; readonly path: string }) {
  const { items, query, total, pageCount } = listing
  return (
    <div className="listing">
      {/* Everything that makes up the address belongs to this one form, wherever it stands. */}
      <form id={LISTING_FORM_ID} action={path} method="get" hidden />
      <ListingFilters listing={listing} path={path} />
      <div className="listing-main">
        <ListingToolbar query={query} total={total} path={path} />
        {hasFilters(query) ? <ActiveFilters query={query} path={path} /> : null}
        {items.length === 0 ? (
          <div className="listing-empty">
            <p className="display">{hasFilters(query) ? messages.nothingFound : messages.nothingYet}</p>
            {hasFilters(query) ? (
              <>
                <p>{messages.nothingFoundHint}</p>
                <Link to="/products" className="button">
                  {messages.allProducts}
                </Link>
              </>
            ) : null}
          </div>
        ) : query.view === 'table' ? (
          <ListingTable products={items} />
        ) : (
          <ProductGrid products={items} firstCount={FIRST_CARDS} />
        )}
        {pageCount > 1 ? (
          <Pagination page={query.page} pageCount={pageCount} hrefOf={(page) => path + writeListingQuery({ ...query, page })} />
        ) : null}
      </div>
    </div>
  )
}
