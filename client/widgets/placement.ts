import type { Placement, VirtualElement } from '@floating-ui/dom'

export type { Placement }

/** What a popup is positioned next to: an element, or a point such as the pointer. */
export type Anchor = HTMLElement | VirtualElement

interface PlacementOptions {
  readonly placement: Placement
  readonly offsetPx: number
}

/** Minimum distance between a popup and the edge of the screen. */
const SCREEN_MARGIN_PX = 8

/**
 * Keeps an open popup positioned next to its anchor and inside the screen. The side is written to `data-placement`.
 * Until Floating UI has loaded, or if it fails to load, the style sheet positions the popup.
 * @returns a function that stops the updates
 */
export function positionPopup(
  anchor: Anchor,
  popup: HTMLElement,
  { placement, offsetPx }: PlacementOptions,
): () => void {
  let stop: (() => void) | undefined
  let isOver = false

  void loadFloatingUi().then((library) => {
    if (isOver || !library) return
    const { autoUpdate, computePosition, flip, offset, shift } = library
    const place = async () => {
      const position = await computePosition(anchor, popup, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(offsetPx),
          flip({ padding: SCREEN_MARGIN_PX }),
          shift({ padding: SCREEN_MARGIN_PX, crossAxis: true }),
        ],
      })
      if (isOver) return
      popup.dataset['placement'] = position.placement
      popup.style.left = `${position.x}px`
      popup.style.top = `${position.y}px`
    }
    stop = autoUpdate(anchor, popup, () => void place())
  })

  return () => {
    isOver = true
    stop?.()
  }
}

/** Floating UI is loaded when the first popup opens. */
function loadFloatingUi() {
  return import('@floating-ui/dom').catch((error: unknown) => {
    console.warn('Popups stand where the style sheet puts them: their placement could not be loaded.', error)
    return undefined
  })
}
