import { useEffect, useState, type RefObject } from 'react'
import { useSitePath, useFrame, useMessages } from '../base/context.tsx'
import type { Card } from '../../shared/shown-catalog.ts'
import { contactPath, productPath } from '../../shared/urls.ts'
import { DropdownContextEvents } from '../widgets/dropdown/context-menu.tsx'
import { Dropdown, DropdownItem, DropdownPopup } from '../widgets/dropdown/dropdown.tsx'
import { setMarked, useMarks } from './comparison/marks.ts'
import { useCopyLink } from './use-copy-link.ts'

interface ProductMenuProps {
  readonly products: readonly Card[]
  readonly areaRef: RefObject<HTMLElement | null>
}

/** One menu for all cards of an area; it applies to the pressed or focused card. */
export function ProductMenu({ products, areaRef }: ProductMenuProps) {
  const messages = useMessages()
  const { siteUrl } = useFrame()
  const sitePath = useSitePath()
  const [slug, setSlug] = useState<string>()
  const { marks } = useMarks()
  const { copyLink, outcome } = useCopyLink()
  useEffect(() => {
    const controller = new AbortController()
    for (const type of ['pointerdown', 'keydown', 'click'])
      areaRef.current?.addEventListener(
        type,
        ({ target }) => {
          const card = target instanceof Element ? target.closest<HTMLElement>('[data-slug]') : null
          if (card) setSlug(card.dataset['slug'])
        },
        { signal: controller.signal, capture: true },
      )
    return () => controller.abort()
  }, [areaRef])
  const product = products.find((candidate) => candidate.slug === slug) ?? products[0]
  if (!product) return null
  const path = product.href ?? productPath(product.slug, product.variant)
  const isMarked = marks.some((mark) => mark.slug === product.slug)

  return (
    <Dropdown trigger="contextmenu">
      <DropdownContextEvents areaRef={areaRef} />
      <DropdownPopup aria-label={product.name}>
        <DropdownItem href={sitePath(path)}>{messages.open}</DropdownItem>
        {product.href === undefined ? (
          <>
            <DropdownItem href={sitePath(contactPath(product.slug, product.variant))}>{messages.askAbout}</DropdownItem>
            <DropdownItem onClick={() => setMarked(product, !isMarked)}>
              {isMarked ? messages.comparison.unmark : messages.compare}
            </DropdownItem>
          </>
        ) : null}
        <DropdownItem onClick={() => void copyLink(siteUrl + sitePath(path))}>{messages.copyAddress}</DropdownItem>
      </DropdownPopup>
      <span role="status" className="visually-hidden">
        {outcome}
      </span>
    </Dropdown>
  )
}
