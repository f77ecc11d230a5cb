import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Another value leaves the error behind. */
  readonly resetKey: string
  readonly renderError: (error: unknown) => ReactNode
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null
  /** The reset key under which the error came. */
  readonly resetKey: string
}

/** Draws something else in place of a tree that cannot be drawn in the browser. */
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
