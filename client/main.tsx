import './styles/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PageView } from '../shared/page-data.ts'
import { ROOT_ID } from '../shared/urls.ts'
import { ClientApp, type Show, type Shown } from './client-app.tsx'
import { loadPageComponent } from './pages.ts'
import { startAnnouncer } from './runtime/announcer.ts'
import { createBotCheck } from './runtime/bot-check.ts'
import { startBuildCheck } from './runtime/build-check.ts'
import { startDevelopmentReload } from './runtime/development-reload.ts'
import { readDocumentData } from './runtime/document-data.ts'
import { startErrorReports } from './runtime/error-report.ts'
import { startFailedPictures } from './runtime/failed-pictures.ts'
import { startFocus } from './runtime/focus.ts'
import { applyHead } from './runtime/head.ts'
import { createHttpClient } from './runtime/http.ts'
import { importOrReload } from './runtime/import-or-reload.ts'
import { loadMessages } from './runtime/language.ts'
import { takeOverLinks } from './runtime/link-clicks.ts'
import { createViewLoader } from './runtime/load-view.ts'
import { startManifest } from './runtime/manifest.ts'
import { startNavigation } from './runtime/navigation.ts'
import { startOwnerWidgets } from './runtime/owner-widgets.ts'
import { createPageHooks } from './runtime/page-hooks.ts'
import { pause } from './runtime/pause.ts'
import { startPageTransitions } from './runtime/page-transitions.ts'
import { createPayloads } from './runtime/payload.ts'
import { closePopovers } from './runtime/popovers.ts'
import { startPreloading } from './runtime/preload.ts'
import { startProgressBar } from './runtime/progress-bar.ts'
import { startScrolling } from './runtime/scroll.ts'
import type { View } from './view.ts'

// By now the scripts have been read and run, which takes long enough.
await pause()
const data = readDocumentData()
const { buildId, settings, styles, frame } = data
const reportError = startErrorReports(buildId)

// What it throws is an uncaught error: the browser logs it, and the reports have it from there.
await start()

/** Hydrates what the server drew, and switches on every behaviour of the runtime, each in its one line. */
async function start(): Promise<void> {
  const root = document.getElementById(ROOT_ID)!
  const [view, messages] = await Promise.all([
    readFirstView(data.view),
    importOrReload(() => loadMessages(frame.site.locale)),
  ])

  const botCheck = createBotCheck()
  const http = createHttpClient(settings.httpBaseUrl)
  const hooks = createPageHooks(reportError)
  const manifest = startManifest(http, buildId)
  const isOutdated = startBuildCheck({ http, buildId, intervalMs: settings.buildCheckIntervalMs, manifest })
  const payloads = createPayloads(http, data)
  const views = createViewLoader({ payloads, styles, isOutdated, botCheck, reportError })

  let receiveShow: (show: Show) => void
  /** A visitor may be quicker than the hydration. */
  const ready = new Promise<Show>((resolve) => {
    receiveShow = resolve
  })
  const {
    navigateTo,
    navigator: routerNavigator,
    initialLocation,
  } = startNavigation<View>({
    hooks,
    load: views.load,
    commit: (confirmed, content) =>
      void ready.then((show) => show((shown) => ({ ...confirmed, view: content ?? shown.view }))),
  })

  hooks.on('page-finish', ({ view: shownView, isFirst }) => isFirst || applyHead(shownView, frame, messages))
  hooks.on('page-finish', closePopovers)
  // Known by the time that a next page could fail.
  hooks.on('loading-start', () => void botCheck.ask())
  startScrolling(hooks)
  startFailedPictures(hooks)
  startPageTransitions(hooks)
  startFocus(hooks)
  startAnnouncer(hooks)
  startProgressBar(hooks, messages)
  startOwnerWidgets(hooks, messages)
  startPreloading(hooks, views.preload)
  takeOverLinks(navigateTo)
  if (DEVELOPMENT) startDevelopmentReload(buildId)

  await pause()
  const initial: Shown = { location: initialLocation, action: 'POP', keepsScroll: true, view }
  // As a transition it goes on in small pieces, with room for the visitor in between; what is pressed meanwhile comes first.
  startTransition(() => {
    hydrateRoot(
      root,
      <ClientApp
        frame={frame}
        messages={messages}
        styles={styles}
        navigator={routerNavigator}
        initial={initial}
        botCheck={botCheck}
        onReady={(show) => receiveShow(show)}
        onShown={(shown) => {
          hooks.emit('page-finish', { ...shown, isFirst: shown === initial })
          hooks.emit('loading-end', undefined)
        }}
      />,
      { onCaughtError: reportError, onUncaughtError: reportError, onRecoverableError: reportError },
    )
  })
  // The first page is kept as well, for the way back.
  if (!('error' in data.view) && data.isComplete) {
    payloads.keep({ page: data.view, pathname: initialLocation.pathname, search: initialLocation.search })
  }
}

/** What the document shows, with the component that drew it. */
async function readFirstView(view: PageView): Promise<View> {
  if ('error' in view) return view
  return { page: view, Page: await importOrReload(() => loadPageComponent(view.name)) }
}
