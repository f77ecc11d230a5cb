import type { ShownFrame } from '../../shared/page-data.ts'
import type { Messages } from '../../shared/messages/messages.ts'
import { buildErrorTitle } from '../../shared/page-title.ts'
import type { View } from '../base/view.ts'
import type { PageHooks } from './page-hooks.ts'

/** Updates title, description and canonical URL after a navigation. Crawlers read them from the server's document. */
export function applyHead(view: View, { site, siteUrl }: ShownFrame, messages: Messages): void {
  if ('error' in view) {
    document.title = buildErrorTitle(view.error, site, messages)
    return
  }
  const { title, description, canonicalPath } = view.page.head
  document.title = title
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', new URL(canonicalPath, siteUrl).href)
}

/** Announces the title of each new page to screen readers. */
export function startAnnouncer(hooks: PageHooks): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.role = 'status'
  region.dataset['announcer'] = ''
  // As the last element, the region would make the page one pixel taller.
  document.body.prepend(region)
  hooks.on('page-finish', ({ isFirst }) => {
    if (!isFirst && region.textContent !== document.title) region.textContent = document.title
  })
}
