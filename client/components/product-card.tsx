import './product-card.css'
import type { Card } from '../../shared/shown-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { Link } from './link.tsx'
import { Price } from './price.tsx'
import { ProductContextMenu } from './product-context-menu.tsx'
import { ProductImage } from './product-image.tsx'

interface ProductCardProps {
  readonly card: Card
  readonly isPriority?: boolean
}

export function ProductCard({ card: { slug, name, image, notes, ...price }, isPriority = false }: ProductCardProps) {
  return (
    <li className="card" data-slug={slug}>
      <Link to={productPath(slug)} className="card-link">
        <ProductImage image={image} isDecorative isPriority={isPriority} />
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
  /** Number of cards whose pictures are loaded with priority. */
  readonly priorityCount?: number
}

/** A grid of product cards with a context menu (right click, Shift+F10 or long press). */
export function ProductGrid({ products, priorityCount = 0 }: ProductGridProps) {
  return (
    <ProductContextMenu products={products}>
      <ul className="product-grid">
        {products.map((card, index) => (
          <ProductCard key={card.slug} card={card} isPriority={index < priorityCount} />
        ))}
      </ul>
    </ProductContextMenu>
  )
}
