import type { Placement, VirtualElement } from '@floating-ui/dom'

export type { Placement }

export type Anchor = HTMLElement | VirtualElement

const SCREEN_MARGIN_PX = 8

/**
 * Keeps a popup next to its anchor and inside the screen, and writes the side to `data-placement`. Unless Floating UI
 * is loaded, the style sheet positions it.
 * @returns a function that stops the updates
 */
export function positionPopup(anchor: Anchor, popup: HTMLElement, placement: Placement, offsetPx: number): () => void {
  let stop: (() => void) | undefined
  let isStopped = false

  void loadFloatingUi().then((library) => {
    if (isStopped || !library) return
    const { autoUpdate, computePosition, flip, offset, shift, size } = library
    const place = async () => {
      const position = await computePosition(anchor, popup, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(offsetPx),
          flip({ padding: SCREEN_MARGIN_PX }),
          // A popup that is too high scrolls, because shifting it would cover the anchor.
          size({
            padding: SCREEN_MARGIN_PX,
            apply: ({ availableHeight }) => popup.style.setProperty('--available-height', `${availableHeight}px`),
          }),
          shift({ padding: SCREEN_MARGIN_PX, crossAxis: true }),
        ],
      })
      if (isStopped) return
      popup.dataset['placement'] = position.placement
      popup.style.left = `${position.x}px`
      popup.style.top = `${position.y}px`
    }
    stop = autoUpdate(anchor, popup, () => void place())
  })

  return () => {
    isStopped = true
    stop?.()
  }
}

function loadFloatingUi() {
  return import('@floating-ui/dom').catch((error: unknown) => {
    console.warn('Floating UI could not be loaded, so the style sheet positions popups.', error)
    return undefined
  })
}
