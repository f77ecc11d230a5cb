import { useSitePath } from '../../base/site-path.ts'
import { FAMILY_MODES, LISTING_VIEWS, listSorts, writeListingQuery } from '../../../shared/listing-query.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { useMessages } from '../../base/messages-context.ts'
import { CompareForm } from '../comparison/compare-form.tsx'
import { Link } from '../../base/link.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import { OverlayTrigger } from '../../widgets/overlay/overlay.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { describeSort } from './describe-sort.ts'

interface ListingToolbarProps {
  readonly listing: ShownListing
  readonly path: string
}

export function ListingToolbar({ listing, path }: ListingToolbarProps) {
  const messages = useMessages()
  const sitePath = useSitePath()
  const { query, count, defaultView, families } = listing
  return (
    <div className="toolbar row" lang={messages.langAttribute}>
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
