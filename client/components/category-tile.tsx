import './category-tile.css'
import type { CategoryNode } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages/messages.ts'
import { categoryPath } from '../../shared/urls.ts'
import { Link } from './link.tsx'
import { ProductImage } from './product-image.tsx'

export function CategoryTile({ category, isFirst = false }: { readonly category: CategoryNode; readonly isFirst?: boolean }) {
  return (
    <li className="tile">
      <Link to={categoryPath(category.slug)}>
        <ProductImage image={category.image} place="tile" isDecorative isFirst={isFirst} />
        <span className="tile-text">
          <span className="tile-name display">{category.name}</span>
          <span className="caption" suppressHydrationWarning>{messages.productCount(category.productCount)}</span>
        </span>
      </Link>
    </li>
  )
}
