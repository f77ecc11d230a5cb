import { ROOT_ID } from '../../shared/urls.ts'
import { identifyView, type ViewIdentity } from '../view.ts'
import type { PageHooks } from './page-hooks.ts'
import { endTravelling, listPictures, startTravelling, type SeenPicture } from './travelling-pictures.ts'

/** How a page or a layout comes in. */
const ENTER_KEYFRAMES: PropertyIndexedKeyframes = { opacity: [0, 1], transform: ['translateY(0.75rem)', 'none'] }
const ENTER_TIMING: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' }

/**
 * Shows pages and layouts with transitions (specification, section 2): the new one is there at once and comes in, and
 * pictures of products that both pages show travel to their new places. The browser's own view transitions hold the new
 * page back until it has made pictures of the old one, which takes longer than all the rest of a move.
 */
export function startPageTransitions(hooks: PageHooks): void {
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  let shown: ViewIdentity | undefined
  let left: ReadonlyMap<string, SeenPicture> = new Map()

  hooks.on('page-start', () => {
    endTravelling()
    left = lessMotion.matches ? new Map() : listPictures()
  })
  hooks.on('page-finish', ({ view }) => {
    const before = shown
    shown = identifyView(view)
    if (!before || lessMotion.matches) return
    const isOtherLayout = before.layout !== shown.layout
    if (!isOtherLayout && before.page === shown.page) return
    const entering = isOtherLayout ? document.getElementById(ROOT_ID) : document.querySelector('main')
    startTravelling(left)
    entering?.animate(ENTER_KEYFRAMES, { ...ENTER_TIMING, id: isOtherLayout ? 'layout' : 'page' })
  })
}
