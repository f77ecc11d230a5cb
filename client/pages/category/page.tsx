import './page.css'
import type { CategoryNode } from '../../../shared/catalog.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { Link } from '../../components/link.tsx'
import { CategoryTile } from '../../components/category-tile.tsx'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

/** Number of tiles whose pictures are loaded with priority: those of the first row. */
const PRIORITY_TILES = 3

export function Page({ data: { categories } }: PageProps<'category'>) {
  const messages = useMessages()
  return (
    <div className="section">
      <header className="page-head">
        <h1>{messages.categories}</h1>
        {categories.length === 0 ? <p className="lead">{messages.nothingYet}</p> : null}
      </header>
      <ul className="category-tree">
        {categories.map((category, index) => (
          <li key={category.slug}>
            <ul>
              <CategoryTile
                category={{ ...category, count: messages.productCount(category.productCount) }}
                isPriority={index < PRIORITY_TILES}
              />
            </ul>
            {category.description ? <p>{category.description}</p> : null}
            <Subcategories categories={category.children} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Subcategories({ categories }: { readonly categories: readonly CategoryNode[] }) {
  const messages = useMessages()
  if (categories.length === 0) return null
  return (
    <ul className="category-branches">
      {categories.map(({ slug, name, productCount, children }) => (
        <li key={slug}>
          <Link to={categoryPath(slug)}>
            {name}{' '}
            <span className="caption" suppressHydrationWarning>
              {messages.formatCount(productCount)}
            </span>
          </Link>
          <Subcategories categories={children} />
        </li>
      ))}
    </ul>
  )
}
