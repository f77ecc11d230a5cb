import { findHashTarget } from './hash-target.ts'
import type { PageHooks } from './page-hooks.ts'

/**
 * Lets the focus move with the page, so that keyboard and screen reader go on from there: to the target of the hash, to
 * the new page's main part, or, on back and forward, to the link that a visitor had followed. Where the page stays and only
 * the link goes, as that of a filter does which it takes away, to the part that it stood in.
 */
export function startFocus(hooks: PageHooks): void {
  /** Address of the link that was followed, by key of the history's entry. */
  const followed = new Map<string, string>()
  let part: HTMLElement | null | undefined

  hooks.on('page-start', ({ leaving }) => {
    const href = document.activeElement?.getAttribute('href')
    if (href) followed.set(leaving.key, href)
    part = document.activeElement?.closest<HTMLElement>('[tabindex="-1"]')
  })
  hooks.on('page-finish', ({ location, action, keepsScroll, isFirst }) => {
    if (isFirst || (keepsScroll && document.activeElement !== document.body)) return
    const link = action === 'POP' ? findLink(followed.get(location.key)) : null
    const kept = keepsScroll && part?.isConnected ? part : null
    const target = link ?? kept ?? findHashTarget(location.hash) ?? document.querySelector<HTMLElement>('main')
    if (target) focus(target)
  })
}

function findLink(href: string | undefined): HTMLElement | null {
  if (href === undefined) return null
  const selector = `a[href="${CSS.escape(href)}"]`
  // The page's own link rather than the same one in the navigation.
  return document.querySelector<HTMLElement>(`main ${selector}`) ?? document.querySelector<HTMLElement>(selector)
}

/** The scrolling is somebody else's. What cannot be focused by itself can from here on, by script alone. */
function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
