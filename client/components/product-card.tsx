import './product-card.css'
import type { Card } from '../../shared/shown-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { Link } from './link.tsx'
import { Price } from './price.tsx'
import { ProductContextMenu } from './product-context-menu.tsx'
import { ProductImage } from './product-image.tsx'

interface ProductCardProps {
  readonly card: Card
  readonly isFirst?: boolean
}

export function ProductCard({ card: { slug, name, image, notes, ...price }, isFirst = false }: ProductCardProps) {
  return (
    <li className="card" data-slug={slug}>
      <Link to={productPath(slug)} className="card-link">
        <ProductImage image={image} isDecorative isFirst={isFirst} />
        <span className="card-name">{name}</span>
      </Link>
      <p className="card-price">
        <Price {...price} />
      </p>
      {notes === undefined ? null : <p className="caption">{notes}</p>}
    </li>
  )
}

interface ProductGridProps {
  readonly products: readonly Card[]
  readonly firstCount?: number
}

/** Cards side by side; the first few are in view at once. Right click, Shift+F10 or a resting finger offers what can be done with one. */
export function ProductGrid({ products, firstCount = 0 }: ProductGridProps) {
  return (
    <ProductContextMenu products={products}>
      <ul className="product-grid">
        {products.map((card, index) => (
          <ProductCard key={card.slug} card={card} isFirst={index < firstCount} />
        ))}
      </ul>
    </ProductContextMenu>
  )
}
