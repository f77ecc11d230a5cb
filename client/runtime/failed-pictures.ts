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
  const [width, height] = [target.getAttribute('width'), target.getAttribute('height')]
  if (!width || !height) return
  // The placeholder takes up the same space as the picture. Its own size would depend on how a browser renders failed pictures.
  const { style } = target.closest<HTMLElement>('.picture, .text-picture') ?? target
  style.setProperty('--own-width', `${width}px`)
  style.setProperty('--own-ratio', `${width} / ${height}`)
}
