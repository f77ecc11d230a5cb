import { matchPage } from '../routes.tsx'

/** Path, query and hash where a link leads to one of the site's pages in this tab; else the browser's to follow. */
export function readPageLink(link: HTMLAnchorElement): string | undefined {
  // An empty address asks for the page that is shown, anew.
  if (link.getAttribute('href') === '') return undefined
  if (link.hasAttribute('download') || (link.target && link.target !== '_self')) return undefined
  return readPageUrl(link.href)
}

/** Path, query and hash of an address that is one of the site's pages. */
export function readPageUrl(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.origin !== window.location.origin || !matchPage(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
