import './styles/main.css'
import { startTransition, useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { Router, type Navigator, type NavigationType } from 'react-router-dom'
import type { DocumentData, OpenedDocument, PageView } from '../shared/page-data.ts'
import { describeError } from '../shared/http-error.ts'
import type { Messages } from '../shared/messages/messages.ts'
import { ROOT_ID } from '../shared/urls.ts'
import { App } from './app.tsx'
import { openConfirmation, setLoadFailure } from './base/navigation-outcome.ts'
import { createHttpClient } from './base/http.ts'
import { yieldToBrowser } from './base/scheduling.ts'
import type { View } from './base/view.ts'
import { ErrorBoundary, ErrorFallback } from './error-boundary.tsx'
import { loadPageComponent } from './pages/pages.ts'
import { startAnnouncer, applyHead } from './runtime/head.ts'
import { checkBot } from './runtime/bot-check.ts'
import { startFailedPictures } from './runtime/failed-pictures.ts'
import { startFocus, startScrolling } from './runtime/focus-and-scroll.ts'
import { interceptLinks } from './runtime/links.ts'
import { loadMessages, openDocument } from './runtime/open-document.ts'
import { createViewLoader } from './runtime/load-view.ts'
import { startNavigation } from './runtime/navigation.ts'
import { startOwnerWidgets } from './runtime/owner-widgets.ts'
import { applyPageStyles } from './runtime/page-files.ts'
import { PageHooks, type ShownView } from './runtime/page-hooks.ts'
import { startPageTransitions } from './runtime/page-transitions.ts'
import { createPayloadCache } from './runtime/payload-cache.ts'
import { startPreloading } from './runtime/preload.ts'
import { startProgressBar } from './runtime/progress-bar.ts'

interface StartedServices {
  readonly reportError: (error: unknown) => void
  readonly isOutdated: () => boolean
}

/** @throws if the page's chunk or the messages cannot be loaded */
export async function loadFirstPage(data: DocumentData) {
  const opened = openDocument(data)
  const [view, messages] = await Promise.all([
    readFirstView(opened.view),
    loadMessages(opened.frame.site, data.scripts[0]),
  ])
  return { opened, view, messages }
}

/**
 * Starts the navigation and hydrates the page.
 * @returns a promise that resolves when all parts of the page handle events
 */
export async function hydratePage(
  { opened: data, view, messages }: Awaited<ReturnType<typeof loadFirstPage>>,
  { reportError, isOutdated }: StartedServices,
): Promise<void> {
  const { settings, styles, frame } = data
  const reportFailure = (error: unknown) => {
    reportError(error)
    openConfirmation()
  }
  const hooks = new PageHooks()
  const payloads = createPayloadCache(createHttpClient(settings.httpBaseUrl), data)
  const views = createViewLoader({ payloads, styles, isOutdated, reportError })

  const isHydrated = Promise.withResolvers<void>()
  /** Resolves after the first render: an earlier update would discard the server-rendered HTML. */
  const rendered = Promise.withResolvers<Root>()
  const navigation = startNavigation({
    hooks,
    load: views.load,
    commit(confirmed, content) {
      shown = { ...confirmed, view: content ?? shown.view }
      const next = renderApp(shown)
      void rendered.promise.then((root) => startTransition(() => root.render(next)))
    },
  })
  const initial: ShownView = { location: navigation.initialLocation, action: 'POP', keepsScroll: true, view }
  let shown = initial

  hooks.on('page-finish', ({ view: shownView, isFirst }) => {
    if (isFirst) return
    applyHead(shownView, frame, messages)
    closePopovers()
  })
  // The check starts with loading, so that its result is known if the page fails.
  hooks.on('loading-start', () => void checkBot())
  startScrolling(hooks, initial.location)
  startFailedPictures(hooks)
  startPageTransitions(hooks)
  startFocus(hooks)
  startAnnouncer(hooks)
  startProgressBar(hooks, messages)
  hooks.on('loading-start', () => setLoadFailure(null))
  hooks.on('loading-failed', ({ path }) => setLoadFailure({ path, isOffline: !navigator.onLine }))
  startOwnerWidgets(hooks, messages)
  startPreloading(hooks, views.preload)
  const interceptStoppedClicks = interceptLinks(navigation.navigateTo)

  const renderApp = (current: ShownView) => (
    <ClientApp
      data={data}
      messages={messages}
      navigator={navigation.navigator}
      shown={current}
      onShown={() => {
        hooks.emit('page-finish', { ...current, isFirst: current === initial })
        hooks.emit('loading-end', undefined)
        rendered.resolve(root)
      }}
      onHydrated={isHydrated.resolve}
    />
  )
  await yieldToBrowser()
  // Every document with this script has the element.
  const container = document.getElementById(ROOT_ID)!
  let root: Root
  // In a transition, hydration yields to the browser and begins with elements in use.
  startTransition(() => {
    root = hydrateRoot(container, renderApp(initial), {
      onCaughtError: reportFailure,
      onUncaughtError: reportFailure,
      onRecoverableError: reportError,
    })
    interceptStoppedClicks(container)
  })
  if (!('error' in data.view) && data.isComplete) {
    const { pathname, search } = initial.location
    payloads.add({ page: data.view, pathname, search })
  }
  await isHydrated.promise
}

interface ClientAppProps {
  readonly data: OpenedDocument
  readonly messages: Messages
  readonly navigator: Navigator
  readonly shown: ShownView
  readonly onShown: () => void
  /** Called when all effects of the first page have run. */
  readonly onHydrated: () => void
}

/** The tree is the same as on the server, inside a router that shows the navigation's location. */
function ClientApp({ data, messages, navigator, shown, onShown, onHydrated }: ClientAppProps) {
  const { frame, styles } = data
  const { location, action, view } = shown
  useInsertionEffect(() => {
    if ('page' in view) applyPageStyles(styles[view.page.name])
  }, [view, styles])
  useLayoutEffect(onShown, [onShown])
  useEffect(onHydrated, [onHydrated])
  return (
    <Router
      basename={frame.site.base ?? '/'}
      location={location}
      navigationType={action as NavigationType}
      navigator={navigator}
    >
      <ErrorBoundary
        resetKey={location.key}
        renderError={(error) => {
          const failed = { error: describeError(error, DEVELOPMENT) }
          return (
            <ErrorFallback onShown={() => applyHead(failed, frame, messages)}>
              <App frame={frame} messages={messages} view={failed} />
            </ErrorFallback>
          )
        }}
      >
        <App frame={frame} messages={messages} view={view} />
      </ErrorBoundary>
    </Router>
  )
}

async function readFirstView(view: PageView): Promise<View> {
  if ('error' in view) return view
  return { page: view, Page: await loadPageComponent(view.name) }
}

function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
