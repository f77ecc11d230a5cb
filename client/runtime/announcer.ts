import type { PageHooks } from './page-hooks.ts'

/** Announces the title of each new page to screen readers, in a polite live region. */
export function startAnnouncer(hooks: PageHooks): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.role = 'status'
  region.dataset['announcer'] = ''
  // The region is the first element, because as the last one it would make the page one pixel taller.
  document.body.prepend(region)
  hooks.on('page-finish', ({ isFirst }) => {
    if (!isFirst && region.textContent !== document.title) region.textContent = document.title
  })
}
