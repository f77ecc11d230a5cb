import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Wrappers of axe take ten times as long as the check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDTHS = [360, 1280] as const

/** Further items of a list or table look as the first ones, and axe takes most of its time for the colours of texts. */
const FURTHER_ITEMS = ':is(li, tr):nth-child(n + 3)'

/** The only rules that depend on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** In the dark theme only the rules about colours are checked. @param within selector of the part to check */
async function findViolations(page: Page, within: string): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await setColorScheme(page, colorScheme)
    const only = colorScheme === 'dark' ? COLOR_RULES : undefined
    const violations = await page.evaluate(runAxe, { within, without: FURTHER_ITEMS, only })
    found.push(...violations.map((violation) => `${colorScheme} ${page.url()} ${violation}`))
  }
  await setColorScheme(page, null)
  return found
}

/** Ends the theme's colour transitions, because waiting takes longer than the check. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark' | null): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition && animation.transitionProperty.includes('color')) animation.finish()
  })
}

export async function expectNoViolations(page: Page, { within = 'html' } = {}): Promise<void> {
  expect(await findViolations(page, within)).toEqual([])
}

interface AxeOptions {
  readonly within: string
  readonly without: string
  /** By default all rules. */
  readonly only: readonly string[] | undefined
}

/** Runs in the page. */
async function runAxe({ within, without, only }: AxeOptions): Promise<string[]> {
  // Texts that are fading in have a lower contrast.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  const { violations } = await checker.run(
    { include: within, exclude: without },
    {
      resultTypes: ['violations'],
      ...(only ? { runOnly: [...only] } : {}),
    },
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
