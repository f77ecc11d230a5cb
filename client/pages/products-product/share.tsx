import { useSitePath } from '../../base/site-path.ts'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { useCopyLink } from '../../components/use-copy-link.ts'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

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
