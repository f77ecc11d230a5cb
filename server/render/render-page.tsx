import { randomBytes } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString, type PipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../client/app.tsx'
import type { View } from '../../client/view.ts'
import type { ClientSettings } from '../../shared/document-data.ts'
import type { Frame, PageHead, PageView } from '../../shared/page-data.ts'
import { speak } from '../language.ts'
import type { BuildManifest } from './build-manifest.ts'
import { writeDocumentData } from './document-data.ts'
import { DOCUMENT_END, documentStart, mainScriptUrl } from './document.ts'
import { pageComponents } from './page-components.ts'
import { findSurroundings } from './surroundings.ts'

interface RenderRequest {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly build: BuildManifest
  readonly settings: ClientSettings
  /** The address that is drawn, with its query. */
  readonly url: string
  /** Ends the render: the visitor went away, or its time is over. */
  readonly signal: AbortSignal
}

/** React's mark of a part that it left to the browser, because the part failed or waits for its code. */
const LEFT_OUT = '<!--$!-->'

/**
 * Draws a page whose data is all there, to its end. It holds no inline script.
 * @throws what a component throws, or the signal's reason
 */
export async function renderWhole(request: RenderRequest): Promise<Buffer> {
  request.signal.throwIfAborted()
  speak(request.frame.site.locale)
  const start = documentStart(request, writeDocumentData(request, []), true)
  return Buffer.from(start + (await drawBody(request)) + DOCUMENT_END)
}

/** Draws what the document holds, around the page with what was drawn before, where there is such. */
async function drawBody(request: RenderRequest): Promise<string> {
  const surroundings = findSurroundings(request)
  const drawn = surroundings?.drawn
  // In one piece it takes React two thirds of the time that it takes as a stream, and is the same text.
  const html = renderToString(drawTree(request, drawn !== undefined))
  if (html.includes(LEFT_OUT)) return drawToEnd(request)
  if (drawn) return drawn.before + html + drawn.after
  surroundings?.keep(html)
  return html
}

/** Draws as a stream does, which waits for code that is still to be loaded, and tells what failed. */
async function drawToEnd(request: RenderRequest): Promise<string> {
  const stream = await new Promise<RenderStream>((resolve, reject) => {
    startRender(request, { onAllReady: resolve, onError: reject })
  })
  return text(stream.pipe(new PassThrough()))
}

/** A page whose shell is drawn and whose late parts follow as their data comes. */
interface StreamedPage {
  /** React's scripts for the late parts run under it, so nobody may keep the answer. */
  readonly nonce: string
  /** Sends it all; the status and the headers are the caller's, and go out with the first byte. */
  pipe(res: Response): Promise<void>
}

/**
 * Draws a page's shell.
 * @param missing names of the data that comes late
 * @param onLateError told of what fails after the shell; the status is sent by then
 * @throws what a component of the shell throws, before anything is sent
 */
export async function renderStreamed(
  request: RenderRequest,
  missing: readonly string[],
  onLateError: (error: unknown) => void,
): Promise<StreamedPage> {
  speak(request.frame.site.locale)
  const nonce = randomBytes(16).toString('base64')
  const stream = await new Promise<RenderStream>((resolve, reject) => {
    let isShellReady = false
    startRender(
      request,
      {
        onShellReady: (shell) => {
          isShellReady = true
          resolve(shell)
        },
        onError: (error) => (isShellReady ? onLateError(error) : reject(error)),
      },
      { nonce, bootstrapModules: [mainScriptUrl(request.build)] },
    )
  })
  return {
    nonce,
    async pipe(res) {
      res.write(documentStart(request, writeDocumentData(request, missing), false))
      const body = new Writable({
        write(chunk: Uint8Array, _encoding, done) {
          // The compressor takes no callback; it says by its answer whether the visitor keeps up.
          const hasRoom = res.write(chunk)
          // What React hands over is complete in itself: it should not wait in the compressor for more.
          res.flush?.()
          if (hasRoom) done()
          else res.once('drain', done)
        },
      })
      stream.pipe(body)
      await finished(body)
      res.end(DOCUMENT_END)
    },
  }
}

type RenderStream = Pick<PipeableStream, 'pipe'>

interface RenderEvents {
  onShellReady?(stream: RenderStream): void
  onAllReady?(stream: RenderStream): void
  onError(error: unknown): void
}

function startRender(request: RenderRequest, events: RenderEvents, options: RenderToPipeableStreamOptions = {}): void {
  const { signal } = request
  const stop = () => stream.abort(signal.reason)
  const stream = renderToPipeableStream(drawTree(request), {
    ...options,
    // Everything that is ready goes out in its place, instead of behind scripts that would put it there.
    progressiveChunkSize: Infinity,
    onShellReady: () => events.onShellReady?.(stream),
    onAllReady: () => {
      signal.removeEventListener('abort', stop)
      events.onAllReady?.(stream)
    },
    onShellError: events.onError,
    onError: events.onError,
  })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
}

function drawTree({ frame, view, url }: RenderRequest, isPageAlone = false): ReactNode {
  return (
    <StaticRouter location={url}>
      <App frame={frame} view={withComponent(view)} isPageAlone={isPageAlone} />
    </StaticRouter>
  )
}

function withComponent(view: PageView): View {
  return 'error' in view ? view : { page: view, Page: pageComponents.get(view.name)! }
}
