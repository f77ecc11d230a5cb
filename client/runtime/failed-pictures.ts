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
  // Not all browsers keep the size of a failed picture.
  const box = target.closest<HTMLElement>('.picture-whole, .text-picture')
  const [width, height] = [target.getAttribute('width'), target.getAttribute('height')]
  if (box && width) box.style.cssText = `--own-ratio: ${width} / ${height}; --own-width: ${width}px`
}
