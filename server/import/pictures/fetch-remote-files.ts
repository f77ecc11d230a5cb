import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../../platform/database-error.ts'
import type { ImageFile, StoredFile, StoredProduct } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/store/catalog-writer.ts'
import {
  type DownloadRules,
  findForbidden,
  limitBytes,
  PUBLIC_RULES,
  requestAddress,
} from '../files/request-address.ts'
import { NoticeCounter } from '../import-report.ts'
import { inspectDocument } from './inspect-document.ts'
import {
  createPlaceholder,
  type Fault,
  FILE_MAX_BYTES,
  FILE_TOO_LARGE,
  type InspectedFile,
  inspectPicture,
} from './inspect-picture.ts'
import { findStoredFiles, keyOf, listRemoteFiles, type RemoteFile, replaceRemoteFiles } from './remote-files.ts'

const TIME_LIMIT_MS = 30_000

/** Concurrent downloads, also from the same host. */
const CONCURRENCY = 4

/** Products that one transaction changes: until it commits, SQLite lets nothing else write, such as an enquiry. */
const BATCH_PRODUCTS = 200

/** Failures in a row after which a host is not asked again in this run. Failures of a single picture do not count. */
const HOST_FAILURES_MAX = 5

/** Wait until another process's import ends. */
const BUSY_WAIT_MS = 2_000

export interface FetchOptions {
  /** Which addresses may be requested; by default only https addresses in the public internet. */
  readonly rules?: DownloadRules | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export interface FetchResult {
  /** Number of files that are stored now, also those that an interrupted run had stored. */
  readonly stored: number
  readonly failed: NoticeCounter
}

/**
 * Fetches and stores the pictures and documents that products have at remote addresses. Each is stored as soon as it is
 * fetched, so that a killed process loses only those in progress.
 */
export async function fetchRemoteFiles(store: CatalogStore, options: FetchOptions = {}): Promise<FetchResult> {
  return new RemoteFetch(store, options).run()
}

class RemoteFetch {
  readonly #store: CatalogStore
  readonly #rules: DownloadRules
  readonly #onProgress: FetchOptions['onProgress']
  /** Keys of the files that are not requested yet. */
  readonly #left = new Set<string>()
  readonly #failed = new NoticeCounter()
  readonly #hostFailures = new Map<string, number>()
  #total = 0
  /** Pictures are decoded one at a time, because a large one takes hundreds of megabytes. */
  #lastDecoded: Promise<unknown> = Promise.resolve()

  constructor(store: CatalogStore, { rules = PUBLIC_RULES, onProgress }: FetchOptions) {
    this.#store = store
    this.#rules = rules
    this.#onProgress = onProgress
  }

  async run(): Promise<FetchResult> {
    for await (const products of this.#scanProducts())
      for (const { product } of products) for (const file of listRemoteFiles(product)) this.#left.add(keyOf(file))
    this.#total = this.#left.size
    for await (const products of this.#scanProducts()) {
      await this.#fetchFilesOf(products)
      await this.#showStoredFiles(products)
    }
    return { stored: this.#total - this.#failed.count, failed: this.#failed }
  }

  async *#scanProducts(): AsyncGenerator<readonly StoredProduct[]> {
    const read = (afterId: number) =>
      this.#store.read((reader) => reader.listWithRemotePictures(afterId, BATCH_PRODUCTS))
    for (let products = await read(0); products.length > 0; products = await read(products.at(-1)!.id)) yield products
  }

  async #fetchFilesOf(products: readonly StoredProduct[]): Promise<void> {
    const queue = products.flatMap(({ product }) =>
      listRemoteFiles(product).map((file) => [file, product.slug] as const),
    )
    const waiting = queue.values()
    const work = async () => {
      for (const [file, product] of waiting) {
        // Another product or worker may have had this file.
        if (!this.#left.delete(keyOf(file))) continue
        const reason = await this.#fetch(file)
        if (reason !== undefined)
          this.#failed.add({ file: '', line: null, column: null, product, value: file.address, reason })
        this.#onProgress?.(this.#total - this.#left.size, this.#total)
      }
    }
    const workers = Array.from({ length: CONCURRENCY }, () =>
      work().catch((error: unknown) => {
        queue.length = 0
        throw error
      }),
    )
    // All have ended before an error is thrown, because the caller then closes the database.
    const failure = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }

  /** @returns undefined if the file is stored, or else the reason */
  async #fetch(file: RemoteFile): Promise<string | undefined> {
    const stored = await this.#store.read((reader) => findStoredFiles(reader, [file]))
    if (stored.size > 0) return undefined
    const url = new URL(file.address)
    const forbidden = findForbidden(url, this.#rules)
    if (forbidden !== undefined) return forbidden
    if (this.#countHostFailures(url) >= HOST_FAILURES_MAX)
      return `is not requested in this run, because its host failed ${HOST_FAILURES_MAX} times in a row`
    let bytes: Buffer
    try {
      bytes = await downloadPicture(file.address, this.#rules)
    } catch (error) {
      const status = error instanceof DownloadError ? error.status : 0
      if (status < 400 || status >= 500 || status === 429)
        this.#hostFailures.set(url.host, this.#countHostFailures(url) + 1)
      return describeDownloadError(error)
    }
    this.#hostFailures.delete(url.host)
    return file.isDocument ? this.#storeFile(file, await inspectDocument(bytes)) : this.#storePicture(file, bytes)
  }

  #countHostFailures({ host }: URL): number {
    return this.#hostFailures.get(host) ?? 0
  }

  /** @returns the reason if the file cannot be used */
  #storePicture(remote: RemoteFile, file: Buffer): Promise<string | undefined> {
    const decoded = this.#lastDecoded.then(async () => {
      const picture = await inspectPicture(file, new URL(remote.address).pathname)
      const preview = 'fault' in picture ? picture : await createPlaceholder(picture)
      return this.#storeFile(remote, picture, preview)
    })
    this.#lastDecoded = decoded.catch(() => {})
    return decoded
  }

  /** @returns the reason if the file cannot be used */
  async #storeFile(
    remote: RemoteFile,
    file: InspectedFile<StoredFile> | Fault,
    preview: Pick<ImageFile, 'placeholder'> | Fault = {},
  ): Promise<string | undefined> {
    if ('fault' in file) return file.fault
    if ('fault' in preview) return preview.fault
    const { stored, content: bytes } = file
    const own = { bytes, format: stored.format, ...preview }
    await this.#write((writer) => writer.putFetchedPicture(keyOf(remote), stored, own))
    return undefined
  }

  /** Replaces remote addresses by stored files, which running servers show as a new revision. */
  async #showStoredFiles(products: readonly StoredProduct[]): Promise<void> {
    await this.#write(async (writer) => {
      for (const { product } of products) {
        const current = await writer.findProduct(product.slug)
        const replaced = current && replaceRemoteFiles(current, await findStoredFiles(writer, listRemoteFiles(current)))
        if (replaced) await writer.putProductWithNewPictures(replaced)
      }
    })
  }

  /** Waits until an import in progress has ended. Fetching is no entry in the history, so the last import can be undone. */
  async #write(work: (writer: CatalogWriter) => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await this.#store.writeUnrecorded(work)
      } catch (error) {
        if (!(error instanceof DatabaseBusyError)) throw error
        await wait(BUSY_WAIT_MS)
      }
    }
  }
}

/** A response with another status than 200. */
class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly status: number

  constructor({ statusCode = 0 }: IncomingMessage) {
    super(`the server responded with status ${statusCode}`)
    this.status = statusCode
  }
}

function describeDownloadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ECONNRESET') return 'the server closed the connection'
  return error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'the download took longer than 30 s'
    : error.message
}

/**
 * Every connection's IP address is checked, so that neither DNS nor a redirect can lead into a private network.
 * @throws DownloadError for another status than 200, and other errors with the reason
 */
async function downloadPicture(address: string, rules: DownloadRules): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  return pipeline(
    await requestPicture(address, rules, signal),
    limitBytes(FILE_MAX_BYTES, new Error(FILE_TOO_LARGE)),
    buffer,
    { signal },
  )
}

async function requestPicture(address: string, rules: DownloadRules, signal: AbortSignal): Promise<IncomingMessage> {
  const response = await requestAddress(address, rules, signal, { accept: 'image/*,*/*;q=0.8' })
  if (response.statusCode === 200) return response
  response.destroy()
  throw new DownloadError(response)
}
