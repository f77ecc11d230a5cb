import './product-card.css'
import { useState, type ReactNode, Fragment } from 'react'
import { type Card, type CardColours, hasPictures } from '../../shared/shown-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { Link } from '../base/link.tsx'
import { Price } from './price.tsx'
import { ProductImage } from './product-image.tsx'
import { ProductMenuArea, ProductMenuButton } from './product-menu-area.tsx'
import { ProductName } from './product-name.tsx'

interface ProductCardProps {
  readonly card: Card
  readonly isPriority?: boolean
  readonly hasPicture?: boolean
  readonly children?: ReactNode
}

function ProductCard({ card, isPriority = false, hasPicture = true, children }: ProductCardProps) {
  const [isSecondWanted, setIsSecondWanted] = useState(false)
  const [isSecondLoaded, setIsSecondLoaded] = useState(false)
  const { slug, name, lang, variant, image, secondImage, href, notes, colours, ...price } = card
  // A touch also fires `mouseenter`, so only devices that can hover load the second picture.
  const wantSecond = () => setIsSecondWanted(hasPicture && matchMedia('(hover: hover)').matches)
  return (
    <li className="card" data-slug={slug}>
      <Link
        to={href ?? productPath(slug, variant)}
        rel={href && 'nofollow'}
        className="card-link"
        lang={lang}
        onMouseEnter={wantSecond}
        onFocus={wantSecond}
      >
        {hasPicture ? <ProductImage image={image} isDecorative isPriority={isPriority} /> : null}
        <ProductName name={name} className="card-name" />
      </Link>
      {secondImage && isSecondWanted ? (
        <span className="card-second" data-loaded={isSecondLoaded} onLoadCapture={() => setIsSecondLoaded(true)}>
          <ProductImage image={secondImage} isDecorative isPriority />
        </span>
      ) : null}
      <div className="card-facts">
        {price.price ? (
          <p className="card-price">
            <Price {...price} />
          </p>
        ) : null}
        {notes === undefined ? null : <p className="caption">{notes}</p>}
        {colours ? <ColourDots {...colours} /> : null}
      </div>
      <ProductMenuButton name={name} />
      {children}
    </li>
  )
}

interface ProductGridProps {
  readonly products: readonly Card[]
  /** Number of first cards whose pictures have priority. */
  readonly priorityCount?: number
  readonly renderExtra?: ((card: Card) => ReactNode) | undefined
}

/** The cards have a menu (button, long press or Shift+F10). Products without pictures are listed in rows. */
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

const DOT_WIDTH = 18

/** A dot has up to two colours. Dots are SVG, because the Content-Security-Policy forbids `style` attributes. */
function ColourDots({ label, dots, more }: CardColours) {
  return (
    <p className="card-colours" title={label}>
      <span className="visually-hidden">{label}</span>
      <svg width={dots.length * DOT_WIDTH}>
        {[...dots.entries()].map(([place, [first, second]]) => {
          const centre = place * DOT_WIDTH + 7
          return (
            <Fragment key={place}>
              <circle cx={centre} fill={first} />
              {second === undefined ? null : <path d={`M${centre} 1a6 6 0 0 1 0 12z`} fill={second} />}
            </Fragment>
          )
        })}
      </svg>
      {more > 0 ? <span>{`+${more}`}</span> : null}
    </p>
  )
}
