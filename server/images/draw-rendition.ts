import sharp from 'sharp'
import { HttpError } from '../../shared/http-error.ts'
import type { RenditionFormat } from '../../shared/renditions.ts'

/** Above what an import lets in; whatever else came into the store is not decoded. */
const PIXELS_MAX = 120_000_000
const TIME_LIMIT_S = 20

// Several pictures are made at once; each by one thread, and nothing of them is kept in memory.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes a picture smaller: as it is meant to be seen (a camera's orientation, its colours as sRGB), the first image of an
 * animation, never larger than it was, and without what a camera noted about place and time.
 * @param bytes the original
 * @param width most pixels
 * @throws HttpError 500 where it cannot be decoded
 */
export async function drawRendition(bytes: Uint8Array, width: number, format: RenditionFormat): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, pages: 1, sequentialRead: true })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: TIME_LIMIT_S })
    switch (format) {
      case 'avif':
        return await picture.avif({ quality: 55, effort: 3 }).toBuffer()
      case 'webp':
        return await picture.webp({ quality: 78, smartSubsample: true }).toBuffer()
      case 'jpeg':
        return await picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
    }
  } catch (cause) {
    throw new HttpError(500, 'The picture cannot be shown.', { fatal: false, cause })
  }
}
