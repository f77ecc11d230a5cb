import { startTransition, useEffect, useInsertionEffect, useLayoutEffect, useState } from 'react'
import { Router, type Navigator, type NavigationType } from 'react-router-dom'
import { describeError } from '../shared/http-error.ts'
import type { OpenedDocument, ShownFrame } from '../shared/document-data.ts'
import type { Messages } from '../shared/messages/messages.ts'
import { App } from './app.tsx'
import { ErrorBoundary, ErrorFallback } from './error-boundary.tsx'
import type { BotCheck } from './runtime/bot-check.ts'
import { applyHead } from './runtime/head.ts'
import { applyPageStyles } from './runtime/page-files.ts'
import type { ShownView } from './runtime/page-hooks.ts'

export type UpdateView = (next: (shown: ShownView) => ShownView) => void

interface ClientAppProps {
  readonly frame: ShownFrame
  readonly messages: Messages
  readonly styles: OpenedDocument['styles']
  readonly navigator: Navigator
  readonly initial: ShownView
  readonly botCheck: BotCheck
  /** Called when the page can be replaced. */
  readonly onReady: (updateView: UpdateView) => void
  /** Called when all effects of the first page have run. */
  readonly onHydrated: () => void
  readonly onShown: (shown: ShownView) => void
}

/** The tree is the same as on the server, inside a router that shows the navigation's location. */
export function ClientApp({
  frame,
  messages,
  styles,
  navigator,
  initial,
  botCheck,
  onReady,
  onHydrated,
  onShown,
}: ClientAppProps) {
  const [shown, setShown] = useState(initial)
  const { view } = shown
  useInsertionEffect(() => {
    if ('page' in view) applyPageStyles(styles[view.page.name])
  }, [view, styles])
  useLayoutEffect(() => onReady((next) => startTransition(() => setShown(next))), [onReady])
  useLayoutEffect(() => onShown(shown), [shown, onShown])
  useEffect(() => onHydrated(), [onHydrated])
  return (
    <Router
      basename={frame.site.base ?? '/'}
      location={shown.location}
      navigationType={shown.action as NavigationType}
      navigator={navigator}
    >
      <ErrorBoundary
        resetKey={shown.location.key}
        renderError={(error) => {
          const failed = { error: describeError(error, DEVELOPMENT) }
          return (
            <ErrorFallback botCheck={botCheck} onShown={() => applyHead(failed, frame, messages)}>
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
