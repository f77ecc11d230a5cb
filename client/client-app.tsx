import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { Router, type Navigator, type NavigationType } from 'react-router-dom'
import type { Frame } from '../shared/page-data.ts'
import { App, type View } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Confirmed } from './runtime/navigation.ts'

export interface Shown extends Confirmed {
  readonly view: View
}

interface ClientAppProps {
  readonly frame: Frame
  readonly navigator: Navigator
  readonly initial: Shown
  /** Receives the function that shows something else from now on. */
  readonly onReady: (show: (next: (shown: Shown) => Shown) => void) => void
  /** What was asked for is on the screen. Not called for the first page. */
  readonly onShown: (shown: Shown) => void
}

/** The site in the browser: the same tree as the server's, below a router that follows the navigation. */
export function ClientApp({ frame, navigator, initial, onReady, onShown }: ClientAppProps) {
  const [shown, setShown] = useState(initial)
  const previous = useRef(initial)
  useLayoutEffect(() => onReady((next) => startTransition(() => setShown(next))), [onReady])
  useLayoutEffect(() => {
    if (previous.current === shown) return
    previous.current = shown
    onShown(shown)
  }, [shown, onShown])
  return (
    <Router location={shown.location} navigationType={shown.action as NavigationType} navigator={navigator}>
      <ErrorBoundary
        resetKey={shown.location.key}
        renderError={({ status, message, fatal }) => (
          <App frame={frame} view={{ error: { statusCode: status, statusMessage: message, fatal } }} />
        )}
      >
        <App frame={frame} view={shown.view} />
      </ErrorBoundary>
    </Router>
  )
}
