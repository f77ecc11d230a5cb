import { useId, ViewTransition, type ReactNode } from 'react'

/**
 * React's view transition without a name. The server draws none: its marks on every element are of use only to parts
 * that come late, which nobody wants to see flying.
 */
export const Transition = typeof document === 'undefined' ? TransitionOnServer : ViewTransition

/** Leaves nothing but a level in the ids below it, as the browser's does. */
function TransitionOnServer({ children }: { readonly children?: ReactNode }) {
  useId()
  return children
}
