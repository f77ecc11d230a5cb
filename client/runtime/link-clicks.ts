import type { NavigateTo } from './navigation.ts'
import { readPageLink, readPageUrl } from './page-link.ts'

/**
 * Takes over plain clicks on links and plain GET forms, the site's own and those in the owner's texts, where they lead to
 * one of the site's pages. Everything else is left to the browser.
 */
export function takeOverLinks(navigateTo: NavigateTo): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const path = readPageLink(link)
    if (path === undefined) return
    event.preventDefault()
    const { keepsScroll, replaces } = link.dataset
    navigateTo(path, { keepsScroll: keepsScroll !== undefined, ...(replaces !== undefined && { replace: true }) })
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const url = new URL(form.action)
    // Empty fields say nothing; without them the address is one that can be shared.
    const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '')
    url.search = new URLSearchParams(fields as [string, string][]).toString()
    const path = readPageUrl(url.href)
    if (path === undefined) return
    event.preventDefault()
    navigateTo(path)
  })
}
