import './category-tile.css'
import type { CategoryCard } from '../../shared/shown-catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { Link } from '../base/link.tsx'
import { ProductImage } from './product-image.tsx'

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
