import './travelling-pictures.css'

const TIMING: KeyframeAnimationOptions = { id: 'picture', duration: 280, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/** A product's picture on the screen. */
export interface SeenPicture {
  readonly element: HTMLElement
  readonly box: DOMRect
}

/** The pictures of products in view, by the product's slug. */
export function listPictures(): ReadonlyMap<string, SeenPicture> {
  const pictures = new Map<string, SeenPicture>()
  for (const product of document.querySelectorAll<HTMLElement>('[data-slug]')) {
    const slug = product.dataset['slug']!
    const element = product.querySelector<HTMLElement>('.picture')
    if (!element || pictures.has(slug)) continue
    const box = element.getBoundingClientRect()
    if (box.width > 0 && box.bottom > 0 && box.top < window.innerHeight) pictures.set(slug, { element, box })
  }
  return pictures
}

/** Lets pictures travel from where they were to where they are now: above the page, as a likeness that goes away at the end. */
export function startTravelling(left: ReadonlyMap<string, SeenPicture>): void {
  if (left.size === 0) return
  for (const [slug, { element, box }] of listPictures()) {
    const seen = left.get(slug)
    if (seen) travel(seen, element, box)
  }
}

/** Those on their way belong to the page that is being left. */
export function endTravelling(): void {
  for (const animation of document.getAnimations()) if (animation.id === TIMING.id) animation.finish()
}

function travel(from: SeenPicture, target: HTMLElement, to: DOMRect): void {
  const likeness = from.element.cloneNode(true) as HTMLElement
  likeness.classList.remove('picture-whole')
  likeness.classList.add('picture-travelling')
  likeness.ariaHidden = 'true'
  // It is on the screen already.
  for (const image of likeness.querySelectorAll('img')) Object.assign(image, { loading: 'eager', decoding: 'sync' })
  Object.assign(likeness.style, { left: `${to.left}px`, top: `${to.top}px` }, sizeOf(to))
  document.body.append(likeness)
  keepSharp(from.element, target)
  target.style.visibility = 'hidden'
  const arrive = () => {
    likeness.remove()
    target.style.removeProperty('visibility')
  }
  // Moved by a transform: what is placed anew again and again counts as a page that shifts.
  const transform = `translate(${from.box.left - to.left}px, ${from.box.top - to.top}px)`
  likeness
    .animate(
      [
        { transform, ...sizeOf(from.box) },
        { transform: 'none', ...sizeOf(to) },
      ],
      TIMING,
    )
    .finished.then(arrive, arrive)
}

function sizeOf({ width, height }: DOMRect) {
  return { width: `${width}px`, height: `${height}px` }
}

/** What was seen sharp is no blur again while a larger one is on its way. */
function keepSharp(seen: HTMLElement, target: HTMLElement): void {
  const shown = seen.querySelector('img')
  const [firstLook, wanted] = target.querySelectorAll('img')
  if (shown?.complete && firstLook && wanted && hashOf(shown) === hashOf(wanted)) firstLook.src = shown.currentSrc
}

/** Of the picture of which it is a rendition. */
function hashOf(image: HTMLImageElement): string | undefined {
  return image.getAttribute('src')!.split('/')[2]
}
