import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Put into the page directly: the wrappers for browsers take ten times as long as the look itself.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A narrow phone's and a common desktop's. */
export const WIDTHS = [360, 1280] as const

/** Those of axe's rules, among the ones that hold here, which ask for colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface LookOptions {
  /** Selector of the part that is looked at; all of the page where it is not given. */
  readonly within?: string
  /** Rules that do not hold here. */
  readonly ignored?: readonly string[]
  /** Whether the same has been looked at in its colours before: they are most of the work. */
  readonly hasKnownColors?: boolean
}

/** What axe finds at a page as it stands, in both themes. They differ in nothing but colours: the second time only these are looked at. */
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

/** Shows a page in a theme at once: what is drawn while all of its colours change is most of the work. */
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
  /** All rules where it is left open. */
  readonly only: readonly string[] | undefined
}

async function look({ within, ignored, only }: Look): Promise<string[]> {
  // Half way through a transition every text is half there, and has the contrast of a half.
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
