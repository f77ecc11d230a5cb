import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToRequests, setTimeout as wait } from 'node:timers/promises'
import { isUnavailable } from '../../base/database-error.ts'
import { logEvent, type Logger } from '../../base/log.ts'
import { findForbidden, PUBLIC_RULES, type DownloadRules } from '../files/request-address.ts'
import { describeDownloadError, readRemotePicture } from '../pictures/download-picture.ts'
import { inspectDocumentBytes } from '../documents/inspect-document.ts'
import { createPlaceholder, inspectBytes } from '../pictures/inspect-picture.ts'
import type { ImageFile, StoredFile, StoredProduct } from '../../store/catalog-reader.ts'
import type { CatalogStore, CatalogWriter } from '../../store/catalog-store.ts'
import { HostPauses } from './host-pauses.ts'
import type { BackgroundState } from '../../background-state/open-background-state.ts'
import { findStoredFiles, keyOf, listRemoteFiles, replaceRemoteFiles, type RemoteFile } from './replace-remote.ts'

const POLL_INTERVAL_MS = 5_000

/** Concurrent downloads, also from the same host. */
const CONCURRENCY = 4

const BATCH_PRODUCTS = 200

/** Each new revision empties the page cache. */
const REVISION_INTERVAL_MS = 60_000

/** Duration of the lease, which is longer than a download may take. It is extended after a sixth of this time. */
const LEASE_MS = 120_000

/** Products that one transaction changes: until it commits, SQLite lets nothing else write, such as an enquiry. */
const PUBLISHED_MAX = 2_000

/** Wait until another process's lease or an import ends. */
const BUSY_WAIT_MS = 2_000

const RETRY_FIRST_MS = 60_000
const RETRY_MAX_MS = 7 * 24 * 3_600_000

export interface PictureFetcherOptions {
  readonly catalog: CatalogStore
  readonly background: Pick<BackgroundState, 'pictures' | 'pictureLease'>
  readonly logger: Logger
  readonly countPicture: (result: 'stored' | 'failed') => void
  readonly rules?: DownloadRules
  readonly pollIntervalMs?: number
  readonly revisionIntervalMs?: number
  readonly leaseMs?: number
  readonly retryFirstMs?: number
}

/**
 * Fetches and stores the remote pictures and documents of products. Each is stored as soon as it is fetched, so that a
 * killed process loses only those in progress; products get them at most once a minute, because this is a new revision.
 * Only one process does this at a time.
 */
export class PictureFetcher {
  readonly #options: Required<PictureFetcherOptions>
  readonly #holder = randomUUID()
  readonly #stopped = new AbortController()
  readonly #pauses = new HostPauses()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #leasedAt = -Infinity
  #publishedAt = -Infinity
  /** Revision in which nothing was left to fetch before `#dueAt`. */
  #doneRevision: number | undefined
  /** When a failed download is repeated or another lease may have ended; in milliseconds since 1970. */
  #dueAt = 0
  /** Slugs of products that have stored pictures to get. */
  readonly #pending = new Set<string>()
  /** Pictures are decoded one at a time, each followed by a pause as long as it took, so that visitors wait less. */
  #lastDecoded: Promise<unknown> = Promise.resolve()

  constructor(options: PictureFetcherOptions) {
    this.#options = {
      rules: PUBLIC_RULES,
      pollIntervalMs: POLL_INTERVAL_MS,
      revisionIntervalMs: REVISION_INTERVAL_MS,
      leaseMs: LEASE_MS,
      retryFirstMs: RETRY_FIRST_MS,
      ...options,
    }
  }

  /**
   * The first poll is one interval later: with 10,000 pictures to fetch, an immediate one made the first page 0.5 s
   * later.
   */
  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.pollIntervalMs).unref()
  }

  /** Does nothing unless the catalogue has changed or a failed download is due. */
  wake(): void {
    const { catalog } = this.#options
    if (catalog.unavailableSince !== null || this.#stopped.signal.aborted) return
    if (catalog.revision === this.#doneRevision && Date.now() < this.#dueAt) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Aborts downloads, and lets another process continue. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopped.abort(new Error('The server was stopped.'))
    await this.#running
  }

  async #run(): Promise<void> {
    const { catalog, background, logger } = this.#options
    const { revision } = catalog
    this.#dueAt = Infinity
    try {
      if (await this.#hasWork()) {
        if (!(await this.#extendLease())) this.#waitUntil(Date.now() + BUSY_WAIT_MS)
        else {
          try {
            await this.#fetchAll()
          } finally {
            this.#leasedAt = -Infinity
            await background.pictureLease.end(this.#holder)
          }
        }
      }
      this.#doneRevision = revision
    } catch (error) {
      this.#waitUntil(Date.now() + BUSY_WAIT_MS)
      if (!this.#stopped.signal.aborted && !isUnavailable(error))
        logEvent(logger, 'pictureFetcherFailed', { err: error })
    }
  }

  async #hasWork(): Promise<boolean> {
    const { catalog } = this.#options
    if ((await catalog.readSite()).keepRemotePictures) return false
    return (await this.#listProducts(0, 1)).length > 0
  }

  async #fetchAll(): Promise<void> {
    await this.#options.background.pictures.deleteOldFailures(Date.now())
    let products = await this.#listProducts(0, BATCH_PRODUCTS)
    while (products.length > 0 && !this.#stopped.signal.aborted) {
      await this.#fetchPicturesOf(products)
      if (performance.now() - this.#publishedAt >= this.#options.revisionIntervalMs) await this.#publish()
      products = await this.#listProducts(products.at(-1)!.id, BATCH_PRODUCTS)
    }
    const { signal } = this.#stopped
    while (this.#pending.size > 0 && !signal.aborted) {
      const rest = this.#publishedAt + this.#options.revisionIntervalMs - performance.now()
      if (rest > 0) await wait(rest, undefined, { signal, ref: false }).catch(() => {})
      await this.#publish()
    }
  }

  #listProducts(afterId: number, limit: number): Promise<readonly StoredProduct[]> {
    return this.#options.catalog.read((reader) => reader.listWithRemotePictures(afterId, limit))
  }

  async #fetchPicturesOf(products: readonly StoredProduct[]): Promise<void> {
    const { catalog } = this.#options
    const files = new Map<string, RemoteFile & { readonly owners: string[] }>()
    for (const { product } of products)
      for (const file of listRemoteFiles(product)) {
        const known = files.get(keyOf(file))
        if (known) known.owners.push(product.slug)
        else files.set(keyOf(file), { ...file, owners: [product.slug] })
      }
    const stored = await catalog.read((reader) => findStoredFiles(reader, files.values()))
    const queue = files.entries()
    const work = async () => {
      for (const [key, file] of queue) {
        if (this.#stopped.signal.aborted) return
        if (stored.has(key) || (await this.#fetch(file))) for (const slug of file.owners) this.#pending.add(slug)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
  }

  /** @returns whether the file is stored */
  async #fetch(file: RemoteFile): Promise<boolean> {
    const { address } = file
    const { background, rules, countPicture, retryFirstMs } = this.#options
    const { pictures } = background
    const url = new URL(address)
    const failure = await pictures.findFailure(address)
    const notBefore = Math.max(failure?.nextAt ?? 0, this.#pauses.pausedUntil(url.host))
    if (notBefore > Date.now()) {
      this.#waitUntil(notBefore)
      return false
    }
    if (!(await this.#extendLease())) throw new Error('another process has taken over the fetching of pictures')
    let reason = findForbidden(url, rules)
    if (reason === undefined) {
      try {
        const bytes = await readRemotePicture(address, rules, this.#stopped.signal)
        this.#pauses.countSuccess(url.host)
        reason = await (file.isDocument ? this.#storeDocument(file, bytes) : this.#decode(file, bytes))
      } catch (error) {
        if (this.#stopped.signal.aborted || isUnavailable(error)) throw error
        if (this.#pauses.countFailure(url.host, error, Date.now())) {
          this.#waitUntil(this.#pauses.pausedUntil(url.host))
          return false
        }
        reason = describeDownloadError(error)
      }
    }
    countPicture(reason === undefined ? 'stored' : 'failed')
    if (reason === undefined) {
      if (failure) await pictures.deleteFailure(address)
      return true
    }
    const attempts = (failure?.attempts ?? 0) + 1
    const nextAt = Date.now() + Math.min(RETRY_MAX_MS, retryFirstMs * 4 ** (attempts - 1))
    await pictures.putFailure(address, { attempts, nextAt, reason })
    this.#waitUntil(nextAt)
    return false
  }

  /** @returns the reason if the file cannot be used */
  #decode(remote: RemoteFile, file: Buffer): Promise<string | undefined> {
    let startedAt = 0
    const decoded = this.#lastDecoded.then(async () => {
      startedAt = performance.now()
      const picture = await inspectBytes(new URL(remote.address).pathname, file)
      if ('fault' in picture) return picture.fault
      const preview = await createPlaceholder(picture)
      if ('fault' in preview) return preview.fault
      const { hash, format, width, height, bytes } = picture
      await this.#store(remote, { hash, format, width, height }, { bytes, format, ...preview })
      return undefined
    })
    const { signal } = this.#stopped
    const pause = () => wait(performance.now() - startedAt, undefined, { ref: false, signal })
    this.#lastDecoded = decoded.then(pause).catch(() => {})
    return decoded
  }

  /** @returns the reason if the document cannot be used */
  async #storeDocument(remote: RemoteFile, file: Buffer): Promise<string | undefined> {
    const document = await inspectDocumentBytes(file)
    if ('fault' in document) return document.fault
    const { hash, format, bytes } = document
    await this.#store(remote, { hash, format, bytes: bytes.length }, { bytes, format })
    return undefined
  }

  async #store(remote: RemoteFile, stored: StoredFile, file: ImageFile): Promise<void> {
    await this.#write((writer) => writer.putFetchedPicture(keyOf(remote), stored, file))
  }

  /** Gives the next products their pictures, in one new revision. */
  async #publish(): Promise<void> {
    if (this.#pending.size === 0) return
    const slugs = [...this.#pending].slice(0, PUBLISHED_MAX)
    const products = await this.#write(async (writer) => {
      let changed = 0
      for (const slug of slugs) {
        const product = await writer.findProduct(slug)
        const replaced = product && replaceRemoteFiles(product, await findStoredFiles(writer, listRemoteFiles(product)))
        if (replaced) {
          await writer.putProductWithNewPictures(replaced)
          changed += 1
        }
        await yieldToRequests()
      }
      return changed
    })
    for (const slug of slugs) this.#pending.delete(slug)
    if (products === 0) return
    this.#publishedAt = performance.now()
    logEvent(this.#options.logger, 'picturesFetched', { products })
  }

  /** Waits until an import in progress has ended. */
  async #write<Result>(work: (writer: CatalogWriter) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await this.#options.catalog.writeUnrecorded(work)
      } catch (error) {
        if (!isUnavailable(error) || this.#stopped.signal.aborted) throw error
        await wait(BUSY_WAIT_MS, undefined, { ref: false })
        await this.#extendLease()
      }
    }
  }

  /** @returns false if another process has the lease */
  async #extendLease(): Promise<boolean> {
    const { background, leaseMs } = this.#options
    if (performance.now() - this.#leasedAt < leaseMs / 6) return true
    const now = Date.now()
    if (!(await background.pictureLease.take(this.#holder, now, now + leaseMs))) return false
    this.#leasedAt = performance.now()
    return true
  }

  /** @param time in milliseconds since 1970 */
  #waitUntil(time: number): void {
    this.#dueAt = Math.min(this.#dueAt, time)
  }
}
