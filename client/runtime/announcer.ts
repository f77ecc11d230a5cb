import type { PageHooks } from './page-hooks.ts'

/** Tells screen readers which page a visitor has come to: its title, politely. */
export function startAnnouncer(hooks: PageHooks): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.role = 'status'
  region.dataset['announcer'] = ''
  // In front: at the end it would be a pixel to scroll to.
  document.body.prepend(region)
  hooks.on('page-finish', ({ isFirst }) => {
    // The same title again is no news, and no reader reads it.
    if (!isFirst && region.textContent !== document.title) region.textContent = document.title
  })
}
