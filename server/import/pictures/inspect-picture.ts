import { hash } from 'node:crypto'
import type { Metadata } from 'sharp'
import type { ImageFormat } from '../../../shared/catalog.ts'
import type { StoredPicture } from '../../catalog/store/catalog-reader.ts'
import { rasteriseSvg } from './rasterise-svg.ts'

/** A usable file. */
export interface InspectedFile<Stored> {
  readonly stored: Stored
  readonly content: Uint8Array
}

export interface Fault {
  readonly fault: string
}

export const FILE_MAX_BYTES = 40 * 1024 * 1024
export const FILE_TOO_LARGE = `the file has more than ${FILE_MAX_BYTES / 1024 / 1024} MB`
const SAVE_AS = 'save it as JPEG, PNG or WebP'
const PLACEHOLDER_WIDTH_PX = 12
/** Decoding takes at least four bytes per pixel. */
const PIXELS_MAX = 100_000_000

/** Loads sharp on first use: it takes 14 MB, which imports without own pictures do not need. */
const loadSharp = async () => (await import('sharp')).default

export function findSizeFault({ length }: Buffer): Fault | undefined {
  if (length === 0) return { fault: 'the file is empty' }
  return length > FILE_MAX_BYTES ? { fault: FILE_TOO_LARGE } : undefined
}

/**
 * @param path path or address
 * @returns a fault if the file cannot be shown
 */
export async function inspectPicture(file: Buffer, path: string): Promise<InspectedFile<StoredPicture> | Fault> {
  const sharp = await loadSharp()
  try {
    const content = findSizeFault(file) ?? readPixels(path, file)
    if ('fault' in content) return content
    // The error of sharp's own limit does not give the size.
    const metadata = await sharp(content, { limitInputPixels: false }).metadata()
    const format = readFormat(metadata)
    if (!format) return { fault: `browsers do not show the format ${metadata.format}; ${SAVE_AS}` }
    const { width, height } = metadata.autoOrient
    if (width * height > PIXELS_MAX) {
      return {
        fault: `the picture has ${width} × ${height} pixels, more than ${PIXELS_MAX / 1e6} million; save it smaller, such as 4000 pixels wide`,
      }
    }
    return { stored: { hash: hash('sha256', content, 'hex'), format, width, height }, content }
  } catch (error) {
    const reason = describe(error)
    return {
      fault: reason.endsWith('unsupported image format')
        ? `the file is no picture that browsers show; ${SAVE_AS}`
        : `the file is broken or not a picture (${reason})`,
    }
  }
}

function readPixels(path: string, bytes: Buffer): Uint8Array | Fault {
  if (!isMarkup(bytes)) return bytes
  if (!/\.svg$/i.test(path))
    return { fault: 'the file is an SVG or a web page, not a photo; the file name of an SVG must end with .svg' }
  try {
    return rasteriseSvg(bytes)
  } catch (error) {
    return { fault: `this SVG cannot be shown: ${describe(error)}` }
  }
}

/**
 * Decodes the whole picture, which finds truncated files.
 * @returns a blurred data URL (none for transparent pictures), or a fault
 */
export async function createPlaceholder(content: Uint8Array): Promise<{ readonly placeholder?: string } | Fault> {
  const sharp = await loadSharp()
  try {
    const small = await sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'truncated', pages: 1 })
      .autoOrient()
      .resize({ width: PLACEHOLDER_WIDTH_PX })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    if (!(await sharp(small).stats()).isOpaque) return {}
    const webp = await sharp(small).webp({ quality: 30 }).toBuffer()
    return { placeholder: `data:image/webp;base64,${webp.toString('base64')}` }
  } catch (error) {
    return { fault: `the file is broken (${describe(error)})` }
  }
}

function readFormat({ format, compression }: Metadata): ImageFormat | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return (['jpeg', 'png', 'webp', 'gif'] as const).find((shown) => shown === format)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

function isMarkup(bytes: Uint8Array): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*</.test(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))
}
