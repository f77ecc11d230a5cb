import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl, type RenditionWidth } from '../../shared/renditions.ts'

interface PicturePlace {
  /** The rendered width, by which browsers choose a file before the style sheets are loaded. */
  readonly sizes: string
  /** The widths cover device pixel ratios from 1 to 3. */
  readonly widths: readonly RenditionWidth[]
}

export const PICTURE_PLACES = {
  card: { sizes: '(min-width:1280px) 20vw,(min-width:768px) 30vw,46vw', widths: [160, 320, 480, 640, 960] },
  tile: { sizes: '(min-width:1024px) 22vw,46vw', widths: [160, 320, 480, 640, 960] },
  row: { sizes: '4rem', widths: [160] },
  gallery: { sizes: '(min-width:768px) 46vw,92vw', widths: [320, 480, 640, 960, 1200, 1920] },
  gallerySmall: { sizes: '(min-width:768px) 23vw,92vw', widths: [160, 320, 480, 640, 960, 1200] },
  hero: { sizes: '(min-width:1024px) 58vw,100vw', widths: [480, 640, 960, 1200, 1920] },
  logo: { sizes: '12rem', widths: [320, 640] },
} as const satisfies Readonly<Record<string, PicturePlace>>

export type PicturePlaceName = keyof typeof PICTURE_PLACES

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
function describeSource(image: CatalogImage | CardImage, place: PicturePlaceName) {
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
