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

/** Path of the document that confirms the form sent last. */
let confirmation: string | undefined

export function setConfirmation(path: string): void {
  confirmation = path
}

/** Opens the confirmation if the page of the sent form cannot be rendered, so that the visitor does not send it again. */
export function openConfirmation(): void {
  if (confirmation?.startsWith(`${location.pathname}?`)) location.replace(confirmation)
}
