import './breadcrumb.css'
import type { CategoryLink } from '../../shared/catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { useMessages } from '../messages-context.ts'
import { Link } from './link.tsx'

export function Breadcrumb({
  categories,
  current,
}: {
  readonly categories: readonly CategoryLink[]
  readonly current: string
}) {
  const messages = useMessages()
  return (
    <nav aria-label={messages.breadcrumb} className="breadcrumb caption">
      <ol>
        <li>
          <Link to="/category">{messages.categories}</Link>
        </li>
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={categoryPath(slug)}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
