import './gallery.css'
import { useState, type FocusEvent } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../messages-context.ts'
import { Overlay, OverlayTrigger } from '../../widgets/overlay/overlay.tsx'
import { Lightbox } from './lightbox.tsx'

interface GalleryProps {
  /** The product's. */
  readonly slug: string
  readonly images: readonly CatalogImage[]
  readonly first: CatalogImage | null
  /** Of the first picture. */
  readonly firstLook: string | null
}

/** All pictures, the chosen variant's first: a strip to swipe on small screens, one below the other on large ones. Each opens large. */
export function Gallery({ slug, images, first, firstLook }: GalleryProps) {
  const messages = useMessages()
  const [index, setIndex] = useState(0)
  if (!first) {
    return (
      <div className="gallery" data-slug={slug}>
        <ProductImage image={null} isFirst />
      </div>
    )
  }
  const ordered = [first, ...images.filter((image) => image !== first)]
  return (
    <Overlay>
      <div
        className="gallery"
        data-slug={slug}
        onFocus={showWhole}
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
              isFirst={position === 0}
              isWhole
              firstLook={position === 0 ? firstLook : null}
            />
          </OverlayTrigger>
        ))}
      </div>
      <Lightbox images={ordered} index={Math.min(index, ordered.length - 1)} onIndexChange={setIndex} />
    </Overlay>
  )
}

/** A browser leaves the next picture of the strip where it is, because an edge of it shows already. */
function showWhole({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function keyOf(image: CatalogImage): string {
  return 'hash' in image ? image.hash : image.url
}
