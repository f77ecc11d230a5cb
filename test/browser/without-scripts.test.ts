import { expect, test } from 'vitest'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { useBrowser } from '../support/browser.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { buildScrews } from '../support/screws.ts'
import { useServer } from '../support/start-server.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const own = serverTextsFor({ locale: 'en' })
const TERMS = { packSize: 100, minimumQuantity: 250 }
const MISFIT = fillInQuantity(describeQuantityTerms(TERMS, { locale: 'en' })!.misfit, '300')
const HASH = 'c'.repeat(64)

const browser = await useBrowser()
const server = await useServer({
  site: { ...NEUTRAL_SITE, languages: ['en', 'de'], pages: [buildOwnerPage()] },
  categories: [
    buildCategory({ slug: 'screws', name: 'Screws', view: 'table' }),
    buildCategory({ slug: 'bowls', name: 'Bowls', translations: { de: { name: 'Schalen' } } }),
  ],
  products: [
    ...generateScrewCatalogue().filter(({ slug }) => slug.startsWith('din84-m')),
    ...buildScrews('screws', 60),
    ...Array.from({ length: 225 }, (_, index) =>
      buildProduct({
        slug: `bowl-${index}`,
        name: `Bowl ${index}`,
        brand: `Maker ${String(index).padStart(3, '0')}`,
        categorySlug: 'bowls',
        attributes: [{ name: 'Colour', value: ['Navy', 'Harvest'][index % 2]! }],
        variants: [buildVariant({ priceMinor: 1_000 + 100 * index })],
      }),
    ),
    buildProduct({
      slug: 'chair',
      name: 'Chair',
      images: [{ hash: HASH, format: 'webp', width: 400, height: 400, alt: 'A chair' }],
      options: [{ name: 'Finish', values: ['Natural', 'Black'] }],
      variants: [
        buildVariant({ key: 'natural', optionValues: ['Natural'] }),
        buildVariant({ key: 'black', optionValues: ['Black'], sku: 'C-B', priceMinor: 9_900 }),
      ],
      attributes: [{ name: 'Legs', value: '4' }],
      translations: { de: { name: 'Stuhl', slug: 'stuhl' } },
    }),
    buildProduct({
      slug: 'bolt',
      name: 'Bolt',
      variants: [buildVariant({ sku: 'B-8', ...TERMS })],
      attributes: [{ name: 'Legs', value: '4' }],
    }),
  ],
})

async function open(path: string, viewport = { width: 1280, height: 800 }) {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport })
  await page.goto(server.url + path)
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' }),
    search: () => decodeURIComponent(new URL(page.url()).search),
    items: page.locator('.enquiry-items > li'),
  }
}

test('without scripts, pages, search, filters, all values, views, columns, sort order and pagination work, and Back and a reload show the filters of the address', async () => {
  const { page, button, link, search } = await open('/')
  await page.locator('footer').getByRole('link', { name: 'Imprint' }).click()
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor()
  await page.locator('header a[href="/category"]').first().click()
  await page.locator('main').getByRole('link', { name: 'Bowls' }).first().click()
  await page.locator('.card-link').first().click()
  await page.getByRole('heading', { level: 1, name: /^Bowl/ }).waitFor()

  await page.locator('.navbar-search .field').fill('bowl')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=bowl')
  await page.locator('.filters summary', { hasText: 'Colour' }).click()
  await page.getByRole('checkbox', { name: /^Navy/ }).check()
  await page.getByRole('button', { name: 'All 225 brands' }).click()
  expect(search()).toBe('?q=bowl&attr-colour=Navy&filter=brand')
  await page.getByRole('checkbox', { name: /^Maker 004/ }).check()
  await page.getByRole('searchbox', { name: 'Search in Brand' }).fill('222')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: /^Maker 222/ }).check()
  await button('Apply').click()
  expect(search()).toBe('?q=bowl&brand=Maker+004&brand=Maker+222&attr-colour=Navy')
  expect(await page.locator('.toolbar-count').textContent()).toBe('2 products')
  await page.getByLabel('Price from').fill('20')
  await button('Apply').click()
  expect(await page.locator('.card').count()).toBe(1)
  await page.getByLabel('Price from').fill('30')
  await page.reload()
  expect(await page.getByLabel('Price from').inputValue()).toBe('20')
  await page.goBack()
  expect(await page.getByLabel('Price from').inputValue()).toBe('')
  await link('Remove filter: Maker 004').click()
  expect(search()).toBe('?q=bowl&brand=Maker+222&attr-colour=Navy')

  await page.goto(`${server.url}/category/screws`)
  await page.locator('.columns summary').click()
  for (const name of ['Thread', 'Head']) await page.locator('.columns').getByLabel(name).uncheck()
  await page.locator('.columns button').click()
  await page.getByRole('columnheader', { name: 'Length' }).getByRole('link').click()
  expect(search()).toBe('?sort=attr-length&columns=length')
  await page.locator('nav a[href*="page=2"]').first().click()
  await link('Grid').click()
  expect(search()).toBe('?sort=attr-length&view=grid&columns=length&page=2')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await link('Newest').click()
  expect(search()).toBe('?sort=newest&view=grid&columns=length')
  await page.goto(`${server.url}/products?q=slotted&view=table`)
  await link('Families').click()
  await page
    .getByRole('rowheader', { name: /^Slotted/ })
    .getByRole('link')
    .click()
  await link(/^Remove filter: Slotted/).click()
  expect(await page.getByRole('rowheader').count()).toBe(1)
})

test('without scripts, variants, sizes of a family and a comparison can be chosen, and a picture opens as a file', async () => {
  const { page, button, link, search } = await open('/products/din84-m6x20')
  await page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M8', exact: true }).click()
  await page.waitForURL('**/products/din84-m8x20')
  await page.getByRole('region', { name: 'Thread / Length' }).getByRole('link', { name: 'M10, 30 mm' }).click()
  await page.waitForURL('**/products/din84-m10x30')
  for (const path of ['/products?q=bowl&sort=name', '/products?q=bowl&sort=name&view=table']) {
    await page.goto(server.url + path)
    for (const name of ['Bowl 10', 'Bowl 1'])
      await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check()
    await button('Compare').click()
    expect(search()).toBe('?compare=bowl-1,bowl-10')
  }
  await page.goto(`${server.url}/products?compare=bolt,chair`)
  const legs = page.locator('tr', { hasText: 'Legs' })
  expect(await legs.isVisible()).toBe(false)
  await page.getByRole('checkbox', { name: /identical row/ }).check()
  expect(await legs.isVisible()).toBe(true)
  await link('Chair').first().click()
  const price = page.locator('.product-price')
  expect(await price.textContent()).toContain('€120')
  await page.getByRole('main').getByRole('link', { name: 'Black', exact: true }).first().click()
  expect([search(), (await price.textContent())?.includes('€99')]).toEqual(['?variant=black', true])
  await button('Compare').click()
  await page.getByText('Choose “Compare” for two or more products').waitFor()
  await page.goto(`${server.url}/products/chair`)
  await link('Enlarge: A chair').click()
  await page.waitForURL(`**/images/${HASH.slice(0, 20)}/*.webp`)
})

test('without scripts, an enquiry is collected from a product, a table and a pasted list, corrected, sent, looked up and used again', async () => {
  const { page, button, link, search, items } = await open('/products/chair?variant=black')
  await page.getByLabel(texts.quantity, { exact: true }).fill('2')
  await button(texts.add).click()
  await link(texts.more).click()
  expect(search()).toBe('?item=chair:2:black')
  // A search, and a link in its results, carry the list along.
  await page.locator('.navbar-search .field').fill('bowl 3')
  await page.keyboard.press('Enter')
  await link('Table').click()
  await page.getByLabel(texts.quantityOf('Bowl 3')).fill('5')
  await page.getByLabel(texts.quantityOf('Bowl 3')).press('Enter')
  expect(search()).toBe('?item=chair:2:black&item=bowl-3:5')
  await page.locator('.pasted-list summary').click()
  await page.getByLabel(own.pastedList.text, { exact: true }).fill('120 x B-8\n2 NOTHING-LIKE-IT')
  await button(own.pastedList.find).click()
  expect(await page.locator('.pasted-lines > li').count()).toBe(2)
  await button(own.pastedList.add).click()
  expect([await items.count(), await page.locator('.pasted-lines > li').count()]).toEqual([3, 0])

  await page.getByLabel(texts.quantityOf('Chair')).fill('0')
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  const email = page.getByLabel(words.email, { exact: true })
  await email.first().fill('josefine')
  await button(words.send).click()
  await page.getByText(MISFIT).waitFor()
  await expect.poll(() => page.locator('.enquiry-errors:focus').count()).toBe(1)
  await page.getByRole('alert').getByRole('link', { name: messages.enquiryErrors.email }).click()
  expect(await email.first().getAttribute('aria-invalid')).toBe('true')
  await email.first().fill(ENQUIRY.email)
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored] = await server.context.enquiries.list('all')
  expect(stored).toMatchObject({
    request: '2 NOTHING-LIKE-IT',
    email: ENQUIRY.email,
    items: [
      { product: 'bowl-3', quantity: 5 },
      { product: 'bolt', quantity: 120, pasted: '120 x B-8' },
    ],
  })
  const reference = (await page.locator('.enquiry-reference').textContent())!
  await page.getByLabel(words.reference).fill(reference.toLowerCase())
  await button(words.lookUp).click()
  await page.getByText(words.states.received).waitFor()
  for (const [address, shown] of [
    ['stranger@visitor.example', words.otherEmail],
    [ENQUIRY.email, '2 NOTHING-LIKE-IT'],
  ] as const) {
    const form = page.locator('form', { has: button(words.showMessage) })
    await form.getByLabel(words.email).fill(address)
    await form.getByRole('button').click()
    await page.getByText(shown).waitFor()
  }
  expect(await button(own.takeAway.copy).count()).toBe(0)
  await link(own.takeAway.useAgain).click()
  expect(await items.count()).toBe(2)
})

test('without scripts, a phone has a bar with the chosen variant, its menu changes the language, and its search field opens', async () => {
  const { page, link, search } = await open('/products/chair?variant=black&item=bolt:300', { width: 360, height: 640 })
  const ask = page.locator('.ask-bar').getByRole('link')
  expect(await ask.getAttribute('href')).toContain('variant=black')
  // At the end of the page, the bar does not cover the footer.
  await page.mouse.wheel(0, 20_000)
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!
  await expect
    .poll(async () => (await boxOf('.ask-bar')).y + (await boxOf('.ask-bar')).height - (await boxOf('footer')).y)
    .toBeLessThanOrEqual(1)
  await page.locator('.navbar-menu').first().click()
  await link('Deutsch').click()
  await page.getByRole('heading', { level: 1, name: 'Stuhl' }).waitFor()
  expect(search()).toBe('?variant=black&item=bolt:300')
  const field = page.locator('.navbar-search .field')
  expect(await field.isVisible()).toBe(false)
  await page.locator('.navbar-search-open').click()
  await field.fill('Stuhl')
  await field.press('Enter')
  await page.waitForURL(/\/de\/products\?.*q=Stuhl/)
  expect(await field.isVisible()).toBe(false)
})
