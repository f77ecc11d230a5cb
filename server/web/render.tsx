import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { Request, Response } from 'express'
import type { ReactNode } from 'react'
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../client/app.tsx'
import type { PageComponent, AppPart } from '../../client/base/view.ts'
import { loadPageComponent } from '../../client/pages/pages.ts'
import type { Frame, PageHead, PageView } from '../../shared/page-data.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'
import { messagesFor } from '../platform/language.ts'
import type { PageContext } from './app-context.ts'
import { compressResponse } from './compression.ts'
import { hasLateData } from './pages/deferred-data.ts'
import { findLayout } from './render/cached-layout.tsx'
import { DOCUMENT_END, documentStart, startScriptUrl, writeDocumentData } from './render/document.ts'
import { allowInlineScripts } from './response-headers.ts'

/** Loaded before the first request, so that none waits for a chunk. */
const pageComponents: ReadonlyMap<RouteName, PageComponent> = new Map(
  await Promise.all(ROUTE_NAMES.map(async (name) => [name, await loadPageComponent(name)] as const)),
)

/** A page is buffered for the cache and for slow clients. */
const PAGE_MAX_BYTES = 32 * 2 ** 20

export interface Client {
  readonly req: Request
  readonly res: Response
}

export interface PageContent {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly url: string
}

/**
 * Renders a page and streams it through the compressor to the client meanwhile. Only a page with late data contains inline
 * scripts, with a nonce.
 * @param client null if the page is for a cache only
 * @param onStart called right before the first byte
 * @returns the whole page when React is done, even if the client is still reading
 * @throws what a component throws; a response that has begun can only be cut off
 */
export async function renderPage(
  { build, config }: Pick<PageContext, 'build' | 'config'>,
  content: PageContent,
  client: Client | null,
  onStart: () => void = () => {},
): Promise<Buffer> {
  const isLate = hasLateData(content.view)
  const page = { ...content, build }
  const data = writeDocumentData(page, config.pages.client, isLate)
  const stream = new PageStream(client?.res)
  const start = (html: string, nonce?: string) => {
    onStart()
    if (client && nonce !== undefined) allowInlineScripts(client.res, nonce)
    if (client) compressResponse(client.req, client.res, () => {})
    stream.write(html)
  }
  if (isLate) {
    const nonce = randomBytes(16).toString('base64')
    client?.res.once('close', () => {
      if (!stream.writableFinished) stream.destroy(new Error('The client disconnected.'))
    })
    // React writes its scripts at the end of the tree, where they would break hydration inside a cached layout.
    await pipeTree(renderTree(content), stream, {
      start: () => start(documentStart(page, data, false), nonce),
      tail: DOCUMENT_END,
      hasLateParts: true,
      options: { nonce, bootstrapModules: [startScriptUrl(build)] },
    })
  } else {
    const renderLayout = (layoutUrl: string) => renderText(renderTree({ ...content, url: layoutUrl }, 'layout'))
    const layout = await findLayout(content, renderText, renderLayout)
    const head = documentStart(page, data, true)
    await pipeTree(renderTree(content, layout && 'page'), stream, {
      start: () => start(head + (layout?.before ?? '')),
      tail: (layout?.after ?? '') + DOCUMENT_END,
    })
  }
  return stream.bytes
}

function renderTree({ frame, view, url }: Pick<PageContent, 'frame' | 'view' | 'url'>, part?: AppPart): ReactNode {
  // The compiler cannot infer that the component belongs to the page of this name.
  const shown = 'error' in view ? view : { page: view, Page: pageComponents.get(view.name)! }
  return (
    <StaticRouter location={url} basename={frame.site.base ?? '/'}>
      <App frame={frame} messages={messagesFor(frame.site)} view={shown} {...(part && { part })} />
    </StaticRouter>
  )
}

async function renderText(tree: ReactNode): Promise<string> {
  const stream = new PageStream(undefined)
  await pipeTree(tree, stream, { start: () => {}, tail: '' })
  return stream.bytes.toString()
}

interface PipeOptions {
  start(): void
  /** The HTML after the tree. */
  readonly tail: string
  readonly hasLateParts?: boolean
  readonly options?: RenderToPipeableStreamOptions
}

/** Renders a tree into a stream. The first error ends both. */
function pipeTree(
  tree: ReactNode,
  stream: PageStream,
  { start, tail, hasLateParts = false, options }: PipeOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasStarted = false
    let isAllReady = false
    const fail = (error: unknown) => {
      reject(error)
      if (!stream.destroyed) stream.destroy()
      react.abort(error)
    }
    const react = renderToPipeableStream(tree, {
      ...options,
      // With a finite size, React would write finished parts at the end, with scripts that move them into place.
      progressiveChunkSize: Infinity,
      onShellReady() {
        // Deferred, because parts that React finishes in this pass are then written in place, without scripts.
        queueMicrotask(() => {
          if (stream.destroyed) return
          start()
          hasStarted = true
          stream.tail = tail
          if (hasLateParts || isAllReady) react.pipe(stream)
        })
      },
      onAllReady() {
        isAllReady = true
        // The shell is ready earlier if a lazy component's code has to be loaded.
        if (hasStarted && !hasLateParts) react.pipe(stream)
      },
      onShellError: fail,
      onError: fail,
    })
    stream.once('finish', resolve).once('error', fail)
  })
}

/** Buffers a page as fast as React renders it, and sends it to a client. */
class PageStream extends Writable {
  tail = ''
  readonly #client: Response | undefined
  #chunks: Buffer[] = []
  #byteCount = 0
  #sentByteCount = 0

  constructor(client: Response | undefined) {
    // React would pause if the stream were full, and fail if it emitted `close`.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: false })
    this.#client = client
  }

  get bytes(): Buffer {
    const bytes = Buffer.concat(this.#chunks, this.#byteCount)
    this.#chunks = [bytes]
    return bytes
  }

  /** React calls this when its HTML so far can be sent. */
  flush(): void {
    // The write is deferred, so that a page that ends in this task is one write, and one job for the compressor.
    queueMicrotask(() => this.#send(false))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#chunks.push(chunk)
    this.#byteCount += chunk.length
    done(this.#byteCount > PAGE_MAX_BYTES ? new Error(`The page is longer than ${PAGE_MAX_BYTES} bytes.`) : undefined)
  }

  override _final(done: () => void): void {
    const tail = Buffer.from(this.tail)
    this.#chunks.push(tail)
    this.#byteCount += tail.length
    this.#send(true)
    done()
  }

  #send(isEnd: boolean): void {
    const client = this.#client
    if (!client || client.destroyed || client.writableEnded) return
    const rest = this.bytes.subarray(this.#sentByteCount)
    this.#sentByteCount = this.#byteCount
    if (isEnd) {
      client.end(rest)
    } else if (rest.length > 0) {
      client.write(rest)
      // Otherwise the compressor would wait for more input.
      client.flush?.()
    }
  }
}
