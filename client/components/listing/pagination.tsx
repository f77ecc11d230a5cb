import { Link } from 'react-router-dom'
import { messages } from '../../../shared/messages/en.ts'

interface PaginationProps {
  readonly page: number
  readonly pageCount: number
  readonly hrefOf: (page: number) => string
}

/** Links to the pages around this one, and to the first and the last. */
export function Pagination({ page, pageCount, hrefOf }: PaginationProps) {
  const around = [page - 1, page, page + 1].filter((number) => number > 1 && number < pageCount)
  const numbers = [1, ...around, pageCount]
  return (
    <nav className="pagination" aria-label={messages.pages}>
      <ul>
        {page > 1 ? (
          <li>
            <Link to={hrefOf(page - 1)} rel="prev">
              {messages.previousPage}
            </Link>
          </li>
        ) : null}
        {numbers.map((number, index) => (
          <li key={number}>
            {number - (numbers[index - 1] ?? number - 1) > 1 ? <span aria-hidden="true">…</span> : null}
            <Link to={hrefOf(number)} aria-label={messages.page(number)} aria-current={number === page ? 'page' : undefined}>
              {number}
            </Link>
          </li>
        ))}
        {page < pageCount ? (
          <li>
            <Link to={hrefOf(page + 1)} rel="next">
              {messages.nextPage}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
