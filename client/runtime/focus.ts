import { findHashTarget } from './scroll.ts'
import type { PageHooks } from './page-hooks.ts'

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
