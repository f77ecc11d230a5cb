import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Axe is injected directly, because its wrappers take ten times as long as the check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDTHS = [360, 1280] as const

/** The only rules that depend on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface LookOptions {
  /** Selector of the part to check; by default the whole page. */
  readonly within?: string
  /** Rules that do not apply. */
  readonly ignored?: readonly string[]
  /** Skips the rules about colours, which take most of the time, because another check covers them. */
  readonly hasKnownColors?: boolean
}

/** Checks the page in both themes; in the second one only the rules about colours. */
async function findViolations(
  page: Page,
  { within = 'html', ignored = [], hasKnownColors = false }: LookOptions,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const found: string[] = []
  for (const colorScheme of hasKnownColors ? (['light'] as const) : (['light', 'dark'] as const)) {
    await showIn(page, colorScheme)
    const left = hasKnownColors ? [...ignored, ...COLOR_RULES] : ignored
    const violations = await page.evaluate(look, {
      within,
      ignored: left,
      only: colorScheme === 'dark' ? COLOR_RULES : undefined,
    })
    found.push(...violations.map((violation) => `${colorScheme} ${page.url()} ${violation}`))
  }
  await showIn(page, null)
  return found
}

/** Switches the theme without transitions, which would take most of the time. */
async function showIn(page: Page, colorScheme: 'light' | 'dark' | null): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition && animation.transitionProperty.includes('color')) animation.finish()
  })
}

export async function expectNoViolations(page: Page, options: LookOptions = {}): Promise<void> {
  expect(await findViolations(page, options)).toEqual([])
}

interface Look {
  readonly within: string
  readonly ignored: readonly string[]
  /** By default all rules. */
  readonly only: readonly string[] | undefined
}

async function look({ within, ignored, only }: Look): Promise<string[]> {
  // During a transition texts have a lower contrast.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { axe: looker } = globalThis as unknown as { axe: typeof axe }
  const rules = Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }]))
  const { violations } = await looker.run(within, {
    resultTypes: ['violations'],
    rules,
    ...(only ? { runOnly: [...only] } : {}),
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
