import './data-table.css'
import type { ReactNode } from 'react'
import { TABLE_PAGE_BUTTONS } from '../../../shared/constants.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'

export type PageNavigation =
  | { readonly getPageHref: (page: number) => string }
  | { readonly onPageChange: (page: number) => void }
  /** Pages are submit buttons of the surrounding form. */
  | { readonly submitName: string; readonly getPageValue: (page: number) => string }

type TablePaginationProps = PageNavigation & {
  /** Tells apart several tables on a page. */
  readonly caption: string
  readonly page: number
  readonly pageCount: number
}

/** Renders nothing for a single page. */
export function TablePagination({ caption, page, pageCount, ...navigation }: TablePaginationProps) {
  const messages = useMessages()
  if (pageCount < 2) return null
  return (
    <nav className="table-pagination on-screen" aria-label={messages.pagesOf(caption)}>
      <ul className="row">
        <li>
          <PageControl navigation={navigation} page={page - 1} isEnabled={page > 1} rel="prev">
            <span aria-hidden="true">‹</span>
            <span className="visually-hidden-on-phones">{messages.previousPage}</span>
          </PageControl>
        </li>
        {listPageItems(page, pageCount, TABLE_PAGE_BUTTONS).map((item, index) => (
          <li key={item === 'ellipsis' ? `ellipsis after ${index}` : item}>
            {item === 'ellipsis' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <PageControl navigation={navigation} page={item} label={messages.page(item)} isCurrent={item === page}>
                {item}
              </PageControl>
            )}
          </li>
        ))}
        <li>
          <PageControl navigation={navigation} page={page + 1} isEnabled={page < pageCount} rel="next">
            <span className="visually-hidden-on-phones">{messages.nextPage}</span>
            <span aria-hidden="true">›</span>
          </PageControl>
        </li>
      </ul>
    </nav>
  )
}

interface PageControlProps {
  readonly navigation: PageNavigation
  readonly page: number
  readonly label?: string
  readonly rel?: 'prev' | 'next'
  readonly isCurrent?: boolean
  readonly isEnabled?: boolean
  readonly children: ReactNode
}

function PageControl({
  navigation,
  page,
  label,
  rel,
  isCurrent = false,
  isEnabled = true,
  children,
}: PageControlProps) {
  const attributes = { 'aria-label': label, 'aria-current': isCurrent ? ('page' as const) : undefined }
  if ('submitName' in navigation) {
    return (
      <button
        type={isEnabled ? 'submit' : 'button'}
        name={navigation.submitName}
        value={navigation.getPageValue(page)}
        {...attributes}
        aria-disabled={!isEnabled}
      >
        {children}
      </button>
    )
  }
  if (!('getPageHref' in navigation)) {
    return (
      // A button with `disabled` would lose the focus.
      <button
        type="button"
        {...attributes}
        aria-disabled={!isEnabled}
        onClick={() => isEnabled && navigation.onPageChange(page)}
      >
        {children}
      </button>
    )
  }
  if (!isEnabled) {
    return (
      <span role="link" aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <Link to={navigation.getPageHref(page)} {...attributes} rel={rel}>
      {children}
    </Link>
  )
}

type PageItem = number | 'ellipsis'

/**
 * Lists the page numbers to show: the first, the last and a group of at most `maxNeighbours` around the current one.
 */
export function listPageItems(page: number, pageCount: number, maxNeighbours: number): readonly PageItem[] {
  const start = Math.max(1, Math.min(page - Math.floor(maxNeighbours / 2), pageCount - maxNeighbours + 1))
  const end = Math.min(pageCount, start + maxNeighbours - 1)
  const items: PageItem[] = []
  if (start > 1) items.push(1)
  if (start > 2) items.push('ellipsis')
  for (let number = start; number <= end; number++) items.push(number)
  if (end < pageCount - 1) items.push('ellipsis')
  if (end < pageCount) items.push(pageCount)
  return items
}
