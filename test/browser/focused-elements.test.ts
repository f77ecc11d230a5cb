import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
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

/** On phones, the page has the bar of products marked for comparison. */
const LAYOUTS = [
  { width: 1280, marked: [] },
  { width: 360, marked: MARKED },
] as const

/** Opens a page that preloads nothing, so that a later navigation can fail. */
function openPlain(path: string): Promise<Page> {
  return openHydrated(browser, server.url + path, { forcedColors: 'active' })
}

/** Resizes the window, and marks products as if in another tab. */
async function layOut(page: Page, { width, marked }: (typeof LAYOUTS)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  await page.evaluate((marks) => {
    localStorage.setItem('compared-products', JSON.stringify({ marks }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'compared-products' }))
  }, marked)
  const hasBar = marked.length > 0 && !page.url().includes('compare=')
  await page.locator('.compare-bar').waitFor({ state: hasBar ? 'attached' : 'detached' })
  // Only the filters of a narrow window have a button that applies them.
  if (width >= 1024) await page.locator('.filters-apply:not([data-automatic])').waitFor({ state: 'detached' })
}

/** Lists the faults of focused elements in all layouts. The last layout is that of a phone. */
async function expectNoFaults(page: Page, name: string, without = FURTHER_ITEMS): Promise<void> {
  for (const layout of LAYOUTS) {
    await layOut(page, layout)
    expect.soft(await findFaults(page, 'body', without), `${name} at ${layout.width} px`).toEqual([])
  }
}

/** Focuses all elements forwards and backwards, and lists those without an outline and those that others cover. */
async function findFaults(page: Page, within = 'body', without = FURTHER_ITEMS): Promise<readonly string[]> {
  // Browsers draw focus outlines only after a key was pressed.
  await page.keyboard.press('Tab')
  return page.evaluate(focusAll, { within, without })
}

/** Not checked, because items in the middle of a list or table have the same layout as the others. */
const FURTHER_ITEMS = ':is(li, tr):nth-child(n + 4):not(:nth-last-child(-n + 2)) *'

/** Runs in the page. `focus()` scrolls to the element, as the Tab key does. */
function focusAll({ within, without }: { readonly within: string; readonly without: string }): string[] {
  const elements = [
    ...document
      .querySelector(within)!
      .querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(without) && element.checkVisibility({ visibilityProperty: true }),
  )
  const parts = [0.05, 0.5, 0.95]
  const faults: string[] = []
  for (const element of [...elements, ...elements.toReversed()]) {
    element.focus()
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

test('neither sticky parts nor, in a list and in the values of a filter, the message about a failed load hide a focused element, and each focused element has an outline', async () => {
  const page = await openPlain('/products?q=screw+zzz&view=table')
  await expectNoFaults(page, 'table')
  for (const [path, part] of [
    [`/products?compare=${MARKED.map(({ slug }) => slug).join()}`, '.comparison'],
    ['/products/screw-0', '.product-facts'],
  ] as const) {
    await followAddedLink(page, path)
    await page.locator(part).waitFor()
    await expectNoFaults(page, path)
  }

  await followAddedLink(page, '/products?filter=brand')
  const apply = page.locator('.all-values-apply button')
  await apply.waitFor()
  // Only the values in the middle of a column are at the lower edge of the window when they get the focus.
  await expectNoFaults(page, 'values', '.toolbar *')
  const bar = (await page.locator('.compare-bar').boundingBox())!
  const button = (await apply.boundingBox())!
  expect(button.y + button.height, 'the button above the bar of marked products').toBeLessThanOrEqual(bar.y)

  await page.context().setOffline(true)
  await page.getByRole('checkbox').first().check()
  await apply.click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await expectNoFaults(page, 'failed values')

  await page.context().setOffline(false)
  await followAddedLink(page, '/products?sort=name')
  await page.locator('.listing-main [data-slug]').first().waitFor()
  await expectNoFaults(page, 'list')
  const filters = page.getByRole('button', { name: 'Filters' })
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  // The first use of the drawer loads its script.
  await filters.click()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.locator('.listing-main').getByRole('button', { name: 'Try again' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoFaults(page, 'failed page')
  await filters.click()
  await drawer.getByRole('checkbox').first().check()
  await drawer.locator('.filters-apply').click()
  await drawer.getByRole('button', { name: 'Try again' }).waitFor()
  expect.soft(await findFaults(page, '.filters'), 'failed filters').toEqual([])
})
