import type { Location } from 'react-router-dom'
import type { PageHooks } from './page-hooks.ts'
import { decodeOrKeep } from '../../shared/urls.ts'
import { restoreScrollPosition, saveScrollPosition } from './scroll-positions.ts'

/**
 * Scrolls to the top of a new page or to its hash's target; back and forward restore the position (requirements 3.4 and
 * 3.5).
 */
export function startScrolling(hooks: PageHooks): void {
  let current: Location | undefined
  window.history.scrollRestoration = 'manual'

  hooks.on('page-start', ({ leaving }) => saveScrollPosition(leaving.key))
  hooks.on('page-finish', ({ location, action, keepsScroll, isFirst }) => {
    const isSamePath = current?.pathname === location.pathname
    current = location
    // The start script has restored the first page's position.
    if (isFirst || (action === 'POP' && restoreScrollPosition(location.key)) || keepsScroll) return
    const target = findHashTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (!location.hash || !isSamePath) window.scrollTo(0, 0)
  })
}

export function findHashTarget(hash: string): HTMLElement | null {
  const id = hash.slice(1)
  return id === '' ? null : (document.getElementById(id) ?? document.getElementById(decodeOrKeep(id)))
}
