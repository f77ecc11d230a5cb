import { listSorts, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import { useMessages } from '../../messages-context.ts'
import { Link } from '../link.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import { OverlayTrigger } from '../../widgets/overlay/overlay.tsx'

interface ListingToolbarProps {
  readonly query: ListingQuery
  readonly total: number
  readonly path: string
}

export function ListingToolbar({ query, total, path }: ListingToolbarProps) {
  const messages = useMessages()
  return (
    <div className="toolbar" lang={messages.langAttribute}>
      <p className="toolbar-count" role="status" suppressHydrationWarning>
        {messages.productCount(total)}
      </p>
      <div className="toolbar-views" role="group" aria-label={messages.view}>
        {(['grid', 'table'] as const).map((view) => (
          <Link
            key={view}
            to={path + writeListingQuery({ ...query, view })}
            rel="nofollow"
            keepsScroll
            aria-current={query.view === view ? 'true' : undefined}
          >
            {messages[view]}
          </Link>
        ))}
      </div>
      <OverlayTrigger className="button">{messages.filters}</OverlayTrigger>
      <Dropdown placement="bottom-end">
        <DropdownTrigger className="button">
          {messages.sortBy}: {messages.sorts[query.sort]}
        </DropdownTrigger>
        <DropdownPopup aria-label={messages.sortBy}>
          {listSorts(query.search).map((sort) => (
            <DropdownItem
              key={sort}
              href={path + writeListingQuery({ ...query, sort, page: 1 })}
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
  )
}
