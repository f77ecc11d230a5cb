import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl } from '../../shared/renditions.ts'
import { PICTURE_PLACES, type PicturePlaceName } from './picture-places.ts'

interface ProductImageProps {
  readonly image: CatalogImage | CardImage | null
  readonly place?: PicturePlaceName
  /** The text beside the picture names it, so the alternative text is empty. */
  readonly isDecorative?: boolean
  /** For pictures in the initial viewport. */
  readonly isPriority?: boolean
  /** Shows the whole picture in its own aspect ratio. */
  readonly isWhole?: boolean
  /** Blurred preview as a `data:` URL. */
  readonly placeholder?: string | null
}

/** A picture in a box of fixed aspect ratio, which prevents layout shifts; without a picture the box shows an icon. */
export function ProductImage({
  image,
  place = 'card',
  isDecorative = false,
  isPriority = false,
  isWhole = false,
  placeholder = null,
}: ProductImageProps) {
  if (!image) return <span className="picture picture-none" />
  const picture = (
    <img
      {...describeSource(image, place)}
      alt={isDecorative || !('alt' in image) ? '' : image.alt}
      {...(isPriority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      // Before hydration, `runtime/failed-pictures.ts` may have marked the picture as failed.
      suppressHydrationWarning
    />
  )
  const className = isWhole ? 'picture picture-whole' : 'picture'
  // The `picture` element prevents a preload: React preloads every image outside of one, but only the largest should
  // be.
  if (placeholder === null) return <picture className={className}>{picture}</picture>
  return (
    <span className={className}>
      <span className="picture-layers">
        <img src={placeholder} alt="" aria-hidden="true" />
        <picture>{picture}</picture>
      </span>
    </span>
  )
}

/** Returns the attributes of an `img` for a picture, except `alt`, which depends on the text around it. */
export function describeSource(image: CatalogImage | CardImage, place: PicturePlaceName) {
  if (!('hash' in image)) return { src: image.url }
  const { sizes, widths } = PICTURE_PLACES[place]
  // `sizes` comes before `srcSet`; otherwise browsers would choose a file without knowing the size.
  return {
    sizes,
    srcSet: buildSrcSet(image, widths),
    src: renditionUrl(image, widths[0], 'webp'),
    width: image.width,
    height: image.height,
  }
}
