import { withoutDocumentBase } from '../base/document-data.ts'
import { isPlainClick } from '../base/plain-click.ts'
import { matchPage } from '../base/routes.tsx'
import type { NavigateTo } from './navigation.ts'

/**
 * Intercepts plain clicks on links and submissions of GET forms that lead to a page of the site, also in the owner's
 * HTML.
 * @returns a function to be called after React has added its listeners to the root element
 */
export function interceptLinks(navigateTo: NavigateTo): (root: HTMLElement) => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || event.defaultPrevented || !isPlainClick(event)) return
    const path = readPageLink(link)
    if (path === undefined) return
    event.preventDefault()
    const { keepsScroll, replaces } = link.dataset
    navigateTo(path, { keepsScroll: keepsScroll !== undefined, ...(replaces !== undefined && { replace: true }) })
  }
  document.addEventListener('click', onClick)
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const url = new URL(form.action)
    // Without empty fields the URL is shorter.
    const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '')
    url.search = new URLSearchParams(fields as [string, string][]).toString()
    const path = readPageUrl(url.href)
    if (path === undefined) return
    event.preventDefault()
    navigateTo(path)
  }
  document.addEventListener('submit', onSubmit)
  // At the root, React stops events of parts that are not hydrated yet, such as a table. The browser would then load a
  // document, and the focus would be lost.
  return (root) => {
    root.addEventListener('click', (event) => event.cancelBubble && onClick(event), { capture: true })
    root.addEventListener('submit', (event) => event.cancelBubble && onSubmit(event), { capture: true })
  }
}

/** @returns path, query and hash of a link to a page of the site in this tab; undefined for other links */
export function readPageLink(link: HTMLAnchorElement): string | undefined {
  const reloadsPage = link.getAttribute('href') === ''
  if (reloadsPage || link.hasAttribute('download') || (link.target && link.target !== '_self')) return undefined
  return readPageUrl(link.href)
}

function readPageUrl(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  // A page in another language is loaded as a document, because its texts are others.
  const pathname = withoutDocumentBase(url.pathname)
  if (url.origin !== window.location.origin || pathname === undefined || !matchPage(pathname)) return undefined
  return url.pathname + url.search + url.hash
}
