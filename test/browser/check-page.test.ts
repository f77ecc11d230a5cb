import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/check/check-catalog.ts'
import { buildCheckPage } from '../../server/check/check-page.ts'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { useBrowser, watchComplaints } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const browser = await useBrowser()

test("the page of a check has no axe violations and fits into a phone's window", async () => {
  await using catalog = await openTempCatalog()
  await catalog.store.write(async (writer) => {
    for (let index = 0; index < 30; index++)
      await writer.putProduct(buildProduct({ slug: `${'long-'.repeat(20)}${index}`, name: `Bowl ${'x'.repeat(80)}` }))
  })
  const check = await checkCatalog(catalog.store, 'http://localhost:3000')
  const html = await buildCheckPage(check, {
    siteUrl: 'http://localhost:3000',
    store: catalog.store,
    reminders: ['Set ENQUIRY_RETENTION_DAYS.'],
    now: new Date(0),
  })
  const path = join(catalog.dir, 'quality.html')
  await writeFile(path, html)
  const page = await openTab(browser, {})
  const complaints = watchComplaints(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(pathToFileURL(path).href)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectNoViolations(page)
    // Numbers and their heading are not broken.
    const heights = await page.getByRole('columnheader').evaluateAll((all) => all.map((cell) => cell.clientHeight))
    expect(new Set(heights).size).toBe(1)
    expect(heights[0]).toBeLessThan(50)
  }
  await page.getByRole('link', { name: 'Products without a picture' }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'Products without a picture: 30' }).isVisible()).toBe(true)
  expect(page.url()).toMatch(/#noPicture$/)
  expect(complaints).toEqual([])
})
