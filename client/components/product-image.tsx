import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl } from '../../shared/renditions.ts'
import { useMessages } from '../messages-context.ts'
import { PICTURE_PLACES, type PicturePlaceName } from './picture-places.ts'

interface ProductImageProps {
  readonly image: CatalogImage | CardImage | null
  /** Where the picture is used, which determines its sizes; 'card' by default. */
  readonly place?: PicturePlaceName
  /** Gives it an empty alternative text, because the text beside it names it. */
  readonly isDecorative?: boolean
  /** Loads the picture with high priority, because it is in the initial viewport. */
  readonly isPriority?: boolean
  /** Keeps the picture's aspect ratio instead of the fixed one of cards. */
  readonly isWhole?: boolean
  /** Blurred placeholder as a `data:` URL, shown until the picture is loaded. */
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
  const messages = useMessages()
  if (!image)
    return (
      <span
        className="picture picture-none"
        {...(isDecorative ? {} : { role: 'img', 'aria-label': messages.noPicture })}
      />
    )
  const picture = (
    <img
      {...describeSource(image, place)}
      alt={isDecorative || !('alt' in image) ? '' : image.alt}
      // Priority pictures are not lazy: browsers load them immediately by default.
      {...(isPriority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      // The picture may be marked as failed before its part of the page is hydrated (runtime/failed-pictures.ts).
      suppressHydrationWarning
    />
  )
  const className = isWhole ? 'picture picture-whole' : 'picture'
  // Inside `<picture>`, because React adds a preload link for every other image; the document's head preloads the largest one.
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

function describeSource(image: CatalogImage | CardImage, place: PicturePlaceName) {
  if (!('hash' in image)) return { src: image.url }
  const { sizes, widths } = PICTURE_PLACES[place]
  // `sizes` is set before `srcSet`, so that the browser does not choose a file without it.
  return {
    sizes,
    srcSet: buildSrcSet(image, widths),
    src: renditionUrl(image, widths[0], 'webp'),
    width: image.width,
    height: image.height,
  }
}
