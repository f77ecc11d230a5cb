import type { CatalogImage, StoredImage } from './catalog.ts'
import { PICTURE_URL_HASH_LENGTH, RENDITION_WIDTHS } from './constants.ts'

export const RENDITION_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]
export type RenditionWidth = (typeof RENDITION_WIDTHS)[number]

const LARGEST_WIDTH = 2560 satisfies RenditionWidth

/** Builds the immutable URL of a rendition of a stored picture. */
export function renditionUrl(
  { hash }: Pick<StoredImage, 'hash'>,
  width: RenditionWidth,
  format: RenditionFormat,
): string {
  return `/images/${hash.slice(0, PICTURE_URL_HASH_LENGTH)}/${width}.${format}`
}

/**
 * Lists the renditions of a picture, up to the first width that is not smaller than the original.
 * @param widths in ascending order
 */
export function listRenditions(image: Pick<StoredImage, 'hash' | 'width'>, widths: readonly RenditionWidth[]) {
  const last = widths.findIndex((width) => width >= image.width)
  return widths
    .slice(0, last === -1 ? widths.length : last + 1)
    .map((width) => ({ url: renditionUrl(image, width, 'webp'), width: Math.min(width, image.width) }))
}

/** Builds the `srcset` of a picture. */
export function buildSrcSet(image: Pick<StoredImage, 'hash' | 'width'>, widths: readonly RenditionWidth[]): string {
  return listRenditions(image, widths)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
}

/** Returns the URL of the largest rendition, or of the picture on another server. */
export function fullSizeUrl(image: CatalogImage): string {
  if (!('hash' in image)) return image.url
  return renditionUrl(image, RENDITION_WIDTHS.find((width) => width >= image.width) ?? LARGEST_WIDTH, 'webp')
}
