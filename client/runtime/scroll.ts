import type { Location } from 'react-router-dom'
import { findHashTarget } from './hash-target.ts'
import type { PageHooks } from './page-hooks.ts'

const STORAGE_KEY = 'vitrine:scroll'

/**
 * Moves to the top of a new page, to the target its hash names, or, on back and forward, to where the visitor was
 * (specification, section 2). Places are remembered for each entry of the history, over a reload too.
 */
export function startScrolling(hooks: PageHooks): void {
  const places = readPlaces()
  let present: Location | undefined
  window.history.scrollRestoration = 'manual'

  function save(key: string): void {
    places[key] = window.scrollY
    writePlaces(places)
  }

  function restore(key: string): boolean {
    const place = places[key]
    if (place === undefined) return false
    layOutAll()
    window.scrollTo(0, place)
    return true
  }

  hooks.on('page-start', ({ leaving }) => save(leaving.key))
  window.addEventListener('pagehide', () => {
    if (present) save(present.key)
  })
  hooks.on('page-finish', ({ location, action, keepsScroll, isFirst }) => {
    if (!isFirst) layOutAll()
    const isSamePath = present?.pathname === location.pathname
    present = location
    if (isFirst || action === 'POP') {
      // A visitor who has moved before the scripts came stays where they are.
      if (restore(location.key) || isFirst) return
    }
    if (keepsScroll) return
    const target = findHashTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (!location.hash || !isSamePath) window.scrollTo(0, 0)
  })
}

/** From now on also what is far below has its height, and not one that was guessed (client/styles/controls.css). */
function layOutAll(): void {
  document.documentElement.setAttribute('data-moved', '')
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
