import { expect, test } from 'vitest'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { useBrowser } from '../support/browser.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const own = serverTextsFor({ locale: 'en' })
const TERMS = { packSize: 100, minimumQuantity: 250 }
const MISFIT = fillInQuantity(describeQuantityTerms(TERMS, { locale: 'en' })!.misfit, '300')

const browser = await useBrowser()
const server = await useServer({
  site: { ...NEUTRAL_SITE, languages: ['en', 'de'], partLists: true },
  products: [
    ...Array.from({ length: 225 }, (_, index) =>
      buildProduct({
        slug: `bowl-${index}`,
        name: `Bowl ${index}`,
        brand: `Maker ${String(index).padStart(3, '0')}`,
        attributes: [
          { name: 'Colour', value: ['Navy', 'Harvest'][index % 2]! },
          { name: 'Rim', value: 'Thin' },
        ],
        variants: [buildVariant({ priceMinor: 1_000 + 100 * index })],
      }),
    ),
    buildProduct({
      slug: 'chair',
      name: 'Chair',
      options: [{ name: 'Finish', values: ['Natural', 'Black'] }],
      variants: [
        buildVariant({ key: 'natural', optionValues: ['Natural'] }),
        buildVariant({ key: 'black', optionValues: ['Black'] }),
      ],
    }),
    buildProduct({ slug: 'bolt', name: 'Bolt', variants: [buildVariant({ sku: 'B-8', ...TERMS })] }),
  ],
})

async function open(path: string, viewport = { width: 1280, height: 800 }) {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport })
  await page.goto(server.url + path)
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    search: () => decodeURIComponent(new URL(page.url()).search),
    items: page.locator('.enquiry-items > li'),
  }
}

test('without scripts, the sort orders open, filters and all values are forms, Back and a reload show the filters of the address, and checked products become a comparison, whose identical rows can be shown', async () => {
  const { page, button, search } = await open('/products?q=bowl')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  expect(await page.getByRole('link', { name: 'Newest', exact: true }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /^Navy/ }).check()
  await page.getByRole('button', { name: 'All 225 brands' }).click()
  expect(search()).toBe('?q=bowl&attr-colour=Navy&filter=brand')
  await page.getByRole('checkbox', { name: /^Maker 004/ }).check()
  await page.getByRole('checkbox', { name: /^Maker 006/ }).check()
  await button('Apply').click()
  expect(search()).toBe('?q=bowl&brand=Maker+004&brand=Maker+006&attr-colour=Navy')
  const from = page.getByLabel('Price from')
  await from.fill('15')
  await button('Apply').click()
  expect(await page.locator('.card').count()).toBe(1)
  await from.fill('30')
  await page.reload()
  expect(await from.inputValue()).toBe('15')
  await page.goBack()
  expect(await from.inputValue()).toBe('')
  for (const name of ['Bowl 6', 'Bowl 4'])
    await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check()
  await button('Compare').click()
  expect(search()).toMatch(/^\?compare=bowl-[46],bowl-[46]$/)
  const rim = page.locator('tr', { hasText: 'Rim' })
  expect(await rim.isVisible()).toBe(false)
  await page.getByRole('checkbox', { name: /identical row/ }).check()
  expect(await rim.isVisible()).toBe(true)
})

test('without scripts, an enquiry is collected from a table and a pasted list, corrected, sent and looked up', async () => {
  const { page, button, search, items } = await open('/products?q=bowl+3&view=table&item=chair:2:black')
  const scripted = await page.locator('.scripted').evaluateAll((all) => all.map((part) => part.checkVisibility()))
  expect(new Set(scripted)).toEqual(new Set([false]))
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
  const email = page.getByLabel(words.email, { exact: true }).first()
  await email.fill('josefine')
  await button(words.send).click()
  await page.getByText(MISFIT).waitFor()
  await expect.poll(() => page.locator('.enquiry-errors:focus').count()).toBe(1)
  await page.getByRole('alert').getByRole('link', { name: messages.enquiryErrors.email }).click()
  expect(await email.evaluate((field) => field.matches(':focus[aria-invalid=true], :target[aria-invalid=true]'))).toBe(
    true,
  )
  await email.fill(ENQUIRY.email)
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
  await page.getByLabel(words.reference).fill((await page.locator('.enquiry-reference').textContent())!.toLowerCase())
  await button(words.lookUp).click()
  await page.getByText(words.states.received).waitFor()
  expect(await button(own.takeAway.copy).count()).toBe(0)
})

test('without scripts, a phone has a bar with the chosen variant, its menu opens, and so does its search field', async () => {
  const { page, search } = await open('/products/chair?variant=black&item=bolt:300', { width: 360, height: 640 })
  const ask = page.locator('.ask-bar').getByRole('link')
  expect(await ask.getAttribute('href')).toContain('variant=black')
  // At the end of the page, the bar does not cover the footer.
  await page.mouse.wheel(0, 20_000)
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!
  await expect
    .poll(async () => (await boxOf('.ask-bar')).y + (await boxOf('.ask-bar')).height - (await boxOf('footer')).y)
    .toBeLessThanOrEqual(1)
  const language = page.getByRole('link', { name: 'Deutsch', exact: true })
  expect(await language.isVisible()).toBe(false)
  await page.locator('.navbar-menu').first().click()
  await language.waitFor()
  await page.keyboard.press('Escape')
  const field = page.locator('.navbar-search .field')
  expect(await field.isVisible()).toBe(false)
  await page.locator('.navbar-search-open').click()
  await field.fill('Chair')
  await field.press('Enter')
  await page.waitForURL(/\/products\?.*q=Chair/)
  expect([search(), await field.isVisible()]).toEqual(['?item=bolt:300&q=Chair', false])
})
