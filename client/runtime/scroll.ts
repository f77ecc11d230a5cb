import type { Location } from 'react-router-dom'
import type { PageHooks } from './page-hooks.ts'

const STORAGE_KEY = 'vitrine:scroll'

/**
 * Scrolls to the top of a new page or to the target of its hash; on back and forward, restores the scroll position
 * (requirements 3.4 and 3.5). Positions are stored in session storage, by history entry.
 */
export function startScrolling(hooks: PageHooks): void {
  const positions = readPositions()
  let current: Location | undefined
  window.history.scrollRestoration = 'manual'

  function save(key: string): void {
    positions[key] = window.scrollY
    writePositions(positions)
  }

  function restore(key: string): boolean {
    const position = positions[key]
    if (position === undefined) return false
    window.scrollTo(0, position)
    return true
  }

  hooks.on('page-start', ({ leaving }) => save(leaving.key))
  window.addEventListener('pagehide', () => {
    if (current) save(current.key)
  })
  hooks.on('page-finish', ({ location, action, keepsScroll, isFirst }) => {
    const isSamePath = current?.pathname === location.pathname
    current = location
    if (isFirst || action === 'POP') {
      // The visitor may have scrolled before hydration, so the first page is never scrolled to the top.
      if (restore(location.key) || isFirst) return
    }
    if (keepsScroll) return
    const target = findHashTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (!location.hash || !isSamePath) window.scrollTo(0, 0)
  })
}

function readPositions(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number> | null) ?? {}
  } catch {
    return {}
  }
}

function writePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions))
  } catch {
    // If session storage is full or forbidden, the positions stay in memory until the next document is loaded.
  }
}

/** @returns the element that a hash refers to; null if the page has none */
export function findHashTarget(hash: string): HTMLElement | null {
  const id = hash.slice(1)
  return id === '' ? null : (document.getElementById(id) ?? document.getElementById(decodeOrKeep(id)))
}

function decodeOrKeep(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
