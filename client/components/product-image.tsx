import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl } from '../../shared/renditions.ts'
import { useMessages } from '../messages-context.ts'
import { PICTURE_PLACES, type PicturePlaceName } from './picture-places.ts'

interface ProductImageProps {
  readonly image: CatalogImage | CardImage | null
  /** Where it stands; a card's unless given. */
  readonly place?: PicturePlaceName
  /** The text beside it says already what it shows. */
  readonly isDecorative?: boolean
  /** In view at once: loaded first. */
  readonly isFirst?: boolean
  /** In its own proportions instead of a card's. */
  readonly isWhole?: boolean
  /** A few blurred pixels as a `data:` address, shown until the picture is there. */
  readonly firstLook?: string | null
}

/** A picture in a box of fixed proportions: nothing moves when it comes, and nothing is missing where there is none. */
export function ProductImage({
  image,
  place = 'card',
  isDecorative = false,
  isFirst = false,
  isWhole = false,
  firstLook = null,
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
      // The first ones are asked for at once, which is what a browser does by itself.
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      // In a part that is hydrated later it may be marked as failed before (runtime/failed-pictures.ts).
      suppressHydrationWarning
    />
  )
  const className = isWhole ? 'picture picture-whole' : 'picture'
  // In a `<picture>`, for of any other React writes a preload of its own into the page: the head has that of the largest.
  if (firstLook === null) return <picture className={className}>{picture}</picture>
  return (
    <span className={className}>
      <span className="picture-layers">
        <img src={firstLook} alt="" aria-hidden="true" />
        <picture>{picture}</picture>
      </span>
    </span>
  )
}

function describeSource(image: CatalogImage | CardImage, place: PicturePlaceName) {
  if (!('hash' in image)) return { src: image.url }
  const { sizes, widths } = PICTURE_PLACES[place]
  // `sizes` in front of the candidates, so that none is asked for by a guess.
  return {
    sizes,
    srcSet: buildSrcSet(image, widths),
    src: renditionUrl(image, widths[0], 'webp'),
    width: image.width,
    height: image.height,
  }
}
