import type { Product } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/en.ts'
import { productPath } from '../../../shared/urls.ts'
import { useFrame } from '../../frame-context.ts'

const SHARE_ID = 'share'

/** The product's address, to be copied or sent. */
export function Share({ product }: { readonly product: Product }) {
  const { siteUrl } = useFrame()
  const url = siteUrl + productPath(product.slug)
  return (
    <>
      <button type="button" className="button" popoverTarget={SHARE_ID}>
        {messages.share}
      </button>
      <span id={SHARE_ID} popover="auto" className="share">
        <label className="caption" htmlFor="share-address">
          {messages.address}
        </label>
        <input id="share-address" className="field" readOnly value={url} />
        <a className="button" href={`mailto:?subject=${encodeURIComponent(product.name)}&body=${encodeURIComponent(url)}`}>
          {messages.shareByMail}
        </a>
        <button type="button" className="button" popoverTarget={SHARE_ID} popoverTargetAction="hide">
          {messages.close}
        </button>
      </span>
    </>
  )
}
