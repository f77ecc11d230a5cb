import './page.css'
import { categoryPath } from '../../../shared/urls.ts'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { CategoryTile } from '../../components/category-tile.tsx'
import { Listing } from '../../components/listing/listing.tsx'
import { useMessages } from '../../messages-context.ts'
import type { PageProps } from '../../pages.ts'

export function Page({ data: { category, ancestors, listing, waysOn } }: PageProps<'category-category'>) {
  const messages = useMessages()
  return (
    <div className="section">
      <header className="page-head">
        <Breadcrumb categories={ancestors} current={category.name} />
        <h1>{category.name}</h1>
        {category.description ? <p className="lead">{category.description}</p> : null}
      </header>
      {category.children.length > 0 ? (
        <nav aria-label={messages.subcategories}>
          <ul className="subcategories">
            {category.children.map((child) => (
              <CategoryTile key={child.slug} category={child} isPriority />
            ))}
          </ul>
        </nav>
      ) : null}
      <Listing listing={listing} relaxations={waysOn} path={categoryPath(category.slug)} />
    </div>
  )
}
