import type { PageHead } from '../../shared/page-data.ts'

/** Brings the head up to the page that is shown now; previews and search engines read the server's. */
export function applyHead(head: PageHead, siteUrl: string): void {
  document.title = head.title
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description)
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', new URL(head.canonicalPath, siteUrl).href)
}
