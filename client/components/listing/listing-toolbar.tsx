import { useSitePath, useMessages } from '../../base/context.tsx'
import {
  FAMILY_MODES,
  LISTING_VIEWS,
  listSorts,
  writeListingQuery,
  readColumnSort,
  EMPTY_LISTING_QUERY,
  ATTRIBUTE_PREFIX,
} from '../../../shared/listing-query.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { CompareForm } from '../comparison/compare-controls.tsx'
import { Link } from '../../base/link.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import { OverlayTrigger } from '../../widgets/overlay/overlay.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ListingProps } from './listing.tsx'

export function ListingToolbar({ listing, path }: ListingProps) {
  const messages = useMessages()
  const sitePath = useSitePath()
  const { query, count, defaultView, families } = listing
  return (
    <div className="toolbar row on-screen" lang={messages.langAttribute}>
      <p className="toolbar-count" role="status">
        {count}
      </p>
      <div className="toolbar-views row" role="group" aria-label={messages.view}>
        {LISTING_VIEWS.map((view) => (
          <Link
            key={view}
            to={path + writeListingQuery({ ...query, view: view === defaultView ? undefined : view })}
            rel="nofollow"
            keepsScroll
            aria-current={listing.view === view ? 'true' : undefined}
          >
            {messages[view]}
          </Link>
        ))}
      </div>
      {families ? (
        <div className="toolbar-views row" role="group" aria-label={families.label}>
          {FAMILY_MODES.map((mode) => (
            <Link
              key={mode}
              to={
                path +
                writeListingQuery({ ...query, families: mode === families.defaultMode ? undefined : mode, page: 1 })
              }
              rel="nofollow"
              keepsScroll
              aria-current={families.mode === mode ? 'true' : undefined}
            >
              {families.names[mode]}
            </Link>
          ))}
        </div>
      ) : null}
      <div className="toolbar-actions row">
        <OverlayTrigger className="button">{messages.filters}</OverlayTrigger>
        {listing.view === 'table' && listing.columns.length > 0 ? (
          <ColumnChooser listing={listing} path={path} />
        ) : null}
        <CompareForm />
        <Dropdown placement="bottom-end">
          <DropdownTrigger className="button">
            <span>
              <span>{`${messages.sortBy}:`}</span> <span>{describeSort(listing, messages)}</span>
            </span>
          </DropdownTrigger>
          <DropdownPopup aria-label={messages.sortBy}>
            {listSorts(query.search).map((sort) => (
              <DropdownItem
                key={sort}
                href={sitePath(path + writeListingQuery({ ...query, sort, page: 1 }))}
                rel="nofollow"
                data-keeps-scroll=""
                checked={sort === query.sort}
              >
                {messages.sorts[sort]}
              </DropdownItem>
            ))}
          </DropdownPopup>
        </Dropdown>
      </div>
    </div>
  )
}

/** A sort order may have the name of a table column. */
function describeSort({ query, columns, filters }: ShownListing, messages: Messages): string {
  const { sort } = query
  if (Object.hasOwn(messages.sorts, sort)) return messages.sorts[sort as keyof Messages['sorts']]
  const { column, isDescending } = readColumnSort(sort)!
  const names = new Map<string, string>([
    ...filters.flatMap((filter) => ('legend' in filter ? [[filter.name, filter.legend] as const] : [])),
    ...columns.map(({ key, name }) => [ATTRIBUTE_PREFIX + key, name] as const),
    ...(['name', 'brand', 'category', 'sku'] as const).map((key) => [key, messages[key]] as const),
    ['in-stock', messages.availability],
  ])
  const name = names.get(column) ?? column.slice(ATTRIBUTE_PREFIX.length)
  return isDescending ? messages.sortedDescending(name) : name
}

export function ActiveFilters({ listing: { query, activeFilters }, path }: ListingProps) {
  const { sort, view, columns, families } = query
  const messages = useMessages()
  return (
    <ul className="chips cluster on-screen">
      {activeFilters.map(({ label, search }) => (
        <li key={search}>
          <Link
            className="chip"
            to={path + search}
            rel="nofollow"
            keepsScroll
            aria-label={messages.removeFilter(label)}
          >
            <span>{label}</span> <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="chip chip-clear"
          to={path + writeListingQuery({ ...EMPTY_LISTING_QUERY, sort, view, columns, families })}
          rel="nofollow"
          keepsScroll
        >
          {messages.clearFilters}
        </Link>
      </li>
    </ul>
  )
}
