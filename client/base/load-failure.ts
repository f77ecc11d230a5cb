import { useSyncExternalStore } from 'react'

/** A change of a list, such as another filter, could not be loaded, so the current list stays. */
interface LoadFailure {
  /** Path and query of the list that could not be loaded. */
  readonly path: string
  readonly isOffline: boolean
}

let failure: LoadFailure | null = null
const listeners = new Set<() => void>()

/** @returns the failure of the last navigation; null if it succeeded */
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
