import './gallery.css'
// Lazy chunks cannot load stylesheets.
import './lightbox.css'
import { Suspense, type FocusEvent } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { fullSizeUrl } from '../../../shared/renditions.ts'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../messages-context.ts'
import { Lightbox, useLightbox } from './use-lightbox.ts'

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
  const { opened, getLinkProps } = useLightbox()
  const ordered = [first, ...images.filter((image) => image !== first)]
  return (
    <>
      <div
        className="gallery"
        data-slug={slug}
        onFocus={scrollIntoView}
        {...(ordered.length > 1 ? { role: 'group', 'aria-label': messages.pictures } : {})}
      >
        {ordered.map((image, position) => (
          <a
            key={keyOf(image)}
            href={fullSizeUrl(image)}
            className="gallery-picture"
            aria-label={messages.enlarge(image.alt)}
            {...getLinkProps(position)}
          >
            <ProductImage
              image={image}
              place="gallery"
              isPriority={position === 0}
              isWhole
              placeholder={position === 0 ? placeholder : null}
            />
          </a>
        ))}
      </div>
      <Suspense>{opened ? <Lightbox key={opened.count} images={ordered} {...opened} /> : null}</Suspense>
    </>
  )
}

/** Browsers do not scroll a focused picture into view if an edge of it is visible already. */
function scrollIntoView({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function keyOf(image: CatalogImage): string {
  return 'hash' in image ? image.hash : image.url
}
