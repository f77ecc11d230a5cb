import './gallery.css'
import { useState, type FocusEvent } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../messages-context.ts'
import { Overlay, OverlayTrigger } from '../../widgets/overlay/overlay.tsx'
import { Lightbox } from './lightbox.tsx'

interface GalleryProps {
  readonly slug: string
  readonly images: readonly CatalogImage[]
  readonly first: CatalogImage
  readonly placeholder: string | null
}

/**
 * Shows all pictures, the chosen variant's first, as a strip on small screens and a column on large ones. Each opens
 * the lightbox.
 */
export function Gallery({ slug, images, first, placeholder }: GalleryProps) {
  const messages = useMessages()
  const [index, setIndex] = useState(0)
  const ordered = [first, ...images.filter((image) => image !== first)]
  return (
    <Overlay>
      <div
        className="gallery"
        data-slug={slug}
        onFocus={scrollIntoView}
        {...(ordered.length > 1 ? { role: 'group', 'aria-label': messages.pictures } : {})}
      >
        {ordered.map((image, position) => (
          <OverlayTrigger
            key={keyOf(image)}
            className="gallery-picture"
            aria-label={messages.enlarge(image.alt)}
            onClick={() => setIndex(position)}
          >
            <ProductImage
              image={image}
              place="gallery"
              isPriority={position === 0}
              isWhole
              placeholder={position === 0 ? placeholder : null}
            />
          </OverlayTrigger>
        ))}
      </div>
      <Lightbox images={ordered} index={Math.min(index, ordered.length - 1)} onIndexChange={setIndex} />
    </Overlay>
  )
}

/** Browsers do not scroll a focused picture into view if an edge of it is visible already. */
function scrollIntoView({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function keyOf(image: CatalogImage): string {
  return 'hash' in image ? image.hash : image.url
}
