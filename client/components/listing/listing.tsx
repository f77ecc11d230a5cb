import './listing.css'
import './listing-filters.css'
import { Suspense, type ReactNode } from 'react'
import { hasPictures, type Card, type ShownListing } from '../../../shared/shown-catalog.ts'
import { writeListingQuery } from '../../../shared/listing-query.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { FilterRemoval } from '../../../shared/page-data.ts'
import { useMessages, useFrame, usePageNames } from '../../base/context.tsx'
import { Overlay } from '../../widgets/overlay/overlay.tsx'
import { TablePagination } from '../../widgets/data-table/table-pagination.tsx'
import { CompareBox } from '../comparison/compare-controls.tsx'
import { Link } from '../../base/link.tsx'
import { PriceNotes } from '../price.tsx'
import { ProductGrid, ProductSection } from '../product-card.tsx'
import { ActiveFilters, ListingToolbar } from './listing-toolbar.tsx'
import { AllValues } from './all-values.tsx'
import { countMatchingAll, ListingTable } from './listing-table.tsx'
import { ListingFailure } from './listing-failure.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { RowQuantities, RowQuantity } from '../enquiry-list/row-quantities.tsx'
import { CategoryItems } from '../categories.tsx'

/** Number of cards in the first row on a phone. Further pictures with priority would delay the largest one there. */
const PRIORITY_CARDS = 2

/** Names a search by the text that is searched for, which may be corrected. @returns undefined without a search */
export function nameSearch({ query, correctedSearch }: ShownListing, messages: Messages): string | undefined {
  return query.search === '' ? undefined : messages.resultsFor(correctedSearch ?? query.search)
}

export interface ListingProps {
  readonly listing: ShownListing
  readonly path: string
}

interface WholeListingProps extends ListingProps {
  readonly relaxations: readonly FilterRemoval[]
}

/** The URL has the whole state, so the listing also works without scripts. */
export function Listing({ listing, relaxations, path }: WholeListingProps) {
  const messages = useMessages()
  const { items, query, activeFilters, total, pageCount, correctedSearch, openFilter } = listing
  if (openFilter) return <AllValues listing={listing} group={openFilter} path={path} />
  const matchingAll = items.slice(0, countMatchingAll(listing))
  const matchingSome = items.slice(matchingAll.length)
  const isFiltered = activeFilters.length > 0
  const empty = <ListingEmpty listing={listing} relaxations={relaxations} path={path} />
  if (total === 0 && !isFiltered) return empty
  const getPageHref = (page: number) => path + writeListingQuery({ ...query, page })
  const isGrid = listing.view === 'grid' && hasPictures(items)
  const renderCards = (renderQuantity?: (card: Card) => ReactNode) => {
    const renderExtra = (card: Card) => (
      <>
        {card.href === undefined ? (
          <CompareBox slug={card.slug} name={card.name} />
        ) : (
          // Families cannot be compared. The space aligns them with products.
          <span className="compare-box on-screen" />
        )}
        {renderQuantity?.(card)}
      </>
    )
    return (
      <>
        {matchingAll.length > 0 ? (
          <ProductGrid products={matchingAll} priorityCount={PRIORITY_CARDS} renderExtra={renderExtra} />
        ) : null}
        <ProductSection
          heading={messages.partialResults}
          products={matchingSome}
          className="listing-partial"
          priorityCount={matchingAll.length > 0 ? 0 : PRIORITY_CARDS}
          renderExtra={renderExtra}
        />
        <TablePagination
          caption={messages.products}
          page={query.page}
          pageCount={pageCount}
          getPageHref={getPageHref}
        />
      </>
    )
  }
  return (
    <Overlay sidebarFrom="lg">
      <div className="listing stack">
        <a className="skip-link listing-skip on-screen" href="#results">
          {messages.skipToResults}
        </a>
        <ListingFilters listing={listing} path={path} />
        <div className="listing-main stack" id="results" tabIndex={-1}>
          <ListingToolbar listing={listing} path={path} />
          <ListingFailure />
          {correctedSearch === null ? null : (
            <p lang={messages.langAttribute}>
              <Link to={path + writeListingQuery({ ...query, isVerbatim: true, page: 1 })} rel="nofollow">
                {messages.verbatimSearch(query.search)}
              </Link>
            </p>
          )}
          {isFiltered ? <ActiveFilters listing={listing} path={path} /> : null}
          {items.length === 0 ? (
            empty
          ) : isGrid ? (
            renderCards()
          ) : (
            // A list with many fields is hydrated later.
            <Suspense>
              {listing.view === 'table' ? (
                <ListingTable listing={listing} path={path} getPageHref={getPageHref} />
              ) : (
                <RowQuantities rows={items}>
                  {renderCards((card) => (
                    <RowQuantity row={card} />
                  ))}
                </RowQuantities>
              )}
            </Suspense>
          )}
          <PriceNotes notes={listing.priceNotes} />
        </div>
      </div>
    </Overlay>
  )
}

/** The links remove a filter each. */
function ListingEmpty({ listing, relaxations, path }: WholeListingProps) {
  const messages = useMessages()
  const names = usePageNames()
  const { categories } = useFrame()
  const isFiltered = listing.activeFilters.length > 0
  return (
    <div className="listing-empty">
      {isFiltered ? <h2>{messages.nothingFound}</h2> : null}
      <p>{isFiltered ? messages.nothingFoundHint : messages.nothingYet}</p>
      {relaxations.length > 0 ? (
        <ul>
          {relaxations.map(({ label, search }) => (
            <li key={search}>
              <Link to={path + search} rel="nofollow">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {isFiltered || categories.length > 0 ? (
        <Link to="/products" className="button">
          {names.allProducts}
        </Link>
      ) : null}
      {categories.length > 0 ? (
        <nav aria-label={messages.categories}>
          <ul className="chips cluster on-screen">
            <CategoryItems className="chip" />
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
