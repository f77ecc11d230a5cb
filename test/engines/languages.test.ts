import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { ARABIC_CATEGORIES, ARABIC_PRODUCTS, ARABIC_SITE } from '../support/arabic-site.ts'
import { startDemo } from '../support/demo-server.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { writeFrenchCopy } from '../support/french-copy.ts'
import { ENGINES } from './engine.ts'
import { closeSessions, DESKTOP, visit, type Visitor } from './visitor.ts'

const EXPORT = join(SHARED_DATA_DIR, 'shopify-apparel.csv')
const SMALL_PHONE = { width: 360, height: 780 }

const servers = new AsyncDisposableStack()
afterAll(() => servers.disposeAsync())

const demo = servers.use(await startDemo())
const arabic = servers.use(
  await startServer({ site: ARABIC_SITE, categories: ARABIC_CATEGORIES, products: ARABIC_PRODUCTS }),
)
const apparel = existsSync(EXPORT) ? servers.use(await startApparel()) : undefined

/** A real export in English with a copy of it in French. */
async function startApparel(): Promise<TestServer> {
  const server = await startServer({ site: { ...NEUTRAL_SITE, languages: ['en', 'fr'] } })
  await using folder = await makeTemporaryFolder()
  await importFile(server.store, EXPORT, { imagesDir: join(SHARED_DATA_DIR, 'images') })
  const french = join(folder.path, 'french.csv')
  await writeFrenchCopy(await readFile(EXPORT, 'utf8'), french)
  await importFile(server.store, french, { language: 'fr' })
  return server
}

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

describe.each(ENGINES)('$name', (engine) => {
  afterAll(closeSessions)

  describe.each([SMALL_PHONE, DESKTOP])('$width pixels', (size) => {
    const flow = engine.isInstalled ? test : test.skip

    flow('the switch keeps a list, its filters and a product, and links stay in the language', () =>
      visit(
        engine,
        demo.url,
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
        { size },
      ),
    )

    flow('an Arabic site is laid out from right to left, and its English from left to right', () =>
      visit(
        engine,
        arabic.url,
        async (visitor) => {
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
        },
        { size },
      ),
    )

    const apparelFlow = apparel ? flow : test.skip
    apparelFlow('a real export with a French file beside it is found and shown in both languages', () =>
      visit(
        engine,
        apparel!.url,
        async (visitor) => {
          await visitor.open('/fr/products?q=botte')
          await visitor.press('.card-link', 'Botte Red Wing Iron Ranger')
          await visitor.waitFor('.product-facts h1', 'Botte Red Wing Iron Ranger')
          await visitor.waitFor('.product-facts', 'Taille')
          expect(await readExcess(visitor)).toBeLessThanOrEqual(0)
          await changeLanguage(visitor, 'en')
          await visitor.waitForPath(/^\/products\/redwing-iron-ranger/)
          await visitor.waitFor('.product-facts h1', 'Red Wing Iron Ranger Boot')
        },
        { size },
      ),
    )
  })
})
