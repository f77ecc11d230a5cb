import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl } from '../../shared/renditions.ts'
import { PICTURE_PLACES, type PicturePlaceName } from './picture-places.ts'

interface ProductImageProps {
  readonly image: CatalogImage | CardImage | null
  readonly place?: PicturePlaceName
  /** Whether the text beside the picture names it, so that the alternative text is empty. */
  readonly isDecorative?: boolean
  /** Whether the picture is in the initial viewport. */
  readonly isPriority?: boolean
  /** Keeps the picture's own aspect ratio. */
  readonly isWhole?: boolean
  /** Blurred preview as a `data:` URL. */
  readonly placeholder?: string | null
}

/**
 * The box has a fixed aspect ratio, which prevents layout shifts; without a picture it shows an icon. It is a `<picture>`,
 * because React would add preloads for pictures outside of one.
 */
export function ProductImage({
  image,
  place = 'card',
  isDecorative = false,
  isPriority = false,
  isWhole = false,
  placeholder = null,
}: ProductImageProps) {
  if (!image) return <picture className="picture picture-none" />
  const { alt, lang } = isDecorative || !('alt' in image) ? { alt: '' } : image
  const picture = (
    <img
      {...describeSource(image, place)}
      alt={alt}
      lang={lang}
      {...(isPriority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
    />
  )
  return (
    <picture className={isWhole ? 'picture picture-whole' : 'picture'}>
      {placeholder === null ? (
        picture
      ) : (
        <span className="picture-layers">
          <img src={placeholder} alt="" aria-hidden="true" />
          {picture}
        </span>
      )}
    </picture>
  )
}

/** `alt` is missing, because it depends on the text around the picture. */
export function describeSource(image: CatalogImage | CardImage, place: PicturePlaceName) {
  if (!('hash' in image)) return { src: image.url }
  const { sizes, widths } = PICTURE_PLACES[place]
  // If `srcSet` came first, browsers would choose a file without knowing the size.
  return {
    sizes,
    srcSet: buildSrcSet(image, widths),
    src: renditionUrl(image, widths[0], 'webp'),
    width: image.width,
    height: image.height,
  }
}
