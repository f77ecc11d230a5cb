import { useSyncExternalStore } from 'react'

/** False on the server and in the first draw over its HTML, true ever after: what scripts alone can do waits for it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isHydratedInBrowser, isHydratedOnServer)
}

const subscribeToNothing = () => () => {}
const isHydratedInBrowser = () => true
const isHydratedOnServer = () => false
