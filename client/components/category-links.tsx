import './category-links.css'
import type { CategoryBranch } from '../../shared/shown-catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { Link } from '../base/link.tsx'

export function CategoryLinks({ categories }: { readonly categories: readonly CategoryBranch[] }) {
  if (categories.length === 0) return null
  return (
    <ul className="category-links">
      {categories.map(({ slug, name, lang, count, children }) => (
        <li key={slug}>
          <Link to={categoryPath(slug)} lang={lang}>
            <span>{name}</span> <span className="caption">{count}</span>
          </Link>
          <CategoryLinks categories={children} />
        </li>
      ))}
    </ul>
  )
}
