import './categories.css'
import type { CategoryBranch, CategoryCard } from '../../shared/shown-catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { Link, type NavigationLink } from '../base/link.tsx'
import { useFrame, useMessages } from '../base/context.tsx'
import { ProductImage } from './product-image.tsx'

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

interface CategoryItemsProps {
  readonly PageLink?: typeof Link | typeof NavigationLink
  readonly className?: string | undefined
}

export function CategoryItems({ PageLink = Link, className }: CategoryItemsProps) {
  const messages = useMessages()
  const { categories, allCategories } = useFrame()
  return (
    <>
      {categories.map(({ slug, name, lang }) => (
        <li key={slug}>
          <PageLink to={categoryPath(slug)} className={className} lang={lang}>
            {name}
          </PageLink>
        </li>
      ))}
      {allCategories ? (
        <li lang={messages.langAttribute}>
          <PageLink to="/category" className={className}>
            {allCategories}
          </PageLink>
        </li>
      ) : null}
    </>
  )
}

interface CategoryTileProps {
  readonly category: CategoryCard
  readonly isPriority?: boolean
  /** A `row` has a small picture beside the name; in a `gallery`, the picture is half as wide as the page. */
  readonly place?: 'tile' | 'row' | 'gallery'
}

export function CategoryTile({ category, isPriority = false, place = 'tile' }: CategoryTileProps) {
  return (
    <li className="tile">
      <Link to={categoryPath(category.slug)}>
        {category.image ? (
          <ProductImage image={category.image} place={place} isDecorative isPriority={isPriority} />
        ) : null}
        <span className="tile-text">
          <span className="tile-name display" lang={category.lang}>
            {category.name}
          </span>
          <span className="caption">{category.count}</span>
        </span>
      </Link>
    </li>
  )
}
