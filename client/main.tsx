import './styles/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PageView } from '../shared/page-data.ts'
import { ROOT_ID } from '../shared/urls.ts'
import { ClientApp, type UpdateView } from './client-app.tsx'
import { loadPageComponent } from './pages/pages.ts'
import { startAnnouncer } from './runtime/announcer.ts'
import { createBotCheck } from './runtime/bot-check.ts'
import { startBuildCheck, startDevelopmentReload } from './runtime/build-check.ts'
import { importOrReload } from './base/chunk-loading.ts'
import { readDocumentData } from './runtime/document-data.ts'
import { startErrorReports } from './runtime/error-report.ts'
import { startFailedPictures } from './runtime/failed-pictures.ts'
import { startFocus } from './runtime/focus.ts'
import { applyHead } from './runtime/head.ts'
import { createHttpClient } from './base/http.ts'
import { interceptLinks } from './runtime/links.ts'
import { setLoadFailure } from './base/load-failure.ts'
import { loadMessages } from './runtime/load-messages.ts'
import { createViewLoader } from './runtime/load-view.ts'
import { startNavigation } from './runtime/navigation.ts'
import { startOwnerWidgets } from './runtime/owner-widgets.ts'
import { createPageHooks, type ShownView } from './runtime/page-hooks.ts'
import { startPageTransitions } from './runtime/page-transitions.ts'
import { createPayloadCache } from './runtime/payload-cache.ts'
import { startPreloading } from './runtime/preload.ts'
import { startProgressBar } from './runtime/progress-bar.ts'
import { yieldToBrowser } from './base/scheduling.ts'
import { startScrolling } from './runtime/scroll.ts'
import type { View } from './base/view.ts'

// Evaluating the scripts has already taken long, so the browser gets a chance to paint and handle input before the
// start.
await yieldToBrowser()
const data = readDocumentData()
const { buildId, settings, styles, frame } = data
const reportError = startErrorReports(buildId)

// A rejection is an uncaught error, which `startErrorReports` reports.
await start()

async function start(): Promise<void> {
  const [view, messages] = await Promise.all([
    readFirstView(data.view),
    importOrReload(() => loadMessages(frame.site.locale)),
  ])

  const botCheck = createBotCheck()
  const http = createHttpClient(settings.httpBaseUrl)
  const hooks = createPageHooks(reportError)
  const isOutdated = startBuildCheck({ http, buildId, intervalMs: settings.buildCheckIntervalMs })
  const payloads = createPayloadCache(http, data)
  const views = createViewLoader({ payloads, styles, isOutdated, botCheck, reportError })

  let onReady: (updateView: UpdateView) => void
  const updateView = new Promise<UpdateView>((resolve) => {
    onReady = resolve
  })
  const {
    navigateTo,
    navigator: routerNavigator,
    initialLocation,
  } = startNavigation<View>({
    hooks,
    load: views.load,
    commit: (confirmed, content) =>
      void updateView.then((update) => update((shown) => ({ ...confirmed, view: content ?? shown.view }))),
  })

  hooks.on('page-finish', ({ view: shownView, isFirst }) => isFirst || applyHead(shownView, frame, messages))
  hooks.on('page-finish', closePopovers)
  // Whether the client is a bot is checked at the start of loading, so that the result is known if the page fails.
  hooks.on('loading-start', () => void botCheck.run())
  startScrolling(hooks)
  startFailedPictures(hooks)
  startPageTransitions(hooks)
  startFocus(hooks)
  startAnnouncer(hooks)
  startProgressBar(hooks, messages)
  hooks.on('loading-start', () => setLoadFailure(null))
  hooks.on('loading-failed', ({ path }) => setLoadFailure({ path, isOffline: !navigator.onLine }))
  startOwnerWidgets(hooks, messages)
  startPreloading(hooks, views.preload)
  const interceptStoppedClicks = interceptLinks(navigateTo)
  if (DEVELOPMENT) startDevelopmentReload(buildId)

  await yieldToBrowser()
  const initial: ShownView = { location: initialLocation, action: 'POP', keepsScroll: true, view }
  // In a transition, hydration yields to the browser and begins with elements that the visitor uses.
  startTransition(() => {
    // Every document with this script has the element.
    const root = document.getElementById(ROOT_ID)!
    hydrateRoot(
      root,
      <ClientApp
        frame={frame}
        messages={messages}
        styles={styles}
        navigator={routerNavigator}
        initial={initial}
        botCheck={botCheck}
        onReady={(update) => onReady(update)}
        onShown={(shown) => {
          hooks.emit('page-finish', { ...shown, isFirst: shown === initial })
          hooks.emit('loading-end', undefined)
        }}
      />,
      { onCaughtError: reportError, onUncaughtError: reportError, onRecoverableError: reportError },
    )
    interceptStoppedClicks(root)
  })
  if (!('error' in data.view) && data.isComplete) {
    payloads.add({ page: data.view, pathname: initialLocation.pathname, search: initialLocation.search })
  }
}

async function readFirstView(view: PageView): Promise<View> {
  if ('error' in view) return view
  return { page: view, Page: await importOrReload(() => loadPageComponent(view.name)) }
}

function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
