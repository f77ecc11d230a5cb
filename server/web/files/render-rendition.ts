import sharp from 'sharp'
import { HttpError } from '../../../shared/http-error.ts'
import type { RenditionFormat } from '../../../shared/renditions.ts'

/** Protects against decompression bombs; imports have a lower limit. */
const PIXELS_MAX = 120_000_000
const TIME_LIMIT_S = 20

// One thread for each is enough, because several pictures are rendered concurrently.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The result is upright, in sRGB, only the first image of an animation, and without metadata such as the place.
 * @throws HttpError 500 if the picture cannot be decoded
 */
export async function renderRendition(bytes: Uint8Array, width: number, format: RenditionFormat): Promise<Buffer> {
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
