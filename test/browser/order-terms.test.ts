import { expect, test } from 'vitest'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const TERMS = { packSize: 100, minimumQuantity: 250, leadTime: '5' }
const texts = describeQuantityTerms(TERMS, { locale: 'en' })!
const MISFIT = fillInQuantity(texts.misfit, '300')
const USE = fillInQuantity(texts.use, '300')
const { quantity: QUANTITY, add: ADD } = messages.enquiryList

const browser = await useBrowser()
const server = await useServer({
  products: [buildProduct({ slug: 'bolt', name: 'Bolt', variants: [buildVariant({ sku: 'B-8', ...TERMS })] })],
})

test.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)(
  'a quantity that does not fit is told and can be corrected by keyboard, %d px wide and %s',
  async (width, colorScheme) => {
    const page = await openTab(browser, { viewport: { width, height: 900 }, colorScheme })
    const complaints = watchComplaints(page)
    await page.goto(`${server.url}/products/bolt`)
    const field = page.getByLabel(QUANTITY, { exact: true })
    const add = page.getByRole('button', { name: ADD, exact: true })
    await waitUntilHydrated(add)
    expect(await field.inputValue()).toBe('300')
    await field.fill('120')
    await page.getByRole('status').filter({ hasText: MISFIT }).waitFor()
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('300')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByText(MISFIT).count()).toBe(0)
    // It is not refused either.
    await field.fill('120')
    await add.click()
    await page.getByRole('link', { name: messages.enquiryList.listed(120) }).click()

    const listed = page.getByLabel(messages.enquiryList.quantityOf('Bolt'))
    await page.getByRole('status').filter({ hasText: MISFIT }).waitFor()
    expect(await listed.inputValue()).toBe('120')
    await waitUntilHydrated(page.getByRole('button', { name: messages.stepNext, exact: true }))
    await page.getByRole('button', { name: USE }).click()
    await expect.poll(() => listed.inputValue()).toBe('300')
    expect(await page.getByText(MISFIT).count()).toBe(0)
    await expectNoViolations(page)
    expect(complaints).toEqual([])
  },
)

test('without scripts, the form says once which quantity fits, and accepts the quantity if it is sent again', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.goto(`${server.url}/products/bolt`)
  await page.getByLabel(QUANTITY, { exact: true }).fill('300')
  await page.getByRole('button', { name: ADD, exact: true }).click()
  expect(await page.getByText(MISFIT).count()).toBe(0)
  await page.getByLabel(messages.enquiryList.quantityOf('Bolt')).fill('120')
  await page.getByLabel(messages.enquiry.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(messages.enquiry.email, { exact: true }).fill(ENQUIRY.email)
  const send = page.getByRole('button', { name: messages.enquiry.send, exact: true })
  await send.click()
  await page.getByText(MISFIT).waitFor()
  await page.getByText(serverTextsFor({ locale: 'en' }).order.returned).waitFor()
  expect(await page.getByRole('button', { name: USE }).count()).toBe(0)
  await send.click()
  await page.getByRole('heading', { name: messages.enquiry.sentHeading }).waitFor()
  expect(await server.context.enquiries.list('all')).toMatchObject([{ items: [{ product: 'bolt', quantity: 120 }] }])
})
