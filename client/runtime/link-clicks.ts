import type { Navigator } from 'react-router-dom'
import { matchRoute } from '../../shared/routes.ts'

/**
 * Takes over plain clicks on links and plain GET forms that the router does not draw itself, such as those in the
 * owner's texts, where they lead to one of the site's pages. Everything else is left to the browser.
 */
export function takeOverLinks(navigator: Navigator): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return
    const url = readPageUrl(link.href)
    if (!url) return
    event.preventDefault()
    navigator.push(url)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const url = new URL(form.action)
    // Empty fields say nothing; without them the address is one that can be shared.
    const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '')
    url.search = new URLSearchParams(fields as [string, string][]).toString()
    const page = readPageUrl(url.href)
    if (!page) return
    event.preventDefault()
    navigator.push(page)
  })
}

/** Path, query and hash of an address that is one of the site's pages. */
function readPageUrl(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.origin !== window.location.origin || !isPage(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

function isPage(pathname: string): boolean {
  try {
    return matchRoute(pathname) !== undefined
  } catch {
    return false
  }
}
