import type { CatalogImage } from '../../../shared/catalog.ts'
import { renditionUrl } from '../../../shared/renditions.ts'

/** Matches paths that `new URL` would not change, to skip the slower parsing. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w%~-]+(?:\.\w+)?)+(?:\?[\w%~=&.+-]*)?)$/

/** Resolves a path against the site's origin. Absolute URLs stay unchanged. */
export function absoluteUrl(path: string, siteUrl: string): string {
  return PLAIN_PATH.test(path) ? siteUrl + path : new URL(path, siteUrl).href
}

export const PREVIEW_WIDTH = 1200

/** Returns the URL of a JPEG for link previews, feeds and structured data. */
export function previewUrl(image: CatalogImage): string {
  return 'hash' in image ? renditionUrl(image, PREVIEW_WIDTH, 'jpeg') : image.url
}
