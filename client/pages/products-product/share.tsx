import { useState } from 'react'
import type { ShownProduct } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

export function Share({ product }: { readonly product: ShownProduct }) {
  const messages = useMessages()
  const { siteUrl } = useFrame()
  const [outcome, setOutcome] = useState('')
  const url = siteUrl + productPath(product.slug)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      setOutcome(messages.addressCopied)
    } catch {
      // Without HTTPS there is no clipboard, and the browser may deny access. Visitors then copy the URL by hand.
      setOutcome(url)
    }
  }

  return (
    <>
      <Dropdown>
        <DropdownTrigger className="button">{messages.share}</DropdownTrigger>
        <DropdownPopup>
          <DropdownItem onClick={() => void copy()}>{messages.copyAddress}</DropdownItem>
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
