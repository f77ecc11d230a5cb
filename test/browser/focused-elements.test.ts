import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHydrated, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()

const ATTRIBUTES = ['Bore', 'Depth', 'Finish', 'Height', 'Length', 'Thread']

const server = await useServer({
  products: Array.from({ length: 80 }, (_, index) =>
    buildProduct({
      slug: `screw-${index}`,
      name: `Cheese head screw number ${index}`,
      brand: `Maker ${index}`,
      attributes: ATTRIBUTES.map((name, place) => ({ name, value: `${1 + (index % (12 + place))} mm` })),
    }),
  ),
})

const MARKED = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({ slug: `screw-${index}`, name: `Screw ${index}` }))

/** Opens a page in a window of little height. With `isMarked`, it has the bar of products marked for comparison. */
async function openLow(path: string, width: number, isMarked: boolean): Promise<Page> {
  const page = await openHydrated(browser, server.url + path, {
    viewport: { width, height: 640 },
    forcedColors: 'active',
    reducedMotion: 'reduce',
  })
  if (isMarked) {
    await page.evaluate((marks) => localStorage.setItem('compared-products', JSON.stringify({ marks })), MARKED)
    await page.reload()
    await page.locator('.compare-bar').waitFor()
  }
  return page
}

/** Focuses all elements forwards and backwards, and lists those without an outline and those that others cover. */
async function findFaults(page: Page, within = 'body'): Promise<readonly string[]> {
  // Browsers draw focus outlines only after a key was pressed.
  await page.keyboard.press('Tab')
  return page.evaluate(focusAll, within)
}

/** Runs in the page. `focus()` scrolls to the element, as the Tab key does. */
function focusAll(within: string): string[] {
  const elements = [
    ...document
      .querySelector(within)!
      .querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]'),
  ].filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }))
  const parts = [0.05, 0.5, 0.95]
  const faults: string[] = []
  for (const element of [...elements, ...elements.toReversed()]) {
    element.focus()
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    if (document.activeElement !== element) continue
    const name = `${element.tagName} ${element.ariaLabel ?? element.textContent.slice(0, 40)}`
    if (getComputedStyle(element).outlineStyle === 'none') faults.push(`no outline: ${name}`)
    const isVisible = [...element.getClientRects()].some(({ left, top, width, height }) =>
      parts.some((across) =>
        parts.some((down) => {
          const hit = document.elementFromPoint(left + across * width, top + down * height)
          return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
        }),
      ),
    )
    if (!isVisible) faults.push(`hidden: ${name}`)
  }
  if (elements.length < 5) faults.push(`only ${elements.length} elements`)
  return faults
}

const PATHS = [
  '/products?sort=name',
  '/products?q=screw+zzz&view=table',
  '/products?filter=brand',
  `/products?compare=${MARKED.map(({ slug }) => slug).join()}`,
  '/products/screw-0',
]

test.each([
  [360, true],
  [1280, false],
])(
  'sticky parts hide no focused element, and each focused element has an outline, at %i px (with marked products: %s)',
  async (width, isMarked) => {
    const page = await openLow('/', width, isMarked)
    for (const path of PATHS) {
      await page.goto(server.url + path)
      await waitUntilHydrated(page.locator('h1'))
      if (isMarked) await page.locator('.compare-bar').waitFor({ state: 'attached' })
      expect.soft(await findFaults(page), path).toEqual([])
    }
  },
)

test.each([
  [360, true],
  [1280, false],
])(
  'the message about a failed load hides no focused element at %i px (with marked products: %s)',
  async (width, isMarked) => {
    const page = await openLow('/products?sort=name', width, isMarked)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.locator('.listing-main').getByRole('button', { name: 'Try again' }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    expect.soft(await findFaults(page)).toEqual([])
    if (width < 1024) {
      await page.getByRole('button', { name: 'Filters' }).click()
      const drawer = page.getByRole('dialog', { name: 'Filters' })
      await drawer.getByRole('checkbox').first().check()
      await drawer.locator('.filters-apply').click()
      await drawer.getByRole('button', { name: 'Try again' }).waitFor()
      expect.soft(await findFaults(page, '.filters')).toEqual([])
    }
    await page.context().setOffline(false)
    await page.goto(`${server.url}/products?filter=brand`)
    await waitUntilHydrated(page.locator('.all-values-apply'))
    await page.context().setOffline(true)
    await page.getByRole('checkbox').first().check()
    await page.locator('.all-values-apply button').click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect.soft(await findFaults(page)).toEqual([])
  },
)

test('the bar of products marked for comparison does not hide the button that applies filters', async () => {
  const page = await openLow('/products?filter=brand', 360, true)
  const bar = (await page.locator('.compare-bar').boundingBox())!
  const button = (await page.locator('.all-values-apply button').boundingBox())!
  expect(button.y + button.height).toBeLessThanOrEqual(bar.y)
})
