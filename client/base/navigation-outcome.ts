import { useSyncExternalStore } from 'react'

/** A failed navigation to a list, after which the current list stays. */
interface LoadFailure {
  /** Path and query of that list. */
  readonly path: string
  readonly isOffline: boolean
}

let failure: LoadFailure | null = null
const listeners = new Set<() => void>()

/** @returns null if the last navigation succeeded */
export function useLoadFailure(): LoadFailure | null {
  return useSyncExternalStore(
    subscribe,
    () => failure,
    () => null,
  )
}

/** @param next null if a navigation begins */
export function setLoadFailure(next: LoadFailure | null): void {
  failure = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
