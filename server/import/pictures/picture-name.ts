import { decodeOrKeep } from '../../../shared/urls.ts'

export const UNSUPPORTED_EXTENSION =
  /\.(?:hei[cf]|hif|tiff?|bmp|psd|jxl|jp2|svgz|dng|cr[23]|nef|arw|orf|rw2|raf|pdf|eps|ai)$/i

const IMAGE_EXTENSION = /\.(?:jpe?g|png|webp|avif|gif)$/

/** Suffixes of resized pictures in shops: `_grande`, `_500x`, `_1024x1024_crop_center`, `@2x`. */
const SIZE_SUFFIX =
  /(?:_(?:pico|icon|thumb|small|compact|medium|large|grande|original|master|\d{2,4}x\d{2,4}|\d{2,4}x|x\d{2,4})(?:_crop_[a-z]+)?(?:\.progressive)?)?(?:@[23]x)?$/

/**
 * Decodes the name, in lower case.
 * @param source an address, a path or a file name
 * @returns for example `moss_grande.jpeg`, `moss_grande` without the extension, and `moss` also without the size
 */
export function listPictureNames(source: string): readonly [full: string, base: string, stem: string] {
  const path = isAddress(source) ? source.replace(/[?#].*$/s, '') : source.replace(/\?[^/\\]*$/, '')
  const last = path.split(/[/\\]/).at(-1) ?? ''
  const full = decodeOrKeep(last).normalize('NFC').toLowerCase()
  const base = full.replace(IMAGE_EXTENSION, '').replace(UNSUPPORTED_EXTENSION, '')
  return [full, base, base.replace(SIZE_SUFFIX, '') || base]
}

/** Leaves out the version parameter `v` that shops append. */
export function pictureAddressKey(source: string): string {
  if (!source.includes('v=')) return source
  return source.replace(/([?&])v=[^&#]*(&|(?=#|$))/, (_, before: string, after: string) =>
    after === '&' ? before : '',
  )
}

/** A scheme or `//` makes an address. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(source) || source.startsWith('//')
}
