import './listing.css'
// Lazy chunks have no style sheets, so those of lazy components are imported here.
import '../../widgets/data-table/data-table.css'
import { Suspense } from 'react'
import { hasFilters } from '../../../shared/listing-filters.ts'
import { writeListingQuery } from '../../../shared/listing-query.ts'
import type { FilterRelaxation } from '../../../shared/page-data.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../messages-context.ts'
import { Overlay } from '../../widgets/overlay/overlay.tsx'
import { TablePagination } from '../../widgets/data-table/table-pagination.tsx'
import { lazyComponent } from '../../runtime/chunk-loading.ts'
import { ProductGrid } from '../product-card.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { ListingEmpty } from './listing-empty.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { ListingToolbar } from './listing-toolbar.tsx'

/** Loaded on demand, because most visitors use the grid. */
const ListingTable = lazyComponent(() => import('./listing-table.tsx'), 'ListingTable')

/** Number of cards whose pictures are loaded with priority: those of the first row. */
const PRIORITY_CARDS = 4

interface ListingProps {
  readonly listing: ShownListing
  readonly relaxations: readonly FilterRelaxation[]
  readonly path: string
}

/**
 * Products with search, filters, sorting, two views and pagination. The state is in the URL and changed by forms and
 * links, so that the listing also works without scripts.
 */
export function Listing({ listing, relaxations, path }: ListingProps) {
  const messages = useMessages()
  const { items, query, total, pageCount, correctedSearch } = listing
  const isFiltered = hasFilters(query)
  if (total === 0 && !isFiltered) return <ListingEmpty listing={listing} relaxations={relaxations} path={path} />
  const getPageHref = (page: number) => path + writeListingQuery({ ...query, page })
  return (
    <Overlay sidebarFrom="lg">
      <div className="listing">
        <a className="skip-link listing-skip" href="#results">
          {messages.skipToResults}
        </a>
        <ListingFilters listing={listing} path={path} />
        <div className="listing-main" id="results" tabIndex={-1}>
          <ListingToolbar query={query} total={total} path={path} />
          {correctedSearch === null ? null : <p>{messages.correctedSearch(query.search, correctedSearch)}</p>}
          {isFiltered ? <ActiveFilters listing={listing} path={path} /> : null}
          {items.length === 0 ? (
            <ListingEmpty listing={listing} relaxations={relaxations} path={path} />
          ) : query.view === 'table' ? (
            <Suspense>
              <ListingTable
                listing={listing}
                isFiltered={isFiltered}
                getPageHref={getPageHref}
                sortHrefOf={(sort) => path + writeListingQuery({ ...query, sort, page: 1 })}
              />
            </Suspense>
          ) : (
            <>
              <ProductGrid products={items} priorityCount={PRIORITY_CARDS} />
              <TablePagination
                caption={messages.products}
                page={query.page}
                pageCount={pageCount}
                getPageHref={getPageHref}
              />
            </>
          )}
        </div>
      </div>
    </Overlay>
  )
}
