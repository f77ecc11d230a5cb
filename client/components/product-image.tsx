import './product-image.css'
import type { CatalogImage } from '../../shared/catalog.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet, renditionUrl } from '../../shared/renditions.ts'
import { html, type Html } from '../base/html.ts'
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

/** The box has a fixed aspect ratio, which prevents layout shifts; without a picture it shows an icon. */
export function ProductImage(props: ProductImageProps) {
  return (
    <span
      className={chooseClass(props)}
      dangerouslySetInnerHTML={writeContent(props)}
      // Before hydration, `runtime/failed-pictures.ts` may have marked the picture as failed.
      suppressHydrationWarning
    />
  )
}

/** Writes what `ProductImage` renders, for cards. */
export function writeProductImage(props: ProductImageProps): Html {
  return html`<span class="${chooseClass(props)}">${writeContent(props)}</span>`
}

function chooseClass({ image, isWhole = false }: ProductImageProps): string {
  if (!image) return 'picture picture-none'
  return isWhole ? 'picture picture-whole' : 'picture'
}

function writeContent({
  image,
  place = 'card',
  isDecorative = false,
  isPriority = false,
  placeholder = null,
}: ProductImageProps): Html {
  if (!image) return html``
  const { alt, lang } = isDecorative || !('alt' in image) ? { alt: '' } : image
  const alternative = lang ? html`alt="${alt}" lang="${lang}"` : html`alt="${alt}"`
  const priority = isPriority ? html`fetchpriority="high"` : html`loading="lazy"`
  const picture = html`<img ${writeSource(image, place)} ${alternative} ${priority} decoding="async" />`
  if (placeholder === null) return picture
  return html`<span class="picture-layers"><img src="${placeholder}" alt="" aria-hidden="true" />${picture}</span>`
}

function writeSource(image: CatalogImage | CardImage, place: PicturePlaceName): Html {
  return {
    __html: Object.entries(describeSource(image, place))
      .map(([name, value]) => html`${name}="${value}"`.__html)
      .join(' '),
  }
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
