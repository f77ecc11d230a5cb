import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Checks that targets have at least 24 × 24 CSS pixels or enough distance from others (WCAG 2.5.8). */
export async function expectLargeTargets(page: Page): Promise<void> {
  expect(await page.evaluate(findSmallTargets), page.url()).toEqual([])
}

/** Checks that no text or field reaches out of the window. @param what names the state of the page in a failure */
export async function expectFit(page: Page, what: string): Promise<void> {
  // An opening drawer slides in.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {}))
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  expect(await page.evaluate(findOverflow), `${what} of ${page.url()}`).toEqual([])
}

/** Runs in the page. Finds texts and fields that are outside of the window, unless they can be scrolled in their own frame. */
function findOverflow(): readonly string[] {
  const width = document.documentElement.clientWidth
  const found =
    document.documentElement.scrollWidth > width ? [`page of ${document.documentElement.scrollWidth} px`] : []
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    if (!isText && !element.matches('input, select, textarea, button, .picture')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    let frame: Element | null = element
    // Frames that scroll or clip on purpose, such as cut names and texts for screen readers.
    while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement
    if (
      frame &&
      frame !== document.documentElement &&
      frame !== document.body &&
      !frame.matches(':popover-open, dialog')
    )
      continue
    const { left, right } = element.getBoundingClientRect()
    if (left < -1 || right > width + 1) found.push(`${element.className || element.tagName}: ${left} to ${right}`)
  }
  return found
}

/** Runs in the page. A label belongs to its input's target; links in sentences may be small. */
function findSmallTargets(): readonly string[] {
  const SIZE = 24
  const TARGETS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'

  const measure = (element: Element) => {
    const { width, height, left, top } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2, isSmall: width < SIZE || height < SIZE }
  }
  /** A label and an enlarging pseudo-element belong to the target. */
  const findTarget = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit?.closest(TARGETS) ?? hit?.closest('label')?.control ?? null
  }

  const shown = [...document.querySelectorAll(TARGETS)].filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
    const isInSentence =
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement!.childNodes].some((node) => node instanceof Text && /\w/.test(node.data))
    return isShown && !isInSentence && !element.matches(':disabled')
  })
  const small = shown.filter((element) => measure(element).isSmall)
  const isCrowded = (element: Element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y } = measure(element)
    const around = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8).map((angle) =>
      findTarget(x + (SIZE / 2 - 0.5) * Math.cos(angle), y + (SIZE / 2 - 0.5) * Math.sin(angle)),
    )
    if (around.every((target) => target === element)) return false
    return (
      around.some((target) => target !== null && target !== element) ||
      small.some((other) => {
        const place = measure(other)
        return other !== element && Math.hypot(place.x - x, place.y - y) < SIZE
      })
    )
  }
  return small.filter(isCrowded).map((element) => {
    const { width, height } = element.getBoundingClientRect()
    return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 150)}`
  })
}
