import './page.css'
import type { CategoryNode } from '../../../shared/catalog.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { Link } from '../../components/link.tsx'
import { CategoryTile } from '../../components/category-tile.tsx'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

/** Pictures of the first row are in view at once. */
const FIRST_TILES = 3

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
                isFirst={index < FIRST_TILES}
              />
            </ul>
            {category.description ? <p>{category.description}</p> : null}
            <Branches categories={category.children} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Everything below a category, as deep as the owner made it. */
function Branches({ categories }: { readonly categories: readonly CategoryNode[] }) {
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
          <Branches categories={children} />
        </li>
      ))}
    </ul>
  )
}
