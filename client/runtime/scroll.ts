import type { Location } from 'react-router-dom'
import type { Action } from './navigation.ts'

const STORAGE_KEY = 'vitrine:scroll'

/** Remembers where the visitor was on each entry of the history, also over a reload. */
export interface ScrollMemory {
  /** Notes the present place for the entry that is being left. */
  save(key: string): void
  /** Brings the visitor of a reloaded page back; on a first visit the browser's own place stays. */
  restore(key: string): void
  /** Moves to where the visitor was (back and forward), to the hash's element, or to the top. */
  move(location: Location, action: Action): void
}

export function createScrollMemory(): ScrollMemory {
  const places = readPlaces()
  history.scrollRestoration = 'manual'

  function restore(key: string): boolean {
    const place = places[key]
    if (place !== undefined) window.scrollTo(0, place)
    return place !== undefined
  }

  return {
    save(key) {
      places[key] = window.scrollY
      writePlaces(places)
    },
    restore,
    move(location, action) {
      if (action === 'POP' && restore(location.key)) return
      if (!location.hash) window.scrollTo(0, 0)
      else document.getElementById(decodeHash(location.hash))?.scrollIntoView()
    },
  }
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Storage may be full, forbidden or spoilt: then nothing is remembered over a reload. */
function readPlaces(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number> | null) ?? {}
  } catch {
    return {}
  }
}

function writePlaces(places: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(places))
  } catch {
    // What is in memory serves for this page view.
  }
}
