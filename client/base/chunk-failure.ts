import {
  LOAD_TIMEOUT_MS,
  RELOAD_DELAY_MAX_MS,
  RELOAD_DELAY_MS,
  RELOAD_MARKER_LIFETIME_MS,
} from '../../shared/constants.ts'

const STORAGE_KEY = 'vitrine:reload'

/** `unknown` if session storage is not available. */
type ReloadPermission = 'granted' | 'denied' | 'unknown'

/**
 * Asks to reload a page whose file failed to load. A marker in session storage prevents a reload loop (requirement
 * 4.3).
 */
export function claimReload(path: string): ReloadPermission {
  try {
    // The marker is a time in milliseconds since 1970, a space and the path with its query and hash.
    const [, expires, marked] = /^(\d+) (.*)$/.exec(sessionStorage.getItem(STORAGE_KEY) ?? '') ?? []
    const remainingMs = marked === path ? Number(expires) - Date.now() : 0
    // A marker that lasts longer was set while the clock was ahead.
    if (remainingMs > 0 && remainingMs <= RELOAD_MARKER_LIFETIME_MS) return 'denied'
    sessionStorage.setItem(STORAGE_KEY, `${Date.now() + RELOAD_MARKER_LIFETIME_MS} ${path}`)
    return 'granted'
  } catch {
    return 'unknown'
  }
}

/**
 * Reloads a page of which a script could not be loaded: most likely a newer build has replaced the document's. Waits
 * until the server responds.
 * @throws the error if a reload is not permitted; the server-rendered HTML stays usable
 */
export async function reloadAfter(error: unknown): Promise<never> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  // The load may have failed because the visitor is leaving. An immediate reload would cancel the visitor's own
  // navigation, so this waits first. While the server restarts, the browser's error page would replace this one.
  let delayMs = RELOAD_DELAY_MS
  do {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    delayMs = Math.min(2 * delayMs, RELOAD_DELAY_MAX_MS)
  } while (!(await isDocumentAvailable(window.location.href)))
  const { pathname, search, hash } = window.location
  if (claimReload(pathname + search + hash) !== 'granted') throw error
  window.location.reload()
  return new Promise(() => {})
}

export async function isDocumentAvailable(path: string): Promise<boolean> {
  try {
    const { status } = await fetch(path, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
    })
    return status < 500
  } catch {
    return false
  }
}

/**
 * Stays pending if a load fails while the visitor leaves: Firefox and WebKit then reject running requests, and a caller
 * that loads a document would cancel the visitor's own navigation.
 */
export async function ignoreErrorOnLeave<Result>(load: () => Promise<Result>): Promise<Result> {
  let isLeaving = false
  const onBeforeUnload = () => {
    isLeaving = true
  }
  // Browsers may exclude pages with such a listener from their back-forward cache, so it is removed.
  window.addEventListener('beforeunload', onBeforeUnload)
  try {
    return await load()
  } catch (error) {
    if (isLeaving) return new Promise(() => {})
    throw error
  } finally {
    window.removeEventListener('beforeunload', onBeforeUnload)
  }
}
