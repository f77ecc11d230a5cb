import type { Location } from 'react-router-dom'
import { createDeviceStore } from '../base/device-store.ts'
import type { PageHooks } from './page-hooks.ts'
import { decodeOrKeep } from '../../shared/urls.ts'

const NONE: Readonly<Record<string, number>> = {}

/** By the key of the history entry. A reloaded document can go back to pages that an earlier one has shown. */
const positions = createDeviceStore({
  key: 'vitrine:scroll',
  storage: 'sessionStorage',
  empty: NONE,
  read: (stored) => stored as typeof NONE,
})

/**
 * Scrolls to the top of a new page or to its hash's target; back and forward restore the position (requirements 3.4 and
 * 3.5). The browser restores the position of a page that it loads again.
 */
export function startScrolling(hooks: PageHooks, initial: Location): void {
  let current = initial
  const keepPosition = () => positions.set({ ...positions.get(), [current.key]: window.scrollY })
  takeOver()
  // After a return from the back-forward cache.
  window.addEventListener('pageshow', takeOver)
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'
    keepPosition()
  })
  hooks.on('page-start', keepPosition)
  hooks.on('page-finish', ({ location, action, keepsScroll }) => {
    const isSamePath = current.pathname === location.pathname
    current = location
    const position = action === 'POP' && !keepsScroll ? positions.get()[location.key] : undefined
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

function findHashTarget(hash: string): HTMLElement | null {
  const id = hash.slice(1)
  return id === '' ? null : (document.getElementById(id) ?? document.getElementById(decodeOrKeep(id)))
}

/**
 * Moves the focus after each navigation: to the hash's target or to `main`; on back and forward, to the link that was
 * followed. If the page stays and only the focused link is removed (such as a filter's), the focus moves to the
 * focusable region around it.
 */
export function startFocus(hooks: PageHooks): void {
  /** The `href` of the followed link, by the key of its history entry. */
  const followedLinks = new Map<string, string>()
  let region: HTMLElement | null | undefined

  hooks.on('page-start', ({ leaving }) => {
    const href = document.activeElement?.getAttribute('href')
    if (href) followedLinks.set(leaving.key, href)
    region = document.activeElement?.closest<HTMLElement>('[tabindex="-1"]')
  })
  hooks.on('page-finish', ({ location, action, keepsScroll, isFirst }) => {
    if (isFirst || (keepsScroll && document.activeElement !== document.body)) return
    const link = action === 'POP' ? findLink(followedLinks.get(location.key)) : null
    const remainingRegion = keepsScroll && region?.isConnected ? region : null
    const target =
      link ?? remainingRegion ?? findHashTarget(location.hash) ?? document.querySelector<HTMLElement>('main')
    if (target) focus(target)
  })
}

function findLink(href: string | undefined): HTMLElement | null {
  if (href === undefined) return null
  const selector = `a[href="${CSS.escape(href)}"]`
  // The navigation may contain the same link.
  return document.querySelector<HTMLElement>(`main ${selector}`) ?? document.querySelector<HTMLElement>(selector)
}

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
