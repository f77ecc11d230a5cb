import type { PageHooks } from './page-hooks.ts'

/** Marks failed pictures with `data-failed`, so that all browsers show the same placeholder. */
export function startFailedPictures(hooks: PageHooks): void {
  hooks.on('page-finish', ({ isFirst }) => {
    // Earlier marks would cause hydration mismatches.
    if (!isFirst) return
    document.addEventListener('error', mark, true)
    document.addEventListener('load', mark, true)
    for (const target of document.images) {
      // A valid SVG may have no natural width, so only decoding tells.
      if (target.complete && !target.naturalWidth) target.decode().catch(() => mark({ type: 'error', target }))
    }
  })
}

function mark({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (!(target instanceof HTMLImageElement)) return
  target.toggleAttribute('data-failed', type === 'error')
  // Not all browsers keep the size of a failed picture. Without the attributes this has no effect.
  const width = target.getAttribute('width')
  const box = target.closest<HTMLElement>('.picture-whole, .text-picture')
  if (box) box.style.cssText = `aspect-ratio: ${width} / ${target.getAttribute('height')}; --own-width: ${width}px`
}
