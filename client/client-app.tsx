import { startTransition, useInsertionEffect, useLayoutEffect, useState } from 'react'
import { Router, type Navigator, type NavigationType } from 'react-router-dom'
import { describeError } from '../shared/http-error.ts'
import type { OpenedDocument, ShownFrame } from '../shared/document-data.ts'
import type { Messages } from '../shared/messages/messages.ts'
import { App } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailedApp } from './failed-app.tsx'
import type { BotCheck } from './runtime/bot-check.ts'
import type { Confirmed } from './runtime/navigation.ts'
import { applyHead } from './runtime/head.ts'
import { applyPageStyles } from './runtime/page-styles.ts'
import type { View } from './view.ts'

export interface Shown extends Confirmed {
  readonly view: View
}

/** Shows something else from now on. */
export type Show = (next: (shown: Shown) => Shown) => void

interface ClientAppProps {
  readonly frame: ShownFrame
  readonly messages: Messages
  /** Of each page, as they are called in the build. */
  readonly styles: OpenedDocument['styles']
  readonly navigator: Navigator
  readonly initial: Shown
  readonly botCheck: BotCheck
  /** From now on something else can be shown. */
  readonly onReady: (show: Show) => void
  /** What was asked for is on the screen. */
  readonly onShown: (shown: Shown) => void
}

/** The site in the browser: the same tree as the server's, below a router that follows the navigation. */
export function ClientApp({ frame, messages, styles, navigator, initial, botCheck, onReady, onShown }: ClientAppProps) {
  const [shown, setShown] = useState(initial)
  const { view } = shown
  useInsertionEffect(() => {
    if ('page' in view) applyPageStyles(styles[view.page.name])
  }, [view, styles])
  useLayoutEffect(() => onReady((next) => startTransition(() => setShown(next))), [onReady])
  useLayoutEffect(() => onShown(shown), [shown, onShown])
  return (
    <Router location={shown.location} navigationType={shown.action as NavigationType} navigator={navigator}>
      <ErrorBoundary
        resetKey={shown.location.key}
        renderError={(error) => {
          const failed = { error: describeError(error, DEVELOPMENT) }
          return (
            <FailedApp botCheck={botCheck} onShown={() => applyHead(failed, frame, messages)}>
              <App frame={frame} messages={messages} view={failed} />
            </FailedApp>
          )
        }}
      >
        <App frame={frame} messages={messages} view={view} />
      </ErrorBoundary>
    </Router>
  )
}
