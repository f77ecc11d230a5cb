import './ask-bar.css'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { PriceText } from '../../../shared/shown-catalog.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { contactPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { useMarks } from '../../components/comparison/marks.ts'
import { Price } from '../../components/price.tsx'
import { ProductName } from '../../components/product-name.tsx'
import { useMessages } from '../../base/messages-context.ts'

interface AskBarProps {
  readonly product: ShownProduct
  readonly variant: ProductVariant
  readonly price: PriceText
}

export function AskBar({ product, variant, price }: AskBarProps) {
  const messages = useMessages()
  const { marks } = useMarks()
  // The comparison bar takes the place of this one.
  if (marks.some(({ slug }) => slug === product.slug)) return null
  const { name, langs } = product
  const values = variant.optionValues.join(' / ')
  return (
    <section className="ask-bar" aria-label={name}>
      <div className="ask-bar-texts">
        {price.price ? (
          <p>
            <Price {...price} />
          </p>
        ) : null}
        <p className="caption" lang={values ? langs?.specification : langs?.name}>
          <ProductName name={values || name} />
        </p>
      </div>
      <Link to={contactPath(product.slug, variant.key)} className="button button-primary" lang={messages.langAttribute}>
        {messages.ask}
      </Link>
    </section>
  )
}
