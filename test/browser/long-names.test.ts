import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import { comparisonPath } from '../../shared/urls.ts'
import { listPath } from '../../shared/enquiry-items.ts'
import { WIDTHS } from '../support/accessibility.ts'
import { followAddedLink, openReusedPage, useBrowser } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { expectLargeTargets } from '../support/target-size.ts'

const CELL = 'Cylindrical cells with protruding positive and recessed or flat negative terminals, IEC 60086,'
const CONNECTOR = 'Industrial circular connector with bayonet locking and gold plated contacts,'

/** Names in several scripts, also without spaces, and equal names. */
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
      variants: [buildVariant({ priceMinor: null })],
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
/** Products whose names differ. */
const NAMED = SLUGS.slice(0, NAMES.length - LENGTHS.length)

const browser = await useBrowser()
const server = await useServer({
  categories: [buildCategory({ slug: 'plain' }), buildCategory({ slug: 'pictured' })],
  products,
})

/** Runs in the page. Returns the names that an element around them clips. */
function listCut(elements: readonly Element[]): readonly string[] {
  const ROUNDING_PX = 1
  return elements.flatMap((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, top, right, bottom } = range.getBoundingClientRect()
    for (let parent: Element | null = element; parent; parent = parent.parentElement) {
      if (['visible', 'auto', 'scroll'].includes(getComputedStyle(parent).overflowX)) continue
      const box = parent.getBoundingClientRect()
      const [width, height] = [
        Math.max(box.left - left, right - box.right),
        Math.max(box.top - top, bottom - box.bottom),
      ]
      if (width > ROUNDING_PX || height > ROUNDING_PX) return element.textContent
    }
    return []
  })
}

const COMPARED = '.comparison thead th:not(.comparison-corner) a:first-child'

/** Places with names. No two consecutive ones have the same selector, so that a navigation between them is seen. */
const PLACES = [
  ['cards without pictures', '/category/plain', '.listing-main .card-name', SLUGS],
  ['rows of a table', '/category/plain?view=table', '.data-table tbody th a', SLUGS],
  ['cards with pictures', '/category/pictured', '.listing-main .card-name', SLUGS],
  ['a comparison', comparisonPath(NAMED.slice(0, 8)), COMPARED, NAMED.slice(0, 8)],
  [
    'an enquiry list',
    listPath(NAMED.map((product) => ({ product, variant: null, quantity: 1, note: '' }))),
    '.enquiry-item-name',
    NAMED,
  ],
  ['a comparison of codes', comparisonPath(NAMED.slice(8)), COMPARED, NAMED.slice(8)],
] as const

test('long names wrap in cards, rows of a table, comparisons and an enquiry list, without overflow or small targets, at 360 and 1280 px', async () => {
  const { page, close } = await openReusedPage(browser, server.url)
  for (const [place, path, selector, { length }] of PLACES) {
    await followAddedLink(page, path)
    await expect.poll(() => page.locator(selector).count(), { message: place }).toBe(length)
    for (const width of WIDTHS.toReversed()) {
      const what = `${place} at ${width} px`
      await page.setViewportSize({ width, height: 800 })
      expect(await page.locator(selector).evaluateAll(listCut), what).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, what).toBeLessThanOrEqual(0)
    }
    // The filters of a wide window become a closed drawer a moment later.
    await expect.poll(() => page.locator('.overlay-panel:visible').count(), { message: place }).toBe(0)
    await expectLargeTargets(page)
  }
  await close()
})
