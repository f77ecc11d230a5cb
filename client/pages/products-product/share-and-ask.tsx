import { useSitePath, useFrame, useMessages } from '../../base/context.tsx'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { productPath, contactPath } from '../../../shared/urls.ts'
import { useCopyLink } from '../../components/use-copy-link.ts'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import './ask-bar.css'
import type { PriceText } from '../../../shared/shown-catalog.ts'
import { Link } from '../../base/link.tsx'
import { useMarks } from '../../components/comparison/marks.ts'
import { Price } from '../../components/price.tsx'
import { ProductName } from '../../components/product-name.tsx'

/** The shared link includes the variant that the page shows. */
export function Share({ product, variant }: { readonly product: ShownProduct; readonly variant: ProductVariant }) {
  const messages = useMessages()
  const { siteUrl } = useFrame()
  const sitePath = useSitePath()
  const { copyLink, outcome } = useCopyLink()
  const url = siteUrl + sitePath(productPath(product.slug, product.variants.length > 1 ? variant.key : ''))
  return (
    <>
      <Dropdown>
        <DropdownTrigger className="button">{messages.share}</DropdownTrigger>
        <DropdownPopup>
          <DropdownItem onClick={() => void copyLink(url)}>{messages.copyAddress}</DropdownItem>
          <DropdownItem href={`mailto:?subject=${encodeURIComponent(product.name)}&body=${encodeURIComponent(url)}`}>
            {messages.shareByMail}
          </DropdownItem>
        </DropdownPopup>
      </Dropdown>
      <span role="status" className="caption share-outcome">
        {outcome}
      </span>
    </>
  )
}

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
    <section className="ask-bar row on-screen" aria-label={name}>
      <div className="ask-bar-texts">
        {price.price ? (
          <p>
            <Price {...price} />
          </p>
        ) : null}
        {/* The heading shows the name in full. */}
        <p className="caption truncated" lang={values ? langs?.specification : langs?.name}>
          <ProductName name={values || name} />
        </p>
      </div>
      <Link to={contactPath(product.slug, variant.key)} className="button button-primary" lang={messages.langAttribute}>
        {messages.ask}
      </Link>
    </section>
  )
}
