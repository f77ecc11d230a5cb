import type { PageHooks } from './page-hooks.ts'

/** Marks pictures that failed to load with `data-failed`, so that style sheets show the same placeholder in every browser. */
export function startFailedPictures(hooks: PageHooks): void {
  hooks.on('page-finish', ({ isFirst }) => {
    // Marking starts after hydration, which compares the attributes with the server's.
    if (!isFirst) return
    document.addEventListener('error', mark, true)
    document.addEventListener('load', mark, true)
    for (const target of document.images) {
      // An SVG without intrinsic size has no natural width either, but it can be decoded.
      if (target.complete && !target.naturalWidth) target.decode().catch(() => mark({ type: 'error', target }))
    }
  })
}

function mark({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target instanceof HTMLImageElement) target.toggleAttribute('data-failed', type === 'error')
}
