import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages/messages.ts'
import { imageUrl } from '../../shared/urls.ts'

interface ProductImageProps {
  readonly image: CatalogImage | null
  /** The text beside it says already what it shows. */
  readonly isDecorative?: boolean
  /** In view at once: loaded first. */
  readonly isFirst?: boolean
  /** In its own proportions instead of a card's. */
  readonly isWhole?: boolean
}

/** A picture in a box of fixed proportions: nothing moves when it comes, and nothing is missing where there is none. */
export function ProductImage({ image, isDecorative = false, isFirst = false, isWhole = false }: ProductImageProps) {
  if (!image) {
    return (
      <span className="picture picture-none" {...(isDecorative ? {} : { role: 'img', 'aria-label': messages.noPicture })}>
        <svg viewBox="0 0 40 50" aria-hidden="true">
          <path d="M15 10h10l-2 7c6 3 9 8 9 13 0 6-4 10-8 10h-8c-4 0-8-4-8-10 0-5 3-10 9-13z" />
        </svg>
      </span>
    )
  }
  return (
    <span className={isWhole ? 'picture picture-whole' : 'picture'}>
      <img
        src={imageUrl(image)}
        alt={isDecorative ? '' : image.alt}
        {...('hash' in image ? { width: image.width, height: image.height } : {})}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </span>
  )
}
