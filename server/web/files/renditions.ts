import { availableParallelism } from 'node:os'
import type Sharp from 'sharp'
import { isPictureFormat } from '../../../shared/catalog.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { type RenditionFormat, type RenditionWidth, RENDITION_FORMATS } from '../../../shared/renditions.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { FairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { FileCache } from './file-cache.ts'
import { Router } from 'express'
import { RENDITION_WIDTHS } from '../../../shared/constants.ts'
import type { AppContext } from '../app-context.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { allowMethods } from '../request-checks.ts'
import { requestState } from '../request-state.ts'
import { sendNotFound, sendIfNotModified } from './send-file.ts'

export interface RenditionName {
  /** The whole hash or its first `PICTURE_URL_HASH_LENGTH` digits. */
  readonly hash: string
  readonly width: RenditionWidth
  readonly format: RenditionFormat
}

// A page may show fifty pictures that are not cached yet.
const QUEUE_WAIT_MIN_MS = 10_000
const QUEUE_LENGTH_MAX = 300

interface RenditionLimits {
  /** How long a page waits for its render. */
  readonly renderWaitMs: number
}

/** URLs of renditions (resized pictures) have 20 digits of the picture's hash, in older versions all 64. */
const RENDITION_PATH = /^\/([0-9a-f]{20}|[0-9a-f]{64})\/([1-9]\d*)\.([a-z]+)$/

/** `/images/{hash}/{width}.{format}`: resized pictures; other widths and formats are a 404. */
export function images({ catalog, fileCache, config }: Pick<AppContext, 'catalog' | 'fileCache' | 'config'>): Router {
  const renditions = new Renditions(catalog, fileCache, config)
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/images', allowMethods('GET', 'HEAD'), async (req, res) => {
    const state = requestState(res)
    state.route = 'image'
    const name = readName(req.path)
    const bytes = name && (await renditions.find(name, clientKey(req.ip)))
    if (!bytes) return sendNotFound(res, 'There is no such picture.', 'no-store')
    res.set({ 'Cache-Control': IMMUTABLE, ETag: `"${name.hash}-${name.width}-${name.format}"` })
    if (sendIfNotModified(req, res)) return
    state.outcome = 'image'
    res.type(`image/${name.format}`).send(bytes)
  })
  return router
}

function readName(path: string): RenditionName | undefined {
  const [, hash, givenWidth, givenFormat] = RENDITION_PATH.exec(path) ?? []
  const width = RENDITION_WIDTHS.find((candidate) => String(candidate) === givenWidth)
  const format = RENDITION_FORMATS.find((candidate) => candidate === givenFormat)
  return hash && width && format ? { hash, width, format } : undefined
}

export class Renditions {
  readonly #store: Pick<CatalogStore, 'findImage'>
  readonly #cache: FileCache
  readonly #pending = new Map<string, Promise<Buffer | undefined>>()
  readonly #queue: FairQueue

  constructor(store: Pick<CatalogStore, 'findImage'>, cache: FileCache, { renderWaitMs }: RenditionLimits) {
    this.#store = store
    this.#cache = cache
    // One processor is left for requests.
    const maxRunning = Math.max(1, availableParallelism() - 1)
    this.#queue = new FairQueue({
      maxRunning,
      maxWaitMs: Math.max(QUEUE_WAIT_MIN_MS, renderWaitMs),
      maxWaiting: QUEUE_LENGTH_MAX,
    })
  }

  /**
   * @param client key of the client for fair queueing
   * @returns undefined if the store has no such picture
   * @throws BusyError if rendering cannot start in time, HttpError 500 if the picture cannot be decoded
   */
  find(name: RenditionName, client: string): Promise<Buffer | undefined> {
    const file = `${name.hash}-${name.width}.${name.format}`
    let pending = this.#pending.get(file)
    if (!pending) {
      pending = this.#findOrRender(name, file, client).finally(() => this.#pending.delete(file))
      this.#pending.set(file, pending)
    }
    return pending
  }

  async #findOrRender(
    { hash, width, format }: RenditionName,
    file: string,
    client: string,
  ): Promise<Buffer | undefined> {
    const cached = await this.#cache.read(file)
    if (cached) return cached
    return this.#queue.run(client, async () => {
      const original = await this.#store.findImage(hash)
      if (!original || !isPictureFormat(original.format)) return undefined
      const bytes = await renderRendition(original.bytes, width, format)
      await this.#cache.write(file, bytes)
      return bytes
    })
  }
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
