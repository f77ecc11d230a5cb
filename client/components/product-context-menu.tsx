import { useState, type ReactNode, type SyntheticEvent } from 'react'
import type { Card } from '../../shared/shown-catalog.ts'
import { contactPath, productPath } from '../../shared/urls.ts'
import { setMarked, useMarks } from './comparison/marks.ts'
import { useFrame } from '../frame-context.ts'
import { useMessages } from '../messages-context.ts'
import { Dropdown, DropdownContextArea, DropdownItem, DropdownPopup } from '../widgets/dropdown/dropdown.tsx'

interface ProductContextMenuProps {
  readonly products: readonly Card[]
  readonly children: ReactNode
}

/** One menu for all cards inside; it applies to the card that was pressed or has the focus. */
export function ProductContextMenu({ products, children }: ProductContextMenuProps) {
  const messages = useMessages()
  const { siteUrl } = useFrame()
  const [slug, setSlug] = useState<string>()
  const { marks } = useMarks()
  const product = products.find((candidate) => candidate.slug === slug) ?? products[0]
  if (!product) return children
  const path = productPath(product.slug)
  const isMarked = marks.some((mark) => mark.slug === product.slug)
  const rememberCard = ({ target }: SyntheticEvent) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-slug]') : null
    if (card) setSlug(card.dataset['slug'])
  }
  return (
    <Dropdown trigger="contextmenu">
      <DropdownContextArea
        onPointerDownCapture={rememberCard}
        onFocusCapture={rememberCard}
        onKeyDownCapture={rememberCard}
      >
        {children}
      </DropdownContextArea>
      <DropdownPopup aria-label={product.name}>
        <DropdownItem href={path}>{messages.open}</DropdownItem>
        <DropdownItem href={contactPath(product.slug)}>{messages.askAbout}</DropdownItem>
        <DropdownItem onClick={() => setMarked(product, !isMarked)}>
          {isMarked ? messages.comparison.unmark : messages.compare}
        </DropdownItem>
        <DropdownItem onClick={() => void navigator.clipboard.writeText(siteUrl + path)}>
          {messages.copyAddress}
        </DropdownItem>
      </DropdownPopup>
    </Dropdown>
  )
}
