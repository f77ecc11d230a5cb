import './styles/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { DocumentData, OpenedDocument } from '../shared/document-data.ts'
import type { Messages } from '../shared/messages/messages.ts'
import type { PageView } from '../shared/page-data.ts'
import { ROOT_ID } from '../shared/urls.ts'
import { ClientApp, type UpdateView } from './client-app.tsx'
import { loadPageComponent } from './pages/pages.ts'
import { startAnnouncer } from './runtime/announcer.ts'
import { createBotCheck } from './runtime/bot-check.ts'
import { openDocument } from './runtime/open-document.ts'
import { startFailedPictures } from './runtime/failed-pictures.ts'
import { startFocus } from './runtime/focus.ts'
import { applyHead } from './runtime/head.ts'
import { openConfirmation } from './base/confirmation.ts'
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

interface StartedServices {
  readonly reportError: (error: unknown) => void
  readonly isOutdated: () => boolean
}

export interface FirstPage {
  readonly opened: OpenedDocument
  readonly view: View
  readonly messages: Messages
}

/** @throws if the page's chunk or the messages cannot be loaded */
export async function loadFirstPage(data: DocumentData): Promise<FirstPage> {
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
  { opened: data, view, messages }: FirstPage,
  { reportError, isOutdated }: StartedServices,
): Promise<void> {
  const { settings, styles, frame } = data
  const reportFailure = (error: unknown) => {
    reportError(error)
    openConfirmation()
  }
  const botCheck = createBotCheck()
  const http = createHttpClient(settings.httpBaseUrl)
  const hooks = createPageHooks(reportError)
  const payloads = createPayloadCache(http, data)
  const views = createViewLoader({ payloads, styles, isOutdated, botCheck, reportError })

  let onHydrated: () => void
  const hydrated = new Promise<void>((resolve) => {
    onHydrated = resolve
  })
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

  hooks.on('page-finish', ({ view: shownView, isFirst }) => {
    if (isFirst) return
    applyHead(shownView, frame, messages)
    closePopovers()
  })
  // The check starts with loading, so that its result is known if the page fails.
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

  await yieldToBrowser()
  const initial: ShownView = { location: initialLocation, action: 'POP', keepsScroll: true, view }
  // In a transition, hydration yields to the browser and begins with elements in use.
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
        onHydrated={() => onHydrated()}
        onShown={(shown) => {
          hooks.emit('page-finish', { ...shown, isFirst: shown === initial })
          hooks.emit('loading-end', undefined)
        }}
      />,
      { onCaughtError: reportFailure, onUncaughtError: reportFailure, onRecoverableError: reportError },
    )
    interceptStoppedClicks(root)
  })
  if (!('error' in data.view) && data.isComplete) {
    payloads.add({ page: data.view, pathname: initialLocation.pathname, search: initialLocation.search })
  }
  await hydrated
}

async function readFirstView(view: PageView): Promise<View> {
  if ('error' in view) return view
  return { page: view, Page: await loadPageComponent(view.name) }
}

function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
