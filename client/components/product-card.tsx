import './product-card.css'
import type { ProductCard as ProductCardData } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages/messages.ts'
import { productPath } from '../../shared/urls.ts'
import { Link } from './link.tsx'
import { useFrame } from '../frame-context.ts'
import { Price } from './price.tsx'
import { ProductContextMenu } from './product-context-menu.tsx'
import { ProductImage } from './product-image.tsx'
import { TravellingPicture } from './travelling-picture.tsx'

interface ProductCardProps {
  readonly product: ProductCardData
  readonly isFirst?: boolean
}

export function ProductCard({ product, isFirst = false }: ProductCardProps) {
  const { slug, name, brand, image, currency, priceFromMinor, priceToMinor, compareAtMinor, availability } = product
  const { site } = useFrame()
  const notes = [
    // A shop that makes everything itself need not say so on every card.
    brand === site.name ? null : brand,
    availability === 'InStock' ? null : messages.availabilities[availability],
  ].filter(Boolean)
  return (
    <li className="card" data-slug={slug}>
      <Link to={productPath(slug)} className="card-link">
        <TravellingPicture slug={slug}>
          <ProductImage image={image} isDecorative isFirst={isFirst} />
        </TravellingPicture>
        <span className="card-name">{name}</span>
      </Link>
      <p className="card-price">
        <Price priceMinor={priceFromMinor} compareAtMinor={compareAtMinor} currency={currency} isFrom={priceFromMinor !== priceToMinor} />
      </p>
      {notes.length > 0 ? <p className="caption">{notes.join(' · ')}</p> : null}
    </li>
  )
}

/** Cards side by side; the first few are in view at once. Right click, Shift+F10 or a resting finger offers what can be done with one. */
export function ProductGrid({ products, firstCount = 0 }: { readonly products: readonly ProductCardData[]; readonly firstCount?: number }) {
  return (
    <ProductContextMenu products={products}>
      <ul className="product-grid">
        {products.map((product, index) => (
          <ProductCard key={product.slug} product={product} isFirst={index < firstCount} />
        ))}
      </ul>
    </ProductContextMenu>
  )
}
