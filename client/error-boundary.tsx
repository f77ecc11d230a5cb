import { Component, useEffect, useState, type ReactNode } from 'react'
import { ROOT_ID } from '../shared/urls.ts'
import { checkBot, isKnownBot } from './runtime/bot-check.ts'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** A new value clears the error. */
  readonly resetKey: string
  readonly renderError: (error: unknown) => ReactNode
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null
  readonly resetKey: string
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { failure: null, resetKey }
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.renderError(this.state.failure.error) : this.props.children
  }
}

interface ErrorFallbackProps {
  readonly children: ReactNode
  readonly onShown: () => void
}

/** For bots, the HTML that was rendered before the error stays. */
export function ErrorFallback({ children, onShown }: ErrorFallbackProps) {
  const [isBot, setIsBot] = useState(isKnownBot)
  // During the first render the old HTML is still in the document.
  const [oldHtml] = useState(() => (isBot === false ? '' : (document.getElementById(ROOT_ID)?.innerHTML ?? '')))
  useEffect(() => void checkBot().then(setIsBot), [])
  useEffect(() => {
    if (isBot === false) onShown()
  })
  return isBot === false ? children : <div dangerouslySetInnerHTML={{ __html: oldHtml }} />
}
