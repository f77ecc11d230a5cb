import { randomBytes } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../client/app.tsx'
import { PAGE_PLACEHOLDER, type AppPart, type View } from '../../client/view.ts'
import type { ClientSettings } from '../../shared/document-data.ts'
import { LISTING_KEYS } from '../../shared/listing-query.ts'
import type { Frame, PageHead, PageView } from '../../shared/page-data.ts'
import { ROUTES } from '../../shared/routes.ts'
import { categoryPath } from '../../shared/urls.ts'
import { messagesFor } from '../language.ts'
import type { BuildManifest } from './build-manifest.ts'
import { writeDocumentData } from './document-data.ts'
import { DOCUMENT_END, documentStart, mainScriptUrl } from './document.ts'
import { pageComponents } from './page-components.ts'
import { PageStream } from './page-stream.ts'

export interface RenderRequest {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly build: BuildManifest
  readonly settings: ClientSettings
  /** Path and query of the page. */
  readonly url: string
  /** Ends the render: nobody waits for it any more, or its time is over. */
  readonly signal: AbortSignal
  /** Names of the data that comes after the shell. */
  readonly missing?: readonly string[]
}

/**
 * Renders a page into a stream. A page whose data is all there holds no inline script; React writes some for each late part,
 * which run under a nonce of this response.
 * @returns when React is done, however slowly the client reads
 * @throws what a component throws, or the signal's reason; before the stream has started, the caller can still send an error page
 */
export async function renderPage(request: RenderRequest, stream: PageStream): Promise<void> {
  const { signal, missing = [] } = request
  signal.throwIfAborted()
  const data = writeDocumentData(request, missing)
  if (missing.length > 0) {
    const nonce = randomBytes(16).toString('base64')
    // React writes its scripts behind all else: within the layout's elements they would be no part of what the browser hydrates.
    return pipeTree(renderTree(request), stream, {
      signal,
      start: () => stream.start(documentStart(request, data, false), DOCUMENT_END, nonce),
      hasLateParts: true,
      options: { nonce, bootstrapModules: [mainScriptUrl(request.build)] },
    })
  }
  const layout = await findLayout(request)
  const head = documentStart(request, data, true)
  return pipeTree(renderTree(request, layout && 'page'), stream, {
    signal,
    start: () =>
      layout ? stream.start(head + layout.before, layout.after + DOCUMENT_END) : stream.start(head, DOCUMENT_END),
  })
}

interface PipeOptions {
  readonly signal?: AbortSignal
  /** Starts the stream, once the shell is ready. */
  start(): void
  readonly hasLateParts?: boolean
  readonly options?: RenderToPipeableStreamOptions
}

/** Renders a tree into a stream; the first error ends both. */
function pipeTree(
  tree: ReactNode,
  stream: PageStream,
  { signal, start, hasLateParts = false, options }: PipeOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isAllReady = false
    const abort = () => react.abort(signal!.reason)
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort)
      reject(error)
      if (stream.destroyed) return
      stream.destroy()
      react.abort(error)
    }
    const react = renderToPipeableStream(tree, {
      ...options,
      // Whatever is ready goes out in its place, instead of behind scripts that would move it there.
      progressiveChunkSize: Infinity,
      onShellReady() {
        // React is still at work: what it finishes in this pass needs no script to be put in its place.
        queueMicrotask(() => {
          if (stream.destroyed) return
          start()
          if (hasLateParts || isAllReady) react.pipe(stream)
        })
      },
      onAllReady() {
        isAllReady = true
        signal?.removeEventListener('abort', abort)
        // The code of a part was loaded first, which happens once in a process.
        if (stream.hasStarted && !hasLateParts) react.pipe(stream)
      },
      onShellError: fail,
      onError: fail,
    })
    stream.once('finish', resolve).once('error', fail)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

function renderTree({ frame, view, url }: RenderRequest, part?: AppPart): ReactNode {
  return (
    <StaticRouter location={url}>
      <App frame={frame} messages={messagesFor(frame.site.locale)} view={withComponent(view)} {...(part && { part })} />
    </StaticRouter>
  )
}

function withComponent(view: PageView): View {
  return 'error' in view ? view : { page: view, Page: pageComponents.get(view.name)! }
}

/** A layout as HTML, up to the page's place and from there on. */
interface LayoutHtml {
  readonly before: string
  readonly after: string
}

interface FrameLayouts {
  /** Paths of the layout's links: on these pages one of them is marked as the current one. */
  readonly linkedPaths: ReadonlySet<string>
  /** By the path of the current link, `NO_LINK` if there is none. */
  readonly layouts: Map<string, Promise<LayoutHtml>>
}

const layoutsByFrame = new WeakMap<Frame, FrameLayouts>()

/** A path that no link has. */
const NO_LINK = '/-'

/**
 * Finds the HTML of the layout around a page. It is rendered once for each state of the catalogue, because it takes React a
 * third of the time of a product page.
 * @returns undefined if the page is rendered together with its layout
 */
async function findLayout(request: RenderRequest): Promise<LayoutHtml | undefined> {
  const { frame, view, url } = request
  const [pathname = '', search = ''] = url.split('?')
  const hasOtherLayout = 'error' in view ? view.error.fatal : ROUTES[view.name].layout !== undefined
  const showsSearch = pathname === ROUTES.products.path && new URLSearchParams(search).has(LISTING_KEYS.search)
  if (hasOtherLayout || showsSearch) return undefined
  let known = layoutsByFrame.get(frame)
  if (!known) layoutsByFrame.set(frame, (known = { linkedPaths: listLinkedPaths(frame), layouts: new Map() }))
  const { linkedPaths, layouts } = known
  const path = linkedPaths.has(pathname) ? pathname : NO_LINK
  let layout = layouts.get(path)
  if (!layout) {
    layout = renderLayout({ ...request, url: path })
    layouts.set(path, layout)
    layout.catch(() => layouts.delete(path))
  }
  return layout
}

function listLinkedPaths({ site, categories }: Frame): ReadonlySet<string> {
  return new Set([
    '/',
    ...site.navigation.map(({ href }) => href.replace(/#.*/, '')),
    ...categories.map(({ slug }) => categoryPath(slug)),
  ])
}

async function renderLayout(request: RenderRequest): Promise<LayoutHtml> {
  const stream = new PageStream(null)
  await pipeTree(renderTree(request, 'layout'), stream, { start: () => stream.start('', '') })
  const [before, after, ...others] = stream.bytes.toString().split(PAGE_PLACEHOLDER)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('A layout has to render the place of its page once.')
  return { before, after }
}
