import type { CatalogImage, Product } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { escapeHtml, unescapeHtml } from '../../platform/escape-html.ts'
import { withBase } from '../../../shared/languages.ts'
import { buildSrcSet, renditionUrl, type RenditionWidth } from '../../../shared/renditions.ts'

/** A picture in a stored text. Its source is `picture:{hash}.{format}` if it is stored, otherwise a URL. */
const PICTURE = /<img src="([^"]*)"(?: data-file="([^"]*)")?(?: width="(\d+)" height="(\d+)")? alt="([^"]*)" \/>/g

const STORED_SOURCE = /^picture:([0-9a-f]{64})\.(jpeg|png|webp|avif|gif)$/

/** Width of the text column, by which browsers choose a size before style sheets are loaded. */
const SIZES = '(min-width:768px) 40rem,92vw'
const FALLBACK_WIDTH: RenditionWidth = 320
const WIDTHS: readonly RenditionWidth[] = [FALLBACK_WIDTH, 480, 640, 960, 1200]

interface TextPicture {
  readonly image: CatalogImage
  /** File name in the owner's text (`data-file`), if known. */
  readonly file: string | undefined
}

/** Builds the HTML that stores a picture within a text. */
export function writePicture(image: CatalogImage, file?: string): string {
  const alt = `alt="${escapeHtml(image.alt)}"`
  if ('url' in image) return `<img src="${escapeHtml(image.url)}" ${alt} />`
  const named = file === undefined ? '' : ` data-file="${escapeHtml(file)}"`
  return `<img src="picture:${image.hash}.${image.format}"${named} width="${image.width}" height="${image.height}" ${alt} />`
}

export function replacePictures(html: string, replace: (picture: TextPicture) => string): string {
  return html.replace(PICTURE, (...[, source = '', file, width, height, alt = '']: (string | undefined)[]) => {
    const [, hash, format] = STORED_SOURCE.exec(source) ?? []
    const text = unescapeHtml(alt)
    const image =
      hash === undefined
        ? { url: unescapeHtml(source), alt: text }
        : { hash, format, width: Number(width), height: Number(height), alt: text }
    return replace({ image: image as CatalogImage, file: file === undefined ? undefined : unescapeHtml(file) })
  })
}

export function listPictures(html: string): readonly TextPicture[] {
  const pictures: TextPicture[] = []
  replacePictures(html, (picture) => {
    pictures.push(picture)
    return ''
  })
  return pictures
}

/** Lists a product's gallery, pictograms and pictures in texts. */
export function listShownPictures({
  images,
  pictograms = [],
  shortDescription,
  description,
}: Pick<Product, 'images' | 'pictograms' | 'shortDescription' | 'description'>): readonly CatalogImage[] {
  return [...images, ...pictograms, ...listPictures(shortDescription + description).map(({ image }) => image)]
}

/** Converts a stored text to HTML with lazily loaded pictures in several sizes. */
function showPictures(html: string): string {
  return replacePictures(html, ({ image }) => {
    const source =
      'url' in image
        ? `src="${escapeHtml(image.url)}"`
        : `sizes="${SIZES}" srcset="${buildSrcSet(image, WIDTHS)}" src="${renditionUrl(image, FALLBACK_WIDTH, 'webp')}" width="${image.width}" height="${image.height}"`
    return `<span class="text-picture"><img loading="lazy" decoding="async" ${source} alt="${escapeHtml(image.alt)}" /></span>`
  })
}

/** Links to pages of the site, which have the same paths in all languages. */
const PAGE_LINK = /(<a href=")(\/(?:(?:products|category|about|contact)(?=[/?#"])|(?=[?#"])))/g

/** Prepares a stored text for a page, with links to pages of its language. */
export function showText(html: string, { base }: Pick<Site, 'base'>): string {
  const shown = showPictures(html)
  return base === undefined
    ? shown
    : shown.replace(PAGE_LINK, (_, tag: string, path: string) => tag + withBase(base, path))
}
