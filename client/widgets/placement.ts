import type { Placement, VirtualElement } from '@floating-ui/dom'

export type { Placement }

/** What a popup stands beside: an element, or a point such as the pointer's. */
export type Anchor = HTMLElement | VirtualElement

interface PlacementOptions {
  readonly placement: Placement
  readonly offsetPx: number
}

/** Room that is kept between a popup and the edge of the screen. */
const SCREEN_MARGIN_PX = 8

/**
 * Keeps an open popover beside its anchor: on the other side where there is no room, and inside of the screen. The side
 * that was taken stands in `data-placement`. Until the library is there, and where it cannot be loaded, the popup stays
 * where the style sheet puts it.
 * @returns a function that ends it
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

/** The library travels when the first popup opens. */
function loadFloatingUi() {
  return import('@floating-ui/dom').catch((error: unknown) => {
    console.warn('Popups stand where the style sheet puts them: their placement could not be loaded.', error)
    return undefined
  })
}
