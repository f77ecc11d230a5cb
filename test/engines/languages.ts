import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDefaultNavigation, NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import type { Engine } from './engine.ts'
import { PHONE, visit, type Visitor } from './visitor.ts'

const startArabic = () =>
  startServer({
    site: {
      ...NEUTRAL_SITE,
      name: 'ورشة الخشب',
      locale: 'ar',
      languages: ['ar', 'en'],
      navigation: buildDefaultNavigation({ locale: 'ar' }),
    },
    categories: [buildCategory({ slug: 'أواني', name: 'أواني' })],
    products: [
      buildProduct({
        slug: 'bowl',
        name: 'وعاء من خشب البلوط',
        categorySlug: 'أواني',
        description: '<p>مصنوع يدويًا، ويُنظَّف بقطعة قماش رطبة.</p>',
        attributes: [
          { name: 'الخامة', value: 'بلوط' },
          { name: 'الطول', value: '12.5 cm' },
        ],
        variants: [buildVariant({ sku: 'WD-1', priceMinor: 4_950 })],
        translations: { en: { name: 'Oak bowl' } },
      }),
      buildProduct({ slug: 'board', name: 'لوح تقطيع كبير بمقبض', categorySlug: 'أواني' }),
    ],
  })

/** Changes the language with the link in the header, or in the menu of a phone. */
async function changeLanguage({ press, waitFor, waitUntilHydrated, session }: Visitor, lang: string): Promise<void> {
  if (await session.evaluate(() => innerWidth < 768)) await press('.navbar-menu')
  await press(`.navbar-languages a[hreflang="${lang}"]`)
  await waitFor(`html[lang="${lang}"] h1`)
  await waitUntilHydrated()
}

/** The number of pixels by which the page is wider than the window. */
function readExcess({ session }: Visitor): Promise<number> {
  return session.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** @param readUrl returns the address of the demo when the tests run */
export function testLanguages(engine: Engine, readUrl: () => string): void {
  let arabic: TestServer
  beforeAll(async () => {
    arabic = await startArabic()
  })
  afterAll(() => arabic[Symbol.asyncDispose]())

  test('on a phone, the language switch keeps a list, its filters and a product', () =>
    visit(
      engine,
      readUrl(),
      async (visitor) => {
        await visitor.open('/products?attr-material=Stoneware')
        await changeLanguage(visitor, 'de')
        await visitor.waitForPath(/^\/de\/products\?attr-material=Stoneware$/)
        await visitor.waitFor('.chip', 'Steinzeug')
        expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
        await visitor.press('.card-link', 'Frühstücksschale')
        await visitor.waitForPath(/^\/de\/products\/fruehstuecksschale/)
        await visitor.waitFor('.product-facts h1', 'Frühstücksschale')
        expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
        await changeLanguage(visitor, 'en')
        await visitor.waitForPath(/^\/products\/breakfast-bowl/)
        await visitor.waitFor('.product-facts h1', 'Breakfast Bowl')
        expect(visitor.proxy.documents).toHaveLength(3)
      },
      { size: PHONE },
    ))

  test('an Arabic site is laid out from right to left, and its English from left to right', () =>
    visit(engine, arabic.url, async (visitor) => {
      const { open, press, waitFor, waitForPath, session } = visitor
      await open('/products')
      await waitFor('html[dir="rtl"] .card-link', 'وعاء من خشب البلوط')
      const leftOf = (selector: string) =>
        session.evaluate((s) => document.querySelector(s)!.getBoundingClientRect().left, selector)
      expect(await leftOf('.enquiry-link')).toBeLessThan(await leftOf('.navbar-name'))
      expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
      await press('.card-link', 'وعاء من خشب البلوط')
      await waitFor('.product-facts h1', 'وعاء من خشب البلوط')
      expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
      await changeLanguage(visitor, 'en')
      await waitForPath(/^\/en\/products\//)
      await waitFor('html:not([dir="rtl"]) h1', 'Oak bowl')
      await waitFor('.product-description [lang="ar"], [lang="ar"]', 'مصنوع يدويًا')
      expect(await leftOf('.enquiry-link')).toBeGreaterThan(await leftOf('.navbar-name'))
      expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
    }))
}
