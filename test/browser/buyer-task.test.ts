import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { BUYERS_PAGES, BUYERS_SKUS, BUYERS_WAYS, sendBuyersList, UNKNOWN } from '../support/buyer-task.ts'
import { openTab } from '../support/reused-page.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await useServer({ products: generateScrewCatalogue() })

test.each(BUYERS_WAYS)('%s, thirty pasted part numbers become an enquiry with at most five clicks', async (way) => {
  const page = await openTab(browser, BUYERS_PAGES[way])
  if (way !== 'without scripts') await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  expect(await sendBuyersList(page, server.url, way)).toBeLessThanOrEqual(5)
  const [latest] = await server.context.enquiries.list('all')
  expect(latest!.items.map(({ sku }) => sku)).toEqual(BUYERS_SKUS)
  expect(latest!.items.map(({ quantity }) => quantity)).toEqual(BUYERS_SKUS.map((_, index) => (index + 1) * 10))
  for (const number of UNKNOWN) expect(latest!.request).toContain(number)
})
