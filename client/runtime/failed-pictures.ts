import type { PageHooks } from './page-hooks.ts'

/** Marks pictures that failed to load with `data-failed`, so that style sheets show the same placeholder in every browser. */
export function startFailedPictures(hooks: PageHooks): void {
  hooks.on('page-finish', ({ isFirst }) => {
    // Pictures are marked only after hydration, because earlier marks would cause hydration mismatches.
    if (!isFirst) return
    document.addEventListener('error', mark, true)
    document.addEventListener('load', mark, true)
    for (const target of document.images) {
      // A valid SVG may have no natural width, so only decoding shows whether the picture failed.
      if (target.complete && !target.naturalWidth) target.decode().catch(() => mark({ type: 'error', target }))
    }
  })
}

function mark({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (!(target instanceof HTMLImageElement)) return
  target.toggleAttribute('data-failed', type === 'error')
  // The placeholder gets the size of the picture, because not all browsers keep it. Without the attributes this has no effect.
  const width = target.getAttribute('width')
  const box = target.closest<HTMLElement>('.picture-whole, .text-picture')
  if (box) box.style.cssText = `aspect-ratio: ${width} / ${target.getAttribute('height')}; --own-width: ${width}px`
}
