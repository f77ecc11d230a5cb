import './category-tile.css'
import type { CategoryCard } from '../../shared/shown-catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { Link } from '../base/link.tsx'
import { ProductImage } from './product-image.tsx'

interface CategoryTileProps {
  readonly category: CategoryCard
  readonly isPriority?: boolean
  /** Shows a small picture beside the name, so that the products are on the first screen. */
  readonly isSmall?: boolean
}

export function CategoryTile({ category, isPriority = false, isSmall = false }: CategoryTileProps) {
  return (
    <li className="tile">
      <Link to={categoryPath(category.slug)}>
        {category.image ? (
          <ProductImage image={category.image} place={isSmall ? 'row' : 'tile'} isDecorative isPriority={isPriority} />
        ) : null}
        <span className="tile-text">
          <span className="tile-name display">{category.name}</span>
          <span className="caption">{category.count}</span>
        </span>
      </Link>
    </li>
  )
}
