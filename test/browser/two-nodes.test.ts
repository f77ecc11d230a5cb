import { expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { NGINX } from '../support/nginx.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startNodes } from '../support/start-nodes.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const chair = buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' })

test('a visitor sees no error if the catalogue changes and one of two nodes behind nginx stops', async ({ skip }) => {
  skip(NGINX === undefined, 'nginx is not installed')
  await using site = await startNodes({
    products: [chair],
    categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
  })
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto(`${site.url}/category`)
  await waitUntilHydrated(page.locator('h1'))
  await page.locator('main').getByRole('link', { name: 'Seats' }).first().click()
  await heading('Seats').waitFor()
  await page.getByRole('link', { name: 'Oak chair' }).first().click()
  await heading('Oak chair').waitFor()
  expect(documents).toEqual(['/category'])
  for (const { logLines } of site.nodes) expect(logLines.some(({ msg }) => msg === 'request')).toBe(true)

  await site.store.write((writer) => writer.putProduct({ ...chair, name: 'Elm chair' }))
  expect(await site.nodes[0].stop()).toBe(true)
  await page.reload()
  await heading('Elm chair').waitFor()
  await waitUntilHydrated(heading('Elm chair'))
  await page.goBack()
  await heading('Seats').waitFor()
  expect(complaints).toEqual([])
})
