import { availableParallelism } from 'node:os'
import type Sharp from 'sharp'
import { isPictureFormat } from '../../catalog/rules/document-files.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { type RenditionFormat, RENDITION_FORMATS } from '../../../shared/renditions.ts'
import { FairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { RequestHandler, Response } from 'express'
import { RENDITION_WIDTHS } from '../../../shared/constants.ts'
import type { AppContext } from '../app-context.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { sendNotFound, sendIfNotModified } from './send-file.ts'

// A page may show fifty pictures that are not cached yet.
const QUEUE_WAIT_MS = 10_000
const QUEUE_LENGTH_MAX = 300

/** URLs of renditions (resized pictures) have 20 digits of the picture's hash, in older versions all 64. */
const RENDITION_PATH = /^\/images\/([0-9a-f]{20}|[0-9a-f]{64})\/([1-9]\d*)\.([a-z]+)$/

/** `/images/{hash}/{width}.{format}`: resized pictures; other widths and formats are a 404. */
export function images({ catalog, fileCache }: Pick<AppContext, 'catalog' | 'fileCache'>): RequestHandler {
  // One processor is left for requests.
  const maxRunning = Math.max(1, availableParallelism() - 1)
  const queue = new FairQueue({ maxRunning, maxWaitMs: QUEUE_WAIT_MS, maxWaiting: QUEUE_LENGTH_MAX })
  const pending = new Map<string, Promise<Buffer | undefined>>()

  const findOrRender = async (hash: string, width: number, format: RenditionFormat, client: string) => {
    const file = `${hash}-${width}.${format}`
    const cached = await fileCache.read(file)
    if (cached) return cached
    return queue.run(client, async () => {
      const original = await catalog.findImage(hash)
      if (!original || !isPictureFormat(original.format)) return undefined
      const bytes = await renderRendition(original.bytes, width, format)
      await fileCache.write(file, bytes)
      return bytes
    })
  }

  return async (req, res) => {
    const [, hash, givenWidth, givenFormat] = RENDITION_PATH.exec(req.path) ?? []
    const width = RENDITION_WIDTHS.find((candidate) => String(candidate) === givenWidth)
    const format = RENDITION_FORMATS.find((candidate) => candidate === givenFormat)
    if (!hash || !width || !format) return sendMissing(res)
    let rendition = pending.get(req.path)
    if (!rendition) {
      rendition = findOrRender(hash, width, format, clientKey(req.ip)).finally(() => pending.delete(req.path))
      pending.set(req.path, rendition)
    }
    const bytes = await rendition
    if (!bytes) return sendMissing(res)
    res.set({ 'Cache-Control': IMMUTABLE, ETag: `"${hash}-${width}-${format}"` })
    if (sendIfNotModified(req, res)) return
    requestState(res).outcome = 'image'
    res.type(`image/${format}`).send(bytes)
  }
}

function sendMissing(res: Response): void {
  sendNotFound(res, 'There is no such picture.', 'no-store')
}

/** Protects against decompression bombs; imports have a lower limit. */
const PIXELS_MAX = 120_000_000
const TIME_LIMIT_S = 20

let loadedSharp: Promise<typeof Sharp> | undefined

/** Loads sharp on first use, which most starts do without: browsers and the disk cache have the pictures. */
export function loadSharp(): Promise<typeof Sharp> {
  return (loadedSharp ??= import('sharp').then(({ default: sharp }) => {
    // One thread for each is enough, because several pictures are rendered concurrently.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  }))
}

/**
 * The result is upright, in sRGB, only the first image of an animation, and without metadata such as the place.
 * @throws HttpError 500 if the picture cannot be decoded
 */
async function renderRendition(bytes: Uint8Array, width: number, format: RenditionFormat): Promise<Buffer> {
  try {
    const sharp = await loadSharp()
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
