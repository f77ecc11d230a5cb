import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { comparisonPath } from '../../shared/comparison.ts'
import { listPath } from '../../shared/enquiry-items.ts'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { followAddedLink, openReusedPage, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'
import { expectLargeTargets } from '../support/target-size.ts'

const CELL = 'Cylindrical cells with protruding positive and recessed or flat negative terminals, IEC 60086,'
const CONNECTOR = 'Industrial circular connector with bayonet locking and gold plated contacts,'

/** Names that differ at their end, in their middle and in a part without spaces, and equal names. */
const NAMES = [
  ...['Category 1 AAA', 'Category 1 AA', 'Category 2 C', 'Category 2 D'].map((end) => `${CELL} ${end}`),
  ...['2-pin', '12-pin', '16-pin'].map((pins) => `${CONNECTOR} ${pins} version, IP67 when mated, for outdoor use`),
  ...['links 1200', 'rechts 1200', 'rechts 1400'].map(
    (end) => `Edelstahlschornsteinanschlussverbindungsstück mit Kondensatablaufvorrichtung ${end} mm`,
  ),
  ...['1A', '2A'].map((end) => `NEBULA-XR9000/ALPHA_CENTAURI-B4457.INDUSTRIAL-GRADE-REV-${end}`),
  ...['青', '赤'].map(
    (end) => `円筒形電池用保護ケース耐衝撃性防水仕様屋外使用可能大型モデル改良版標準付属品付き${end}`,
  ),
  ...['٢٠', '٣٠'].map(
    (length) => `برغي سداسي الرأس من الفولاذ المقاوم للصدأ بسن كامل للاستخدام الصناعي طول ${length} مم`,
  ),
  ...['8 mm', '10 mm', '12 mm'].map(() => 'Hexagon socket head cap screw DIN 912 M6'),
]
const LENGTHS = ['8 mm', '10 mm', '12 mm']
const picture: StoredImage = { hash: 'a'.repeat(64), format: 'webp', width: 800, height: 1000, alt: '' }

const products = ['plain', 'pictured'].flatMap((categorySlug) =>
  NAMES.map((name, index) =>
    buildProduct({
      slug: `${categorySlug}-${index}`,
      name,
      categorySlug,
      images: categorySlug === 'pictured' ? [picture] : [],
      // Suggestions of the products with pictures show their numbers, because others have the same names.
      variants: [buildVariant({ priceMinor: null, sku: categorySlug === 'pictured' ? `P-${index}` : null })],
      attributes: name.includes('DIN 912')
        ? [
            { name: 'Standard', value: 'DIN 912' },
            { name: 'Thread', value: 'M6' },
            { name: 'Length', value: LENGTHS[NAMES.length - 1 - index]! },
          ]
        : [],
    }),
  ),
)

const SLUGS = products.slice(0, NAMES.length).map(({ slug }) => slug)
const CELLS = SLUGS.slice(0, 4)
/** Products whose names differ. The rows of a comparison show how the others differ. */
const NAMED = SLUGS.slice(0, NAMES.length - LENGTHS.length)

const browser = await useBrowser()
const server = await useServer({
  categories: [buildCategory({ slug: 'plain' }), buildCategory({ slug: 'pictured' })],
  products,
})

/** Runs in the page. Returns the characters of elements that are neither clipped nor covered by the ending of a cut name. */
async function readVisibleTexts(elements: readonly Element[]): Promise<readonly string[]> {
  const ROUNDING_PX = 1
  const EVERYWHERE = new DOMRect(-1e6, -1e6, 2e6, 2e6)
  const clipTo = (start: Element) => {
    let { left, top, right, bottom } = EVERYWHERE
    for (let parent: Element | null = start; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const box = parent.getBoundingClientRect()
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    return new DOMRect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0))
  }
  const isInside = ({ left, top, right, bottom }: DOMRect, part: DOMRect) =>
    part.width > 0 &&
    part.left >= left - ROUNDING_PX &&
    part.right <= right + ROUNDING_PX &&
    (part.top + part.bottom) / 2 >= top &&
    (part.top + part.bottom) / 2 <= bottom
  const findCover = (parent: Element) => {
    const owner = parent.closest<HTMLElement>('[data-ending]')
    if (!owner) return undefined
    const style = getComputedStyle(owner, '::after')
    if (style.position !== 'absolute') return undefined
    const { left, bottom, width } = owner.getBoundingClientRect()
    const height = parseFloat(style.height)
    const rect = new DOMRect(left, bottom - parseFloat(style.bottom) - height, width, height)
    return isInside(clipTo(owner), rect) ? { rect, text: `… ${owner.dataset['ending']}` } : undefined
  }

  const readText = (element: Element) => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    let [text, ending] = ['', '']
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const parent = node.parentElement!
      const [box, cover] = [clipTo(parent), findCover(parent)]
      if (cover) ending = cover.text
      for (let index = 0; index < node.length; index++) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const rect = range.getBoundingClientRect()
        if (isInside(box, rect) && !(cover && isInside(cover.rect, rect))) text += node.data[index]
      }
    }
    return text + ending
  }
  await document.fonts.ready
  return elements.map(readText)
}

const readAll = (page: Page, selector: string) => page.locator(selector).evaluateAll(readVisibleTexts)

const COMPARED = '.comparison thead th:not(.comparison-corner)'

/** Places in which names are cut. No two consecutive ones have the same selector, so that a navigation between them is seen. */
const PLACES = [
  ['cards without pictures', '/category/plain', '.card', SLUGS],
  ['rows of a table', '/category/plain?view=table', '.data-table tbody tr', SLUGS],
  ['cards with pictures', '/category/pictured', '.card', SLUGS],
  ['a comparison', comparisonPath(NAMED.slice(0, 8)), COMPARED, NAMED.slice(0, 8)],
  [
    'an enquiry list',
    listPath(NAMED.map((product) => ({ product, variant: null, quantity: 1, note: '' }))),
    '.enquiry-item-name',
    NAMED,
  ],
  ['a comparison of codes', comparisonPath(NAMED.slice(8)), COMPARED, NAMED.slice(8)],
] as const

test('cards, rows of a table, comparisons and an enquiry list with long names differ in what is visible of them, at 360 and 1280 px', async () => {
  const { page, close } = await openReusedPage(browser, server.url)
  for (const [place, path, selector, { length }] of PLACES) {
    await followAddedLink(page, path)
    await expect.poll(() => page.locator(selector).count(), { message: place }).toBe(length)
    for (const width of WIDTHS) {
      const what = `${place} at ${width} px`
      await page.setViewportSize({ width, height: 800 })
      const texts = await readAll(page, selector)
      expect(texts, what).toHaveLength(length)
      expect(
        texts.filter((text, index) => texts.indexOf(text) !== index),
        what,
      ).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, what).toBeLessThanOrEqual(0)
    }
  }
  await close()
})

test('the bar of a phone’s product page and the path above it differ for products whose names end differently', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  const texts: string[] = []
  for (const slug of CELLS) {
    await page.goto(`${server.url}/products/${slug}`)
    texts.push(...(await readAll(page, '.ask-bar .caption, .breadcrumb [aria-current]')))
  }
  expect(texts).toHaveLength(2 * CELLS.length)
  expect(new Set(texts).size).toBe(texts.length)
})

test('search suggestions and related products differ in what is visible of their names; pages with cut names have no axe violations and large targets on a phone', async () => {
  const { page, close } = await openReusedPage(browser, `${server.url}/products/${CELLS[0]}`, {
    viewport: { width: 1280, height: 800 },
  })
  // Related products may arrive after the rest of the page, in place of cards without names.
  await page.locator('.related:not([aria-busy]) .card').first().waitFor()
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 })
    const related = await readAll(page, '.related .card')
    expect(related.length).toBeGreaterThan(2)
    expect(new Set(related).size, `related products at ${width} px`).toBe(related.length)
  }
  await expectNoViolations(page, { hasKnownColors: true })
  await expectLargeTargets(page)
  for (const [path, part] of [
    ['/category/plain', '.listing-main .card'],
    ['/category/plain?view=table', '.listing-main tbody tr'],
    [comparisonPath(CELLS), COMPARED],
  ] as const) {
    await followAddedLink(page, path)
    await expect.poll(() => page.locator(part).count(), { message: path }).toBeGreaterThanOrEqual(CELLS.length)
    await expectNoViolations(page, { hasKnownColors: true })
    await expectLargeTargets(page)
  }

  const opener = page.locator('.navbar-search-open')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    if (await opener.isVisible()) await opener.click()
    await page.locator('.navbar-search .field').fill('')
    await page.locator('.navbar-search .field').fill('cylindrical cells category')
    await page.locator('.suggestion .price').first().waitFor()
    const names = await readAll(page, '.suggestion:has(.price) > span:not(.price, .picture)')
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size, `suggestions at ${width} px`).toBe(names.length)
  }
  await close()
})
