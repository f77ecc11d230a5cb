import './product-card.css'
import { useState, type ReactNode } from 'react'
import type { Card } from '../../shared/shown-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { hasPictures } from './has-pictures.ts'
import { Link } from '../base/link.tsx'
import { Price } from './price.tsx'
import { ColourDots } from './colour-dots.tsx'
import { ProductImage } from './product-image.tsx'
import { ProductMenuArea, ProductMenuButton } from './product-menu-area.tsx'
import { ProductName } from './product-name.tsx'

interface ProductCardProps {
  readonly card: Card
  readonly isPriority?: boolean
  readonly hasPicture?: boolean
  readonly children?: ReactNode
}

function ProductCard({
  card: { slug, name, ending, image, secondImage, variant, colours, notes, ...price },
  isPriority = false,
  hasPicture = true,
  children,
}: ProductCardProps) {
  const [isSecondWanted, setIsSecondWanted] = useState(false)
  const [isSecondLoaded, setIsSecondLoaded] = useState(false)
  // A touch also fires `mouseenter`, so only devices that can hover load the second picture.
  const wantSecond = () => setIsSecondWanted(hasPicture && matchMedia('(hover: hover)').matches)
  return (
    <li className="card" data-slug={slug}>
      <Link to={productPath(slug, variant)} className="card-link" onMouseEnter={wantSecond} onFocus={wantSecond}>
        {hasPicture ? <ProductImage image={image} isDecorative isPriority={isPriority} /> : null}
        {secondImage && isSecondWanted ? (
          <span className="card-second" data-loaded={isSecondLoaded} onLoad={() => setIsSecondLoaded(true)}>
            <ProductImage image={secondImage} isDecorative isPriority />
          </span>
        ) : null}
        <span className="card-name">
          <ProductName name={name} ending={ending} />
        </span>
      </Link>
      <p className="card-price">
        <Price {...price} />
      </p>
      {notes === undefined ? null : <p className="caption">{notes}</p>}
      {colours ? <ColourDots {...colours} /> : null}
      <ProductMenuButton name={name} />
      {children}
    </li>
  )
}

interface ProductGridProps {
  readonly products: readonly Card[]
  /** Number of cards, from the first, whose pictures are loaded with priority. */
  readonly priorityCount?: number
  /** Renders an element below the texts of a card. */
  readonly renderExtra?: ((card: Card) => ReactNode) | undefined
}

/**
 * A grid of product cards with a menu (a button, long press or Shift+F10). Products without pictures are listed in rows.
 */
export function ProductGrid({ products, priorityCount = 0, renderExtra }: ProductGridProps) {
  const hasPicture = hasPictures(products)
  return (
    <ProductMenuArea products={products}>
      <ul className={hasPicture ? 'product-grid' : 'product-rows'}>
        {products.map((card, index) => (
          <ProductCard key={card.slug} card={card} isPriority={index < priorityCount} hasPicture={hasPicture}>
            {renderExtra?.(card)}
          </ProductCard>
        ))}
      </ul>
    </ProductMenuArea>
  )
}

interface ProductSectionProps extends ProductGridProps {
  readonly heading: string
  readonly className?: string
  readonly children?: ReactNode
}

export function ProductSection({ heading, products, className = 'section', children, ...grid }: ProductSectionProps) {
  if (products.length === 0) return null
  return (
    <section className={className}>
      <div className="section-head">
        <h2>{heading}</h2>
        {children}
      </div>
      <ProductGrid products={products} {...grid} />
    </section>
  )
}
