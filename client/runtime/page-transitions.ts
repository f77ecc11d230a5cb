import './page-transitions.css'
import { ROOT_ID } from '../../shared/urls.ts'
import { identifyView, type ViewIdentity } from '../base/view.ts'
import type { PageHooks } from './page-hooks.ts'

const ENTER_KEYFRAMES: PropertyIndexedKeyframes = { opacity: [0, 1], transform: ['translateY(0.75rem)', 'none'] }
const ENTER_TIMING: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' }

const PICTURE_TIMING: KeyframeAnimationOptions = { id: 'picture', duration: 280, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

interface VisiblePicture {
  readonly element: HTMLElement
  readonly box: DOMRect
}

/** The key is the product's slug. */
type VisiblePictures = ReadonlyMap<string, VisiblePicture>

/**
 * Animates the change of pages and layouts (requirement 3.6): the new page fades in, and pictures of products on both
 * pages move. The View Transitions API would delay the new page until it has captured the old one.
 */
export function startPageTransitions(hooks: PageHooks): void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  let shown: ViewIdentity | undefined
  let oldPictures: VisiblePictures = new Map()

  hooks.on('page-start', () => {
    finishPictureAnimations()
    oldPictures = reducedMotion.matches ? new Map() : findVisiblePictures()
  })
  hooks.on('page-finish', ({ view }) => {
    const before = shown
    shown = identifyView(view)
    if (!before || reducedMotion.matches) return
    const isOtherLayout = before.layout !== shown.layout
    if (!isOtherLayout && before.page === shown.page) return
    const entering = isOtherLayout ? document.getElementById(ROOT_ID) : document.querySelector('main')
    movePictures(oldPictures)
    entering?.animate(ENTER_KEYFRAMES, { ...ENTER_TIMING, id: isOtherLayout ? 'layout' : 'page' })
  })
}

function findVisiblePictures(): VisiblePictures {
  const pictures = new Map<string, VisiblePicture>()
  for (const product of document.querySelectorAll<HTMLElement>('[data-slug]')) {
    const { slug } = product.dataset
    const element = product.querySelector<HTMLElement>('.picture')
    if (!slug || !element || pictures.has(slug)) continue
    const box = element.getBoundingClientRect()
    if (box.width > 0 && box.bottom > 0 && box.top < window.innerHeight) pictures.set(slug, { element, box })
  }
  return pictures
}

function movePictures(oldPictures: VisiblePictures): void {
  if (oldPictures.size === 0) return
  for (const [slug, picture] of findVisiblePictures()) {
    const oldPicture = oldPictures.get(slug)
    if (oldPicture) movePicture(oldPicture, picture)
  }
}

function finishPictureAnimations(): void {
  for (const animation of document.getAnimations()) if (animation.id === PICTURE_TIMING.id) animation.finish()
}

/** A copy of the old picture moves to the new one, which is hidden meanwhile. */
function movePicture(from: VisiblePicture, { element: target, box }: VisiblePicture): void {
  const copy = from.element.cloneNode(true) as HTMLElement
  copy.classList.remove('picture-whole')
  copy.classList.add('picture-travelling')
  copy.ariaHidden = 'true'
  // The copy's image is already loaded, so it must appear without delay.
  for (const image of copy.querySelectorAll('img')) Object.assign(image, { loading: 'eager', decoding: 'sync' })
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px` }, sizeOf(box))
  document.body.append(copy)
  replacePlaceholder(from.element, target)
  target.style.visibility = 'hidden'
  const end = () => {
    copy.remove()
    target.style.removeProperty('visibility')
  }
  // Animating `left` and `top` would count as layout shifts.
  const transform = `translate(${from.box.left - box.left}px, ${from.box.top - box.top}px)`
  copy
    .animate(
      [
        { transform, ...sizeOf(from.box) },
        { transform: 'none', ...sizeOf(box) },
      ],
      PICTURE_TIMING,
    )
    .finished.then(end, end)
}

function sizeOf({ width, height }: DOMRect) {
  return { width: `${width}px`, height: `${height}px` }
}

/** Uses the image that the old page has loaded instead of the blurred placeholder. */
function replacePlaceholder(seen: HTMLElement, target: HTMLElement): void {
  const shown = seen.querySelector('img')
  const [placeholder, wanted] = target.querySelectorAll('img')
  if (shown?.complete && placeholder && wanted && hashOf(shown) === hashOf(wanted)) placeholder.src = shown.currentSrc
}

/** A rendition's URL contains the hash of the original. */
function hashOf(image: HTMLImageElement): string | undefined {
  return image.getAttribute('src')?.split('/')[2]
}
