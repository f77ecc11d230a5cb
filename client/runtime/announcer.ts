import type { PageHooks } from './page-hooks.ts'

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
