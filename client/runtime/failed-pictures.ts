import type { PageHooks } from './page-hooks.ts'

/** Marks pictures that cannot be loaded, for the style sheet: each browser has a sign of its own for them, and all get the same one here. */
export function startFailedPictures(hooks: PageHooks): void {
  hooks.on('page-finish', ({ isFirst }) => {
    // Not before: hydration compares the attributes.
    if (!isFirst) return
    document.addEventListener('error', mark, true)
    document.addEventListener('load', mark, true)
    for (const target of document.images) {
      // A drawing without a size of its own has no width either, but can be decoded.
      if (target.complete && !target.naturalWidth) target.decode().catch(() => mark({ type: 'error', target }))
    }
  })
}

function mark({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target instanceof HTMLImageElement) target.toggleAttribute('data-failed', type === 'error')
}
