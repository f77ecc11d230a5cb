import type { Location } from 'react-router-dom'
import type { PageHooks } from './page-hooks.ts'
import { decodeOrKeep } from '../../shared/urls.ts'

const STORAGE_KEY = 'vitrine:scroll'

/**
 * Scrolls to the top of a new page or to its hash's target; back and forward restore the position (requirements 3.4 and
 * 3.5). The browser restores the position of a page that it loads again.
 */
export function startScrolling(hooks: PageHooks, initial: Location): void {
  let current = initial
  /** By the key of the history entry. */
  const positions = readPositions()
  takeOver()
  // After a return from the back-forward cache.
  window.addEventListener('pageshow', takeOver)
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'
    positions[current.key] = window.scrollY
    writePositions(positions)
  })
  hooks.on('page-start', () => {
    positions[current.key] = window.scrollY
  })
  hooks.on('page-finish', ({ location, action, keepsScroll }) => {
    const isSamePath = current.pathname === location.pathname
    current = location
    const position = action === 'POP' && !keepsScroll ? positions[location.key] : undefined
    if (position !== undefined) window.scrollTo(0, position)
    if (position !== undefined || keepsScroll) return
    const target = findHashTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (!location.hash || !isSamePath) window.scrollTo(0, 0)
  })
}

function takeOver(): void {
  window.history.scrollRestoration = 'manual'
}

/** A reloaded document can go back to pages that an earlier one has shown. */
function readPositions(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number> | null) ?? {}
  } catch {
    return {}
  }
}

function writePositions(positions: Readonly<Record<string, number>>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions))
  } catch {
    // Storage is full or forbidden: the positions last until the next document.
  }
}

export function findHashTarget(hash: string): HTMLElement | null {
  const id = hash.slice(1)
  return id === '' ? null : (document.getElementById(id) ?? document.getElementById(decodeOrKeep(id)))
}
