import './gallery.css'
// Lazily loaded chunks do not load their style sheets.
import './lightbox.css'
import { type FocusEvent, useEffect, useEffectEvent, useState, type ComponentType, type MouseEvent } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { fullSizeUrl } from '../../../shared/renditions.ts'
import { isPlainClick } from '../../base/plain-click.ts'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../base/context.tsx'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LightboxProps } from './lightbox.tsx'

interface GalleryProps {
  readonly slug: string
  readonly images: readonly CatalogImage[]
  readonly first: CatalogImage
  readonly placeholder: string | null
}

/** With more pictures than this, the small ones are in rows of three instead of two. */
const TWO_UP_MAX = 5

/**
 * A picture with a smaller ratio of width to height gets a narrower column, because the window limits its height and
 * half of the page would stay empty beside it.
 */
const PORTRAIT_RATIO_MAX = 0.9

/** The chosen variant's picture comes first. */
export function Gallery({ slug, images, first, placeholder }: GalleryProps) {
  const messages = useMessages()
  const { Lightbox, openedIndex, close, getLinkProps } = useLightbox()
  const ordered = [first, ...images.filter((image) => image !== first)]
  return (
    <>
      <div
        className="gallery"
        data-slug={slug}
        data-portrait={isPortrait(first) ? '' : undefined}
        data-many={ordered.length > TWO_UP_MAX ? '' : undefined}
        onFocus={scrollIntoView}
        {...(ordered.length > 1 ? { role: 'group', 'aria-label': messages.pictures } : {})}
      >
        {ordered.map((image, position) => (
          <a
            key={keyOf(image)}
            href={fullSizeUrl(image)}
            className={isSmall(position, ordered.length) ? 'gallery-picture gallery-small' : 'gallery-picture'}
            aria-label={messages.enlarge(image.alt)}
            {...getLinkProps(position)}
          >
            <ProductImage
              image={image}
              place={isSmall(position, ordered.length) ? 'gallerySmall' : 'gallery'}
              isPriority={position === 0}
              isWhole
              placeholder={position === 0 ? placeholder : null}
            />
          </a>
        ))}
      </div>
      {Lightbox && openedIndex !== undefined ? (
        <Lightbox images={ordered} firstIndex={openedIndex} onClose={close} />
      ) : null}
    </>
  )
}

/** Browsers do not scroll to a focused picture if an edge of it is already visible. */
function scrollIntoView({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function isPortrait(image: CatalogImage): boolean {
  return 'hash' in image && image.width / image.height < PORTRAIT_RATIO_MAX
}

/** All pictures are small, except the first and a last one that would be alone in a row of two. */
function isSmall(position: number, count: number): boolean {
  if (position === 0) return false
  return count > TWO_UP_MAX || position < count - 1 || count % 2 === 1
}

function keyOf(image: CatalogImage): string {
  return 'hash' in image ? image.hash : image.url
}

/**
 * The open lightbox is a state of the history, so that Back closes it. Its library is loaded when a pointer or the focus
 * reaches a picture, because only some visitors enlarge one. Without scripts the links open the pictures themselves.
 */
function useLightbox() {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null)
  const { lightbox: openedIndex } = (state ?? {}) as { readonly lightbox?: number }

  const load = () => import('./lightbox.tsx').then((loaded) => setLightbox(() => loaded.Lightbox))

  /** If it fails, the click opens the picture itself. */
  function preload(): void {
    load().catch(() => {})
  }

  async function open(link: HTMLAnchorElement, index: number): Promise<void> {
    try {
      await load()
    } catch {
      window.location.assign(link.href)
      return
    }
    // Safari does not focus a pressed link, and the focus returns only to a link that had it.
    link.focus({ preventScroll: true })
    void navigate({ search, hash }, { state: { lightbox: index }, preventScrollReset: true })
  }

  const openAfterReload = useEffectEvent(() => {
    if (openedIndex !== undefined) preload()
  })
  useEffect(() => openAfterReload(), [])

  return {
    Lightbox,
    openedIndex,
    close: () => void navigate(-1),
    getLinkProps: (index: number) => ({
      'aria-haspopup': 'dialog' as const,
      onPointerEnter: preload,
      onFocus: preload,
      onClick(event: MouseEvent<HTMLAnchorElement>) {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void open(event.currentTarget, index)
      },
    }),
  }
}
