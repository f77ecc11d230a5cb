import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Wrappers of axe take ten times as long as the check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDTHS = [360, 1280] as const

/** Further items of a list or table look as the first ones. */
const FURTHER_ITEMS = ':is(li, tr):nth-child(n + 3)'

/** Loads axe with each document that the page opens, which costs less than to send it to each one. */
export async function loadAxeEarly(page: Page): Promise<void> {
  await page.addInitScript({ content: AXE })
}

/** Only the contrast of texts depends on the theme. axe takes most of its time for it, so `findPaleTexts` checks it. */
export async function expectNoViolations(page: Page, { within = 'html' } = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  expect(await page.evaluate(runAxe, { within, without: FURTHER_ITEMS }), page.url()).toEqual([])
  await expectReadableTexts(page, { within })
}

/** Checks the contrast of texts in both themes. */
export async function expectReadableTexts(page: Page, { within = 'html' } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const pale = await page.evaluate(findPaleTexts, { within, without: FURTHER_ITEMS })
    expect(pale, `${colorScheme} theme of ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

interface CheckedParts {
  readonly within: string
  readonly without: string
}

/** Runs in the page. */
async function runAxe({ within, without }: CheckedParts): Promise<string[]> {
  // Texts that are fading in have a lower contrast.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  const { violations } = await checker.run(
    { include: within, exclude: without },
    { resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: false } } },
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * Runs in the page. Finds texts whose contrast with the backgrounds of their ancestors is lower than WCAG 1.4.3
 * requires. Texts on pictures are not checked.
 */
function findPaleTexts({ within, without }: CheckedParts): string[] {
  // Waiting for the theme's transitions would take longer than the check.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition && animation.transitionProperty.includes('color')) animation.finish()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const luminances = new Map<string, number>()
  /** Draws colours over each other, the lowest first. */
  const measureLuminance = (colors: readonly string[]): number => {
    const known = luminances.get(colors.join())
    if (known !== undefined) return known
    for (const color of ['white', ...colors]) {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    luminances.set(colors.join(), luminance)
    return luminance
  }
  const listBackgrounds = (element: Element | null): readonly string[] | undefined => {
    if (!element) return ['Canvas']
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    if (backgroundImage.includes('url(')) return undefined
    // The top layer covers the page.
    const below = element.matches(':modal, :popover-open') ? ['Canvas'] : listBackgrounds(element.parentElement)
    return below && [...below, backgroundColor]
  }
  return [...document.querySelectorAll(`${within}, :is(${within}) *`)].flatMap((element) => {
    const isText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const { width, height } = element.getBoundingClientRect()
    if (!isText || width <= 1 || height <= 1) return []
    if (element.closest(`:disabled, [aria-disabled="true"], ${without}`)) return []
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const backgrounds = listBackgrounds(element)
    if (!backgrounds) return []
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const [text, ground] = [measureLuminance([...backgrounds, color]), measureLuminance(backgrounds)]
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    return contrast < (isLarge ? 3 : 4.5) ? [`contrast ${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 150)}`] : []
  })
}
