import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHydrated, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'

const browser = await useBrowser()

const catalog = {
  // On a busy machine a font that arrives late would be used from the first navigation on, which moves the header's links.
  site: {
    ...NEUTRAL_SITE,
    fonts: { display: 'serif', text: 'system-ui' } as const,
    navigation: [...NEUTRAL_SITE.navigation, { label: 'Gone', href: '/products/gone' }],
  },
  categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
  products: Array.from({ length: 4 }, (_, index) =>
    buildProduct({
      slug: `chair-${index}`,
      name: `Chair ${index}`,
      categorySlug: 'seats',
      // The picture cannot be loaded, so its placeholder is shown.
      images: [{ url: 'https://pictures.example/chair.png', alt: '' }],
    }),
  ),
}

const server = await useServer(catalog)

/** Records the name and keyframes of each element that the scripts animate. */
async function watchTransitions(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenTransitions: seen })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (keyframes, options) {
      seen.push(`${(options as KeyframeAnimationOptions).id} ${this.id || this.className} ${JSON.stringify(keyframes)}`)
      return animate.call(this, keyframes, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { seenTransitions: readonly string[] }).seenTransitions)
}

/** Waits until no picture is moving between pages. */
async function waitUntilArrived(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.picture-travelling').count()).toBe(0)
  expect(
    await page
      .locator('.picture')
      .evaluateAll(
        (pictures) => pictures.filter((picture) => (picture as HTMLElement).style.visibility === 'hidden').length,
      ),
  ).toBe(0)
}

/** Sums the layout shifts from now on, as browsers count them. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const sum = { shifts: 0 }
    Object.assign(window, { seenShifts: sum })
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        sum.shifts += (entry as PerformanceEntry & { readonly value: number }).value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (window as unknown as { seenShifts: { readonly shifts: number } }).seenShifts.shifts)
}

test('a navigation animates the page change and moves the product picture between its card and its page; another layout is animated as a whole; nothing is animated if the visitor prefers reduced motion', async () => {
  const page = await openHydrated(browser, `${server.url}/products`, { reducedMotion: 'no-preference' })
  const transitions = await watchTransitions(page)
  const shifts = await watchShifts(page)
  const card = (await page.locator('[data-slug=chair-1] .picture').boundingBox())!
  await page.getByRole('link', { name: 'Chair 1', exact: true }).dispatchEvent('click')
  await page.getByRole('heading', { name: 'Chair 1', exact: true }).waitFor()
  await expect.poll(transitions).toHaveLength(2)
  const [picture, entering] = await transitions()
  expect(entering).toMatch(/^page main .*opacity/)
  await waitUntilArrived(page)
  expect(await shifts()).toBe(0)
  const place = (await page.locator('.gallery .picture').boundingBox())!
  const [, across, down] =
    /^picture picture .*picture-travelling \[\{"transform":"translate\((.*)px, (.*)px\)","width":/.exec(picture!)!
  expect([Number(across), Number(down)]).toEqual([expect.closeTo(card.x - place.x), expect.closeTo(card.y - place.y)])

  await page.goBack()
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await expect
    .poll(async () => (await transitions()).slice(2).map((moved) => moved.split(' ')[0]))
    .toEqual(['picture', 'page'])
  await waitUntilArrived(page)

  // Switching the same list to another view is not animated.
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await page.getByRole('table').waitFor()
  expect(await transitions()).toHaveLength(4)

  await page.getByRole('link', { name: 'Gone' }).first().click()
  await page.getByText('Page Not Found: /products/gone').waitFor()
  expect(await page.locator('nav').count()).toBe(0)
  await expect.poll(async () => (await transitions()).slice(4).join()).toMatch(/^layout root .*opacity/)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(`${server.url}/`)
  await page.locator('header.navbar').waitFor()

  // Nothing moves if the visitor prefers reduced motion.
  const countMoving = () =>
    page.evaluate(() => {
      const elements = Array.from(document.querySelectorAll('*'))
      return elements.filter((element) => getComputedStyle(element).transitionDuration !== '0s').length
    })
  expect(await countMoving()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await countMoving()).toBe(0)
  const count = (await transitions()).length
  await page.locator('nav a[href="/products"]').first().click()
  await page.getByRole('link', { name: 'Chair 1', exact: true }).click()
  await page.getByRole('heading', { name: 'Chair 1', exact: true }).waitFor()
  // A navigation moves the focus last, so a transition would have begun by now.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await transitions()).toHaveLength(count)
})
