import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { serverTextsFor } from '../../server/platform/language.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { expectNoViolations, loadAxeEarly } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { copyDemoDatabase } from '../support/demo-server.ts'
import { messages } from '../support/english-messages.ts'
import { buildNewEnquiry, STORED_ITEM } from '../support/enquiries.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { openSqliteStore } from '../support/open-stores.ts'
import { openTab } from '../support/reused-page.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { buildScrews } from '../support/screws.ts'
import { useServer } from '../support/start-server.ts'
import { expectFit, expectLargeTargets } from '../support/target-size.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const browser = await useBrowser()
// React's development build warns of every difference between server and browser.
const buildDir = await useBuild('development')

const SIGN = { hash: 'b'.repeat(64), format: 'png', width: 400, height: 400, alt: 'Flammable' } as const
const unitPricing = { quantity: { amount: 5, unit: 'l' }, base: { amount: 100, unit: 'ml' } } as const
const folder = await makeTemporaryFolder()
const databasePath = join(folder.path, 'vitrine.db')
await copyDemoDatabase(databasePath)
const catalogue = {
  categories: [buildCategory({ slug: 'screws', name: 'Screws', view: 'table' })],
  products: [
    ...generateScrewCatalogue().filter(({ slug }) => /^din84-m(?:3|4|20)x/.test(slug)),
    ...['M3', 'M4'].map((value) =>
      buildProduct({ slug: `nut-${value}`.toLowerCase(), name: `Nut ${value}`, attributes: [{ name: 'Size', value }] }),
    ),
    ...buildScrews('screws', 10),
    buildProduct({
      slug: 'oil',
      options: [{ name: 'Size', values: ['Can', 'Bottle'] }],
      variants: [
        buildVariant({
          key: 'can',
          optionValues: ['Can'],
          priceMinor: 123_456_700,
          compareAtMinor: 234_567_800,
          unitPricing,
        }),
        buildVariant({ key: 'bottle', optionValues: ['Bottle'] }),
      ],
    }),
    buildProduct({
      slug: 'torch',
      shortDescription: '<p>Everything for <strong>two</strong>.</p>',
      externalLink: { label: 'Buy at the swag store', href: 'https://shop.example/torch' },
      includes: ['nut-m3', 'nut-m4'],
      variants: [buildVariant({ priceMinor: null, packSize: 100, minimumQuantity: 250, leadTime: '5' })],
      manufacturer: 'Kiln & Sons',
      responsiblePerson: 'Import',
      safetyInformation: `Keep away from children.\n\n${'Do not heat above 50 °C. '.repeat(5)}`,
      pictograms: Array.from({ length: 9 }, () => SIGN),
    }),
    buildProduct({ slug: 'old', discontinued: 'page', replacedBy: 'oil' }),
  ],
}
const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c00000' } })
  .png()
  .toBuffer()
const store = await openSqliteStore(databasePath)
await store.write(async (writer) => {
  await writer.putSite({
    ...(await writer.readSite()),
    languages: ['en', 'ar'],
    partLists: true,
    wording: { menu: 'Contents', productCount: { one: '{1} piece <i>', other: '{1} pieces <i>' } },
  })
  await writer.putImage(SIGN.hash, { bytes, format: 'png' })
  await writer.putList('companies', [
    {
      name: 'Kiln & Sons',
      address: `${'Werkzeugmaschinenfabrikationsgesellschaft'.repeat(4)}\nHarbour Road 1\n90100 Oulu`,
      email: `${'product-safety-'.repeat(12)}team@kiln.example`,
      website: `https://kiln.example/${'contact-'.repeat(20)}`,
      phone: '+358 8 123 456',
    },
    { name: 'Import', address: 'شارع الميناء ١', email: 'a@import.example' },
  ])
})
await store.close()
afterAll(() => folder[Symbol.asyncDispose]())
const server = await useServer({ buildDir, environment: { DATA_DIR: folder.path }, ...catalogue })
const { enquiries } = server.context
const { reference } = await enquiries.add(
  buildNewEnquiry({ items: [{ ...STORED_ITEM, product: 'oil', variant: 'can' }] }),
)
await enquiries.markAnswered(reference, new Date())

type Act = (page: Page) => Promise<unknown>

const OPENED = ':is(:modal, :popover-open)[data-state="open"]'
const openers = new Set<Act>()
const isOverlay = (act: Act) => openers.has(act)

/** Opens an overlay or menu by its button. */
function press(name: string): Act {
  const open: Act = async (page) => {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await page.locator(OPENED).waitFor()
    await page.locator(OPENED).evaluate((part) => {
      for (const folded of part.querySelectorAll('details')) folded.open = true
    })
  }
  openers.add(open)
  return open
}

async function suggest(page: Page): Promise<void> {
  await page.locator('.navbar-search-open').click()
  await page.locator('.navbar-search .field').fill('bowl')
  await page.locator('.suggestion').first().waitFor()
}

async function pasteList(page: Page): Promise<void> {
  await page.locator('.pasted-list summary').click()
  await page.getByLabel(serverTextsFor({ locale: 'en' }).pastedList.text, { exact: true }).fill(PASTED)
  await page.getByRole('button', { name: serverTextsFor({ locale: 'en' }).pastedList.find, exact: true }).click()
  await expect.poll(() => page.locator('.pasted-lines > li').count()).toBe(3)
}
const PASTED = '20 x DIN84-M3X8\nDIN84-M3X1O 4 pcs\n2 NOTHING-LIKE-IT'

async function fillTable(page: Page): Promise<void> {
  await page.locator('.row-quantity .field').first().fill('3')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('form', { name: 'Columns' }).waitFor()
}

async function fillMisfit(page: Page): Promise<void> {
  await page.getByLabel(messages.enquiryList.quantity, { exact: true }).fill('120')
  await page.getByRole('status').filter({ hasText: '300' }).waitFor()
}

/** `submit()` fires no submit event, so the form is sent as it is without scripts. */
async function sendEmptyForm(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('form[method="post"][action^="/contact"]')!.submit(),
  )
  await page.getByRole('alert').waitFor()
  await waitUntilHydrated(page)
}

/** Each state is opened once. The acts change the page that was opened, or open and close its overlays. */
const STATES: readonly (readonly [path: string, ...acts: readonly Act[]])[] = [
  ['/', suggest],
  ['/about'],
  ['/about/imprint'],
  ['/category'],
  ['/products?q=bowl+zinc&in-stock=1', press('Contents'), press('Filters')],
  ['/products/breakfast-bowl', press('Share')],
  ['/products?filter=attr-material'],
  ['/nowhere'],
  ['/products/no-such'],
  ['/products/din84-m20x200'],
  ['/products?q=din84+nut&view=table&families=rows'],
  ['/category/screws', fillTable],
  ['/products?compare=oil,torch,nothing', (page) => page.getByRole('checkbox', { name: /identical/ }).check()],
  ['/products/oil'],
  ['/products/old'],
  ['/products/torch', fillMisfit],
  ['/ar/products/torch'],
  ['/contact?item=torch:120&item=oil:1:can&item=gone:1', pasteList],
  ['/contact?product=oil', sendEmptyForm],
  ['/contact?sent=ABCD2345'],
  [`/contact?reference=${reference}`],
]

/** States whose header, footer or document differs from those of all others. */
const OTHER_FRAMES = ['/', '/products/no-such', '/ar/products/torch']

/** The browser logs documents with these statuses. */
const LOGGED_BY_BROWSER = /status of (?:404|422)/

/** What paper has no use for. */
const NOT_PRINTED =
  '.skip-link, .toolbar, .filters, .table-pagination, .navbar-search, .navbar-panel, .footer, .ask-bar, .compare-bar, .add-to-enquiry, .enquiry-link, .comparison-tools, .comparison-remove, .comparison-enquiry'

const countOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Runs in each document. Empties the device, apart from a product that is marked, so that pages have the bar. */
function resetDevice(): void {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('compared-products', JSON.stringify({ marks: [{ slug: 'moon-jar', name: 'Moon Jar' }] }))
}

// One page shows all states, because axe and the scripts of the site are compiled once for it.
test('each state hydrates without warnings at its top, has no axe violations in both themes, fits phone, desktop and paper, and has large targets', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  await page.addInitScript(resetDevice)
  await loadAxeEarly(page)
  for (const [path, ...acts] of STATES) {
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(server.url + path)
    await waitUntilHydrated(page)
    expect(await page.evaluate(() => window.scrollY), path).toBe(0)
    expect(await page.locator('h1').count(), path).toBe(1)
    // The menu buttons of cards are added when the browser is idle.
    if ((await page.locator('.card').count()) > 0) await page.locator('[data-context-button]').first().waitFor()
    const overlays = acts.filter(isOverlay)
    for (const act of acts) if (!isOverlay(act)) await act(page)
    await expectNoViolations(page, { within: OTHER_FRAMES.includes(path) ? 'html' : 'main' })
    await expectLargeTargets(page)
    for (const open of overlays) {
      await open(page)
      await expectNoViolations(page, { within: OPENED })
      // The last one stays open, so that its place is checked too.
      if (open === overlays.at(-1)) continue
      await page.keyboard.press('Escape')
      await page.locator(OPENED).waitFor({ state: 'detached' })
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectFit(page, 'text at twice the size')
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    // Only the width is checked, and a low window takes less time to paint.
    await page.setViewportSize({ width: 1280, height: 200 })
    expect(await countOverflow(page), `overflow of ${path} at 1280 px`).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 718, height: 200 })
    await page.emulateMedia({ media: 'print' })
    expect(await countOverflow(page), `overflow of ${path} on paper`).toBeLessThanOrEqual(0)
    const printed = page.locator(NOT_PRINTED).locator('visible=true')
    expect(await printed.evaluateAll((elements) => elements.map(({ className }) => className)), path).toEqual([])
    expect(complaints.filter((complaint) => !LOGGED_BY_BROWSER.test(complaint))).toEqual([])
  }
})

test('the table has a state of each route', () => {
  const paths = STATES.map(([path]) => new URL(path, server.url).pathname)
  const missing = ROUTE_NAMES.filter((name) => {
    const pattern = new RegExp(`^${ROUTES[name].path.replace(/:\w+/g, '[^/]+')}$`)
    return !paths.some((path) => pattern.test(path))
  })
  expect(missing).toEqual([])
})
