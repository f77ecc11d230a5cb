import type { Location } from 'react-router-dom'
import type { Action } from './navigation.ts'

const STORAGE_KEY = 'vitrine:scroll'

/** Remembers where the visitor was on each entry of the history, also over a reload. */
export interface ScrollMemory {
  /** Notes the present place for the entry that is being left. */
  save(key: string): void
  /** Moves to where the visitor was (back and forward), to the hash's element, or to the top. */
  move(location: Location, action: Action): void
}

export function createScrollMemory(): ScrollMemory {
  const places = readPlaces()
  history.scrollRestoration = 'manual'
  return {
    save(key) {
      places[key] = window.scrollY
      writePlaces(places)
    },
    move(location, action) {
      const saved = action === 'POP' ? places[location.key] : undefined
      if (saved !== undefined) {
        window.scrollTo(0, saved)
        return
      }
      const target = location.hash && document.getElementById(decodeHash(location.hash))
      if (target) target.scrollIntoView()
      else if (!location.hash) window.scrollTo(0, 0)
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
