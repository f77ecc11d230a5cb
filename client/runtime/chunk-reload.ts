import { RELOAD_MARKER_LIFETIME_MS } from '../../shared/constants.ts'

const STORAGE_KEY = 'vitrine:reload'

interface ReloadMarker {
  /** Path, query and hash of the page that was reloaded. */
  readonly path: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** What the storage knows of a page: it may be loaded anew, was so just now, or nothing can be remembered. */
type ReloadPermission = 'granted' | 'denied' | 'unknown'

/**
 * Asks whether a page may be loaded anew after one of its files failed, and notes that it will be: the marker prevents
 * a loop (specification, section 4).
 */
export function claimReload(path: string): ReloadPermission {
  try {
    const marker = readMarker()
    if (marker && marker.path === path && marker.expires > Date.now()) return 'denied'
    const next: ReloadMarker = { path, expires: Date.now() + RELOAD_MARKER_LIFETIME_MS }
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    return 'granted'
  } catch {
    return 'unknown'
  }
}

/** @throws where the storage is forbidden; what is spoilt in it counts as nothing */
function readMarker(): ReloadMarker | null {
  const text = sessionStorage.getItem(STORAGE_KEY)
  try {
    return JSON.parse(text ?? 'null') as ReloadMarker | null
  } catch {
    return null
  }
}
