import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and in the first render on top of its HTML, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
