import { finished } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import { DOCUMENT_TYPES, readDocumentUrl, type DocumentUrl } from '../../catalog/rules/document-files.ts'
import { BusyError, FairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { AppContext } from '../app-context.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { clientKey } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { sandbox } from '../response-headers.ts'
import { sendNotFound } from './send-file.ts'

/** How many documents of up to 40 MB are in memory. */
const LOADED_MAX = 2
const LOAD_WAIT_MS = 30_000
const WAITING_MAX = 200

/**
 * `/files/{hash}/{name}`: the documents of products, loaded from the database once, and sent from the disk cache, so
 * that slow clients take no memory.
 */
export function documents({ catalog: store, fileCache }: Pick<AppContext, 'catalog' | 'fileCache'>): RequestHandler {
  const queue = new FairQueue({ maxRunning: LOADED_MAX, maxWaitMs: LOAD_WAIT_MS, maxWaiting: WAITING_MAX })

  return async (req, res) => {
    requestState(res).outcome = 'document'
    const name = readDocumentUrl(req.path)
    if (!name) return sendMissing(res)
    // Safari shows no PDF in a sandbox, and the scripts of a PDF reach nothing beyond its viewer.
    if (name.format !== 'pdf') sandbox(res)
    if (await sendCached(res, name)) return
    await queue.run(clientKey(req.ip), () => load(res, name))
    if (!res.headersSent && !(await sendCached(res, name))) throw new BusyError()
  }

  /** Caches a document, or sends it if there is no cache on the disk. */
  async function load(res: Response, name: DocumentUrl): Promise<void> {
    const file = fileOf(name)
    if (await fileCache.has(file)) return
    const stored = await store.findImage(name.hash)
    if (stored?.format !== name.format) return sendMissing(res)
    await fileCache.write(file, stored.bytes)
    if (await fileCache.has(file)) return
    res.set(headersOf(name)).send(Buffer.from(stored.bytes))
    // The slot is kept until the client has the bytes, so that few documents are in memory.
    await finished(res).catch(() => {})
  }

  async function sendCached(res: Response, name: DocumentUrl): Promise<boolean> {
    const file = fileOf(name)
    if (!(await fileCache.has(file))) return false
    const options = {
      root: fileCache.folder,
      headers: headersOf(name),
      cacheControl: false,
      etag: false,
      lastModified: false,
    }
    return new Promise((resolve) => {
      res.sendFile(file, options, (error) => {
        const isBadRange = error !== undefined && 'status' in error && error.status === 416
        if (isBadRange) res.status(416).end()
        // Any other error before the headers means that the cache has deleted the file.
        resolve(!error || isBadRange || res.headersSent || res.destroyed)
      })
    })
  }
}

function fileOf({ hash, format }: DocumentUrl): string {
  return `${hash}.${format}`
}

function headersOf({ hash, fileName, format }: DocumentUrl): Readonly<Record<string, string>> {
  const { mediaType, isShown } = DOCUMENT_TYPES[format]
  return {
    'Cache-Control': IMMUTABLE,
    ETag: `"${hash}-${format}"`,
    'Content-Type': mediaType,
    // The name is a slug and needs no other escapes (RFC 8187).
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  }
}

function sendMissing(res: Response): void {
  sendNotFound(res, 'There is no such document.', 'no-store')
}
