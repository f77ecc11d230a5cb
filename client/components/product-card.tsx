import './product-card.css'
import { useState, type ReactNode } from 'react'
import type { Messages } from '../../shared/messages/messages.ts'
import type { Card } from '../../shared/shown-catalog.ts'
import { productPath } from '../../shared/urls.ts'
import { hasPictures } from '../../shared/has-pictures.ts'
import { html, type Html } from '../base/html.ts'
import { Link } from '../base/link.tsx'
import { useMessages } from '../base/messages-context.ts'
import { writeMarked } from '../base/untranslated.tsx'
import { writeColourDots } from './colour-dots.ts'
import { writePrice } from './price.tsx'
import { ProductImage, writeProductImage } from './product-image.tsx'
import { ProductMenuArea, ProductMenuButton } from './product-menu-area.tsx'
import { writeProductName } from './product-name.tsx'

interface ProductCardProps {
  readonly card: Card
  readonly isPriority?: boolean
  readonly hasPicture?: boolean
  readonly children?: ReactNode
}

/** Parts without behaviour are written as text, which is faster than rendering them with React. */
function ProductCard({ card, isPriority = false, hasPicture = true, children }: ProductCardProps) {
  const messages = useMessages()
  const [isSecondWanted, setIsSecondWanted] = useState(false)
  const [isSecondLoaded, setIsSecondLoaded] = useState(false)
  const { slug, name, lang, variant, secondImage, href } = card
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
        dangerouslySetInnerHTML={writeLinkContent(card, hasPicture, isPriority)}
        // A picture may be marked as failed before hydration.
        suppressHydrationWarning
      />
      {secondImage && isSecondWanted ? (
        <span className="card-second" data-loaded={isSecondLoaded} onLoadCapture={() => setIsSecondLoaded(true)}>
          <ProductImage image={secondImage} isDecorative isPriority />
        </span>
      ) : null}
      <div className="card-texts" dangerouslySetInnerHTML={writeTexts(card, messages)} />
      <ProductMenuButton name={name} />
      {children}
    </li>
  )
}

function writeLinkContent({ name, image }: Card, hasPicture: boolean, isPriority: boolean): Html {
  const picture = hasPicture ? writeProductImage({ image, isDecorative: true, isPriority }) : html``
  return html`${picture}<span class="card-name">${writeProductName(name)}</span>`
}

function writeTexts({ notes, colours, ...price }: Card, messages: Messages): Html {
  const note = notes === undefined ? html`` : html`<p class="caption">${writeMarked(notes, price.untranslated)}</p>`
  const dots = colours ? writeColourDots(colours, price.untranslated) : html``
  const shown = price.price && html`<p class="card-price">${writePrice(price, messages)}</p>`
  return html`${shown} ${note}${dots}`
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
