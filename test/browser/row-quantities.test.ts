import { expect, test } from 'vitest'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import {
  delayScripts,
  followAddedLink,
  openReusedPage,
  useBrowser,
  waitUntilHydrated,
  watchComplaints,
} from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab, type PageOptions } from '../support/reused-page.ts'
import { startServer, useServer } from '../support/start-server.ts'

const texts = messages.enquiryList
const browser = await useBrowser()
const server = await useServer({
  products: [
    ...['Oak table', 'Pine shelf', 'Ash stool'].map((name) =>
      buildProduct({ slug: name.toLowerCase().replace(' ', '-'), name }),
    ),
    buildProduct({
      slug: 'oak-chair',
      name: 'Oak chair',
      options: [{ name: 'Finish', values: ['Natural', 'Black'] }],
      variants: [
        buildVariant({ key: 'natural', optionValues: ['Natural'] }),
        buildVariant({ key: 'black', optionValues: ['Black'] }),
      ],
    }),
  ],
})

/** @param listed the items that are already on the list of the device */
async function openList(
  path: string,
  { listed = {}, ...options }: PageOptions & { listed?: Record<string, number> } = {},
) {
  const page = await openTab(browser, options)
  const complaints = watchComplaints(page)
  const items = Object.entries(listed).map(([key, quantity]) => {
    const [product, variant = null] = key.split(':')
    return { product, variant, quantity, note: 'matt' }
  })
  if (items.length > 0)
    await page.addInitScript(
      (list) => localStorage.getItem('enquiry-list') ?? localStorage.setItem('enquiry-list', list),
      JSON.stringify(items),
    )
  await page.goto(server.url + path)
  return {
    page,
    complaints,
    field: (name: string) => page.getByLabel(texts.quantityOf(name)),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    status: page.locator('#row-quantities [role=status]'),
    list: () =>
      page.evaluate(() =>
        (
          JSON.parse(localStorage.getItem('enquiry-list') ?? '[]') as {
            product: string
            variant: string | null
            quantity: number
            note: string
          }[]
        ).map(({ product, variant, quantity, note }) => [product, variant, quantity, note]),
      ),
  }
}

test.each(['/products?view=table', '/products?sort=name'])(
  'Enter in a quantity adds it, several are added by one button, and a listed row shows and changes its own (%s)',
  async (path) => {
    const { page, field, button, status, list, complaints } = await openList(path)
    await field('Oak table').fill('5')
    await field('Oak table').press('Enter')
    await status.getByText(`Oak table. ${texts.listed(5)}`).waitFor()
    expect(await list()).toEqual([['oak-table', null, 5, '']])
    await field('Pine shelf').fill('2')
    await field('Ash stool').fill('3')
    await button(`${texts.add}: ${messages.productCount(2)}`).click()
    await status.getByText(texts.listOf(3)).waitFor()
    expect(await list()).toEqual(
      expect.arrayContaining([
        ['oak-table', null, 5, ''],
        ['pine-shelf', null, 2, ''],
        ['ash-stool', null, 3, ''],
      ]),
    )
    // Changing and removing.
    await field('Pine shelf').fill('20')
    await field('Ash stool').fill('0')
    await button(`${texts.update}: ${messages.productCount(2)}`).click()
    await status.getByText(texts.listOf(2)).waitFor()
    expect(await list()).toEqual([
      ['oak-table', null, 5, ''],
      ['pine-shelf', null, 20, ''],
    ])
    expect(await field('Ash stool').inputValue()).toBe('')
    await page.reload()
    await expect.poll(() => field('Pine shelf').inputValue()).toBe('20')
    expect(new URL(page.url()).pathname).toBe('/products')
    expect(complaints).toEqual([])
  },
)

test('the button of a row adds one piece, then says how many are listed and opens the list; a double click adds once', async () => {
  const { page, button, list, complaints } = await openList('/products?view=table')
  await button(texts.addProduct('Oak table')).dblclick()
  const listed = button(`Oak table. ${texts.listed(1)}. ${texts.show}`)
  await listed.waitFor()
  expect(await list()).toEqual([['oak-table', null, 1, '']])
  expect(await listed.evaluate((element) => element === document.activeElement)).toBe(true)
  await listed.press('Enter')
  await page.waitForURL(`${server.url}/contact?item=oak-table:1`)
  expect(complaints).toEqual([])
})

test('the button of a row with a changed quantity applies that row alone, and a note of the item stays', async () => {
  const { field, button, list, page } = await openList('/products?view=table', { listed: { 'oak-table': 4 } })
  await expect.poll(() => field('Oak table').inputValue()).toBe('4')
  await field('Oak table').fill('6')
  await field('Pine shelf').fill('9')
  await page
    .locator('.row-quantity', { has: field('Oak table') })
    .getByRole('button')
    .click()
  await expect.poll(list).toEqual([['oak-table', null, 6, 'matt']])
  expect(await field('Pine shelf').inputValue()).toBe('9')
  await button(`${texts.add}: ${messages.productCount(1)}`).waitFor()
})

test('quantities typed before hydration are kept, and Enter is repeated once', async () => {
  const { page, field, list } = await openList('/about')
  const allowScripts = await delayScripts(page, '**/builds/main-*.js')
  await page.goto(`${server.url}/products?view=table`)
  await field('Pine shelf').fill('7')
  await field('Pine shelf').press('Enter')
  await field('Oak table').fill('8')
  allowScripts()
  await expect.poll(list).toEqual(
    expect.arrayContaining([
      ['pine-shelf', null, 7, ''],
      ['oak-table', null, 8, ''],
    ]),
  )
  expect(page.url()).toBe(`${server.url}/products?view=table`)
})

test('a row whose product has variants leads to their choice and says how many are listed; a filter for one offers its quantity', async () => {
  const { page, field, list, complaints } = await openList('/products?view=table', {
    listed: { 'oak-chair:natural': 3, 'oak-chair:black': 2 },
  })
  const link = page.getByRole('link', { name: `Oak chair. ${texts.listed(5)}. ${texts.choose}` })
  await waitUntilHydrated(link)
  await followAddedLink(page, '/products?attr-finish=Black&view=table')
  await expect.poll(() => field('Oak chair').inputValue()).toBe('2')
  await field('Oak chair').fill('1')
  await field('Oak chair').press('Enter')
  await expect.poll(list).toEqual([
    ['oak-chair', 'natural', 3, 'matt'],
    ['oak-chair', 'black', 1, 'matt'],
  ])
  await followAddedLink(page, '/products?view=table')
  await page.getByRole('link', { name: `Oak chair. ${texts.listed(4)}. ${texts.choose}` }).click()
  await page.waitForURL(`${server.url}/products/oak-chair`)
  expect(complaints).toEqual([])
})

test('Tab leads from the name to the quantity, its button and the next row; the field of changed rows stays above the bar', async () => {
  const { page, field, button } = await openList('/products?view=table&sort=name', {
    viewport: { width: 360, height: 480 },
  })
  await waitUntilHydrated(page.locator('.row-quantities'))
  await page.getByRole('link', { name: 'Ash stool' }).focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(texts.quantityOf('Ash stool'))
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(texts.addProduct('Ash stool'))
  const bar = await button(`${texts.add}: ${messages.productCount(1)}`).boundingBox()
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(480)
  await field('Pine shelf').focus()
  const box = (await field('Pine shelf').boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(bar!.y)
})

test.each(['/products?view=table', '/products?sort=name'])(
  'a list with quantities has no violations in both themes, and fits into narrow and wide windows (%s)',
  async (path) => {
    for (const width of WIDTHS) {
      const { page, field } = await openList(path, {
        viewport: { width, height: 740 },
        listed: { 'oak-table': 2, 'oak-chair:black': 1 },
      })
      await expect.poll(() => field('Oak table').inputValue()).toBe('2')
      await field('Pine shelf').fill('3')
      await expectNoViolations(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
  },
)

test('without scripts, the form of a table opens the contact page with the filled rows, which the next table keeps', async () => {
  const { page, field, button } = await openList('/products?view=table', { javaScriptEnabled: false })
  await field('Oak table').fill('5')
  await field('Pine shelf').fill('2')
  expect(await button(texts.addProduct('Oak table')).isVisible()).toBe(false)
  await button(texts.add).click()
  await page.waitForURL(`${server.url}/contact?item=oak-table:5&item=pine-shelf:2`)
  expect(await page.locator('.enquiry-items > li').count()).toBe(2)
  await page.goto(`${server.url}/products?view=table&item=oak-table:5`)
  await field('Ash stool').fill('1')
  await field('Ash stool').press('Enter')
  await page.waitForURL(`${server.url}/contact?item=oak-table:5&item=ash-stool:1`)
})

test('a quantity that does not fit is added as it is, and the one that fits is told', async () => {
  await using shop = await startServer({
    products: [buildProduct({ slug: 'hook', name: 'Hook', variants: [buildVariant({ packSize: 10 })] })],
  })
  await using opened = await openReusedPage(browser, `${shop.url}/products?view=table`)
  const { page, complaints } = opened
  const field = page.getByLabel(texts.quantityOf('Hook'))
  const status = page.locator('#row-quantities [role=status]')
  await field.fill('7')
  await field.press('Enter')
  await expect.poll(() => status.textContent()).toMatch(/^Hook\. .*7.* Hook: .*10/)
  expect(await field.inputValue()).toBe('7')
  await field.fill('20')
  await field.press('Enter')
  await expect.poll(() => status.textContent()).toBe(`Hook. ${texts.listed(20)}`)
  expect(complaints).toEqual([])
})
