import { randomBytes } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App, PAGE_PLACEHOLDER } from '../../../client/app.tsx'
import { lazyComponents } from '../../../client/base/chunk-loading.ts'
import { loadPageComponent } from '../../../client/pages/pages.ts'
import type { PageComponent } from '../../../client/base/page-component.ts'
import type { AppPart, View } from '../../../client/base/view.ts'
import type { ClientSettings } from '../../../shared/document-data.ts'
import { readCarriedItems } from '../../../shared/enquiry-items.ts'
import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { Frame, PageHead, PageView } from '../../../shared/page-data.ts'
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../../shared/routes.ts'
import { withBase } from '../../../shared/languages.ts'
import { LANGUAGE_LINKS_PLACEHOLDER, LanguageItems } from '../../../client/layouts/default/language-links.tsx'
import { categoryPath } from '../../../shared/urls.ts'
import { messagesFor } from '../../platform/language.ts'
import type { BuildManifest } from './build-manifest.ts'
import { writeDocumentData } from './document-data.ts'
import { DOCUMENT_END, documentStart, startScriptUrl } from './document.ts'
import { PageStream } from './page-stream.ts'

/** Loaded before the first request, so that none waits for a chunk. */
export const pageComponents: ReadonlyMap<RouteName, PageComponent> = new Map(
  await Promise.all(ROUTE_NAMES.map(async (name) => [name, await loadPageComponent(name)] as const)),
)

// On a page with late data, a component that is still loading would be a late part, which needs scripts to appear.
// Loading one may add others to the set.
for (const load of lazyComponents) await load()

export interface RenderRequest {
  readonly frame: Frame
  readonly view: PageView
  readonly head: PageHead
  readonly build: BuildManifest
  readonly settings: ClientSettings
  readonly url: string
  readonly signal: AbortSignal
  /** Names of deferred data that arrives after the shell. */
  readonly pending?: readonly string[]
}

/**
 * Renders a page into a stream. Only a page with late data contains inline scripts, with a nonce.
 * @returns when React is done, even if the client is still reading
 * @throws what a component throws, or the signal's reason; before the stream has started, the caller can still send an
 * error page
 */
export async function renderPage(request: RenderRequest, stream: PageStream): Promise<void> {
  const { signal, pending = [] } = request
  signal.throwIfAborted()
  const data = writeDocumentData(request, pending)
  if (pending.length > 0) {
    const nonce = randomBytes(16).toString('base64')
    // React writes its scripts at the end of the tree, where they would break hydration inside a cached layout.
    return pipeTree(renderTree(request), stream, {
      signal,
      start: () => stream.start(documentStart(request, data, false), DOCUMENT_END, nonce),
      hasLateParts: true,
      options: { nonce, bootstrapModules: [startScriptUrl(request.build)] },
    })
  }
  const layout = await findLayout(request)
  const head = documentStart(request, data, true)
  const start = layout && head + (await fillLinks(layout.before, request))
  return pipeTree(renderTree(request, layout && 'page'), stream, {
    signal,
    start: () => stream.start(start ?? head, (layout?.after ?? '') + DOCUMENT_END),
  })
}

interface PipeOptions {
  readonly signal?: AbortSignal
  start(): void
  readonly hasLateParts?: boolean
  readonly options?: RenderToPipeableStreamOptions
}

/** Renders a tree into a stream. The first error ends both. */
function pipeTree(
  tree: ReactNode,
  stream: PageStream,
  { signal, start, hasLateParts = false, options }: PipeOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isAllReady = false
    const abort = () => react.abort(signal?.reason)
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort)
      reject(error)
      if (stream.destroyed) return
      stream.destroy()
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
          if (hasLateParts || isAllReady) react.pipe(stream)
        })
      },
      onAllReady() {
        isAllReady = true
        signal?.removeEventListener('abort', abort)
        // The shell is ready earlier if a lazy component's code has to be loaded.
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
    <StaticRouter location={url} basename={frame.site.base ?? '/'}>
      <App frame={frame} messages={messagesFor(frame.site)} view={withComponent(view)} {...(part && { part })} />
    </StaticRouter>
  )
}

function withComponent(view: PageView): View {
  // The map has every route name.
  return 'error' in view ? view : { page: view, Page: pageComponents.get(view.name)! }
}

interface LayoutHtml {
  readonly before: string
  readonly after: string
}

interface FrameLayouts {
  readonly linkedPaths: ReadonlySet<string>
  readonly layouts: Map<string, Promise<LayoutHtml>>
}

const layoutsByFrame = new WeakMap<Frame, FrameLayouts>()

/** No link of the layout has this path, so none is marked as current. */
const NO_LINK = '/-'

/**
 * Caches the layout, because rendering it takes a third of a product page's time.
 * @returns undefined if the page has to be rendered together with its layout
 */
async function findLayout(request: RenderRequest): Promise<LayoutHtml | undefined> {
  const { frame, view, url } = request
  const [pathname = '', search = ''] = url.split('?')
  const params = new URLSearchParams(search)
  const hasOtherLayout = 'error' in view ? view.error.fatal : ROUTES[view.name].layout !== undefined
  const { base = '' } = frame.site
  const showsSearch = pathname === base + ROUTES.products.path && params.has(LISTING_KEYS.search)
  // The layout's links would contain this URL's enquiry list.
  const hasList = readCarriedItems(params).length > 0
  if (hasOtherLayout || showsSearch || hasList) return undefined
  let known = layoutsByFrame.get(frame)
  if (!known) layoutsByFrame.set(frame, (known = { linkedPaths: listLinkedPaths(frame), layouts: new Map() }))
  const { linkedPaths, layouts } = known
  const path = linkedPaths.has(pathname) ? pathname : base + NO_LINK
  let layout = layouts.get(path)
  if (!layout) {
    layout = renderLayout({ ...request, url: path })
    layouts.set(path, layout)
    layout.catch(() => layouts.delete(path))
  }
  return layout
}

function listLinkedPaths({ site, categories, pageLinks }: Frame): ReadonlySet<string> {
  const paths = [
    '/',
    ...[...site.navigation, ...pageLinks.menu, ...pageLinks.footer].map(({ href }) => href.replace(/#.*/, '')),
    ...categories.map(({ slug }) => categoryPath(slug)),
  ]
  return new Set(paths.map((path) => withBase(site.base ?? '', path)))
}

/** Inserts the links to other languages, which the cached layout leaves out. */
async function fillLinks(html: string, { frame, view }: RenderRequest): Promise<string> {
  if (!frame.languages) return html
  const alternates = 'error' in view ? undefined : view.head.alternates
  const [links, placeholder] = await Promise.all([
    renderText(<LanguageItems frame={frame} alternates={alternates} />),
    renderText(LANGUAGE_LINKS_PLACEHOLDER),
  ])
  return html.replace(placeholder, () => links)
}

async function renderLayout(request: RenderRequest): Promise<LayoutHtml> {
  const [html, placeholder] = await Promise.all([
    renderText(renderTree(request, 'layout')),
    renderText(PAGE_PLACEHOLDER),
  ])
  const [before, after, ...others] = html.split(placeholder)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(
      `A layout must render PAGE_PLACEHOLDER exactly once; it rendered it ${others.length + (after === undefined ? 0 : 1)} times.`,
    )
  return { before, after }
}

async function renderText(tree: ReactNode): Promise<string> {
  const stream = new PageStream(null)
  await pipeTree(tree, stream, { start: () => stream.start('', '') })
  return stream.bytes.toString()
}
