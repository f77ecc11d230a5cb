import { expect, test } from 'vitest'
import { LOADING_DELAY_MS } from '../../shared/constants.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { changeStore } from '../support/change-store.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' }),
  buildProduct({ slug: 'stool', name: 'Ash stool', categorySlug: 'seats' }),
]

test('a page hydrates its shell before slow data, which arrives in the same document, as the policy allows, and is not fetched again', async () => {
  const related = Promise.withResolvers<void>()
  await using server = await startServer({
    products,
    wrapStore: (store) =>
      changeStore(store, { listRelated: (...args) => related.promise.then(() => store.listRelated(...args)) }),
  })
  const page = await openTab(browser, { preloads: true })
  const complaints = watchComplaints(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${server.url}/products/chair`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Oak chair' }).waitFor()
  await waitUntilHydrated(page.getByRole('heading', { name: 'Oak chair' }))
  expect(await page.getByText('Ash stool').count()).toBe(0)
  // The placeholder exists from the start, but is invisible until a delay has passed.
  const placeholder = page.locator('.related[aria-busy]')
  expect(await placeholder.evaluate((element) => element.getAnimations()[0]!.effect!.getComputedTiming().delay)).toBe(
    LOADING_DELAY_MS,
  )
  await expect.poll(() => placeholder.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible')
  expect((await placeholder.boundingBox())!.height).toBeGreaterThan(100)

  related.resolve()
  const link = page.getByRole('link', { name: 'Ash stool' }).first()
  await link.waitFor()
  await waitUntilHydrated(link)
  expect(requests.filter((url) => url.includes('/products/chair/_payload'))).toEqual([])
  expect(complaints).toEqual([])
})
