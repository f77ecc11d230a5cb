/** How far below the screen a table may be. */
const MARGIN = '200px'

let open: () => void

/** The table of variants is about to be seen; the server draws it in any case. */
export const variantsNear = new Promise<void>((resolve) => {
  open = resolve
  if (typeof document === 'undefined') open()
})

/** With each of them the page may have to be drawn again, which React does not do before it has all of its parts. */
const BEGINNINGS_OF_MOVES = ['click', 'submit', 'popstate'] as const

/**
 * Waits until the rows that the server drew come near, or the visitor does something; on a page that the browser draws nothing
 * is there to wait with.
 * @returns what ends it
 */
export function watchVariants(section: HTMLElement | null): (() => void) | undefined {
  if (!section) return undefined
  const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && open(), { rootMargin: MARGIN })
  if (section.querySelector('.data-table')) observer.observe(section)
  else open()
  for (const name of BEGINNINGS_OF_MOVES) window.addEventListener(name, open, { capture: true })
  return () => {
    observer.disconnect()
    for (const name of BEGINNINGS_OF_MOVES) window.removeEventListener(name, open, { capture: true })
  }
}
