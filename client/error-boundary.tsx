import { Component, type ReactNode } from 'react'
import { defaultStatusMessage, HttpError } from '../shared/http-error.ts'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Another value leaves the error behind. */
  readonly resetKey: string
  readonly renderError: (error: HttpError) => ReactNode
}

interface ErrorBoundaryState {
  readonly error: HttpError | null
  /** The reset key under which the error came. */
  readonly resetKey: string
}

/** Shows the error page in place of a tree that cannot be drawn in the browser. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(thrown: unknown): Partial<ErrorBoundaryState> {
    return { error: thrown instanceof HttpError ? thrown : new HttpError(500, defaultStatusMessage(500), { cause: thrown }) }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey }
  }

  override render(): ReactNode {
    return this.state.error ? this.props.renderError(this.state.error) : this.props.children
  }
}
