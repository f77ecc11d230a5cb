import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../../platform/database-error.ts'
import type { StoredProduct, StoredFile } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/store/catalog-writer.ts'
import { download, type DownloadRules, PUBLIC_RULES, StatusError } from '../files/request-address.ts'
import { NoticeCounter } from '../import-report.ts'
import { createPlaceholder, FILE_MAX_BYTES, inspectFile } from './inspect-file.ts'
import type { CatalogImage, Product, ProductDocument } from '../../../shared/catalog.ts'
import { documentSourceKey, documentUrl, listRemoteDocuments } from '../../catalog/rules/document-files.ts'
import { listShownPictures, replacePictures, writePicture } from '../../catalog/rules/text-pictures.ts'
import { mapVariants } from '../draft-product.ts'
import { imageKey, remapImageIndex } from '../merge-product.ts'
import { pictureAddressKey } from './picture-name.ts'

const TIME_LIMIT_MS = 30_000
const HEADERS = { accept: 'image/*,*/*;q=0.8' }

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
export async function fetchRemoteFiles(
  store: CatalogStore,
  { rules = PUBLIC_RULES, onProgress }: FetchOptions = {},
): Promise<FetchResult> {
  const { remoteImages: total } = await store.readStatistics()
  const requested = new Set<string>()
  const failed = new NoticeCounter()
  const hostFailures = new Map<string, number>()
  let done = 0
  for await (const products of scanProducts(store)) {
    const all = products.flatMap(({ product }) =>
      listRemoteFiles(product).map((file) => ({ file, product: product.slug })),
    )
    const files = all.filter(({ file: { key } }) => !requested.has(key) && requested.add(key))
    done += all.length - files.length
    while (files.length > 0) {
      const some = files.splice(0, CONCURRENCY)
      const downloads = await Promise.all(some.map(({ file }) => fetchFile(store, file, rules, hostFailures)))
      // Pictures are decoded one at a time, because a large one takes hundreds of megabytes.
      for (const [index, { file, product }] of some.entries()) {
        const found = downloads[index]
        const reason = Buffer.isBuffer(found) ? await storeFile(store, file, found) : found
        if (reason !== undefined) failed.add({ file: '', product, value: file.address, reason })
        onProgress?.(++done, total)
      }
    }
    await showStoredFiles(store, products)
  }
  return { stored: requested.size - failed.count, failed }
}

async function* scanProducts(store: CatalogStore): AsyncGenerator<readonly StoredProduct[]> {
  const read = (afterId: number) => store.read((reader) => reader.listWithRemotePictures(afterId, BATCH_PRODUCTS))
  for (let products = await read(0); products.length > 0; products = await read(products.at(-1)!.id)) yield products
}

/**
 * Every connection's IP address is checked, so that neither DNS nor a redirect can lead into a private network.
 * @returns the bytes, or the reason of a failure, or undefined if an earlier run has stored the file
 */
async function fetchFile(
  store: CatalogStore,
  file: RemoteFile,
  rules: DownloadRules,
  hostFailures: Map<string, number>,
): Promise<Buffer | string | undefined> {
  if (await store.read((reader) => reader.findFileOfSource(file.key))) return undefined
  const { host } = new URL(file.address)
  const failures = hostFailures.get(host) ?? 0
  if (failures >= HOST_FAILURES_MAX)
    return `is not requested in this run, because its host failed ${HOST_FAILURES_MAX} times in a row`
  const limits = { rules, headers: HEADERS, timeLimitMs: TIME_LIMIT_MS, maxBytes: FILE_MAX_BYTES }
  try {
    const bytes = await download(file.address, limits, buffer)
    hostFailures.delete(host)
    return bytes
  } catch (error) {
    const { status = 0 } = error instanceof StatusError ? error : {}
    if (status < 400 || status >= 500 || status === 429) hostFailures.set(host, (hostFailures.get(host) ?? 0) + 1)
    return error instanceof Error ? error.message : String(error)
  }
}

/** @returns the reason if the file cannot be used */
async function storeFile(store: CatalogStore, remote: RemoteFile, file: Buffer): Promise<string | undefined> {
  const inspected = await inspectFile(remote.kind, new URL(remote.address).pathname, file)
  if ('fault' in inspected) return inspected.fault
  const { stored, content: bytes } = inspected
  const preview = 'width' in stored ? await createPlaceholder(bytes) : {}
  if ('fault' in preview) return preview.fault
  const own = { bytes, format: stored.format, ...preview }
  await write(store, (writer) => writer.putFetchedPicture(remote.key, stored, own))
  return undefined
}

/** Replaces remote addresses by stored files, which running servers show as a new revision. */
async function showStoredFiles(store: CatalogStore, products: readonly StoredProduct[]): Promise<void> {
  await write(store, async (writer) => {
    for (const { product } of products) {
      const current = await writer.findProduct(product.slug)
      if (!current) continue
      const stored = new Map<string, StoredFile>()
      for (const { key } of listRemoteFiles(current)) {
        const found = await writer.findFileOfSource(key)
        if (found) stored.set(key, found)
      }
      if (stored.size > 0) await writer.putProductWithNewPictures(replaceRemoteFiles(current, stored))
    }
  })
}

/** Waits until an import in progress has ended. Fetching is no entry in the history, so the last import can be undone. */
async function write(store: CatalogStore, work: (writer: CatalogWriter) => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store.writeUnrecorded(work)
    } catch (error) {
      if (!(error instanceof DatabaseBusyError)) throw error
      await wait(BUSY_WAIT_MS)
    }
  }
}

interface RemoteFile {
  readonly kind: 'pictures' | 'documents'
  readonly address: string
  /** Key under which the catalogue records the stored file of this address. */
  readonly key: string
}

/** Lists the remote files in a product's gallery, texts and documents. */
export function listRemoteFiles(product: Product): readonly RemoteFile[] {
  const pictures = new Set(listShownPictures(product).flatMap((image) => ('url' in image ? [image.url] : [])))
  return [
    ...[...pictures].map((address) => ({ kind: 'pictures', address, key: pictureAddressKey(address) }) as const),
    ...listRemoteDocuments(product).map(
      (address) => ({ kind: 'documents', address, key: documentSourceKey(address) }) as const,
    ),
  ]
}

/**
 * If several remote pictures are the same one, the first stays, and variants show it.
 * @param stored by the keys of the files
 */
function replaceRemoteFiles(product: Product, stored: ReadonlyMap<string, StoredFile>): Product {
  const replace = (image: CatalogImage): CatalogImage => {
    const found = 'url' in image ? stored.get(pictureAddressKey(image.url)) : undefined
    return found && 'width' in found ? { ...found, alt: image.alt } : image
  }
  const replaceInText = (html: string) => replacePictures(html, ({ image, file }) => writePicture(replace(image), file))
  const shown = product.images.map(replace)
  const images = [...Map.groupBy(shown, imageKey).values()].map(([first]) => first!)
  return {
    ...product,
    images,
    documents: product.documents.map((document) =>
      replaceDocument(document, stored.get(documentSourceKey(document.url))),
    ),
    ...(product.pictograms && { pictograms: product.pictograms.map(replace) }),
    variants: mapVariants(product.variants, (variant) => remapImageIndex(variant, shown, images)),
    shortDescription: replaceInText(product.shortDescription),
    description: replaceInText(product.description),
  }
}

function replaceDocument(document: ProductDocument, stored: StoredFile | undefined): ProductDocument {
  if (!stored || !('bytes' in stored)) return document
  const { hash, format, bytes } = stored
  return { name: document.name, url: documentUrl(hash, document.url, format), bytes }
}
