import type { CatalogImage, StoredImage } from './catalog.ts'
import { PICTURE_URL_HASH_LENGTH, type RENDITION_WIDTHS } from './constants.ts'

export const RENDITION_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]
export type RenditionWidth = (typeof RENDITION_WIDTHS)[number]

/** Widest picture of link previews, feeds and structured data. */
const PREVIEW_WIDTH = 1200

/** Address of a picture of the store in one of its sizes; it never changes. */
export function renditionUrl(
  { hash }: Pick<StoredImage, 'hash'>,
  width: RenditionWidth,
  format: RenditionFormat,
): string {
  return `/images/${hash.slice(0, PICTURE_URL_HASH_LENGTH)}/${width}.${format}`
}

/**
 * The `srcset` of a picture: of some widths those up to the first that holds all of the original, each with its true width.
 * @param widths ascending
 */
export function buildSrcSet(image: Pick<StoredImage, 'hash' | 'width'>, widths: readonly RenditionWidth[]): string {
  const last = widths.findIndex((width) => width >= image.width)
  return widths
    .slice(0, last === -1 ? widths.length : last + 1)
    .map((width) => `${renditionUrl(image, width, 'webp')} ${Math.min(width, image.width)}w`)
    .join(', ')
}

/** Address of a picture for those who take one size, in a format that everybody reads. */
export function previewUrl(image: CatalogImage): string {
  return 'hash' in image ? renditionUrl(image, PREVIEW_WIDTH, 'jpeg') : image.url
}

/** Width and height in pixels of what `previewUrl` leads to; null where nobody has seen it. */
export function measurePreview(image: CatalogImage): { readonly width: number; readonly height: number } | null {
  if (!('hash' in image)) return null
  const width = Math.min(PREVIEW_WIDTH, image.width)
  return { width, height: Math.max(1, Math.round((image.height * width) / image.width)) }
}
