import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { delayScripts, followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
const server = await startDemo()

/** Expects the placeholder's sign on the colour of each theme, and nothing above it. */
async function expectPlaceholder(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  const readLook = () =>
    picture.evaluate((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      const isCovered = [...element.children].some((child) => child.checkVisibility({ opacityProperty: true }))
      return [backgroundColor, backgroundImage.startsWith('url("data:image/svg+xml'), isCovered]
    })
  for (const [colorScheme, color] of [
    ['light', 'rgb(236, 231, 223)'],
    ['dark', 'rgb(33, 30, 27)'],
  ] as const) {
    await picture.page().emulateMedia({ colorScheme })
    await expect.poll(readLook, { message: colorScheme }).toEqual([color, true, false])
  }
}

test('a picture of a product that fails before hydration causes no errors, shows the placeholder in both themes, and the lightbox shows the next', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const loadScripts = await delayScripts(page)
  const failing = await interceptRequests(page, '*/images/*', async (request) => {
    await request.abort()
    loadScripts()
  })
  await page.goto(`${server.url}/products/breakfast-bowl`)
  await waitUntilHydrated(page)
  await expect.poll(() => page.locator('.gallery img[data-failed]').count()).toBeGreaterThan(0)
  await expectPlaceholder(page.locator('.gallery .picture').first())
  await followAddedLink(page, '/products')
  await page.locator('.toolbar').waitFor()
  // The last picture is loaded lazily, when it is scrolled into view.
  await expectPlaceholder(page.locator('.card .picture').last())
  await page.goBack()
  await page.locator('.gallery').waitFor()

  const link = page.locator('.gallery-picture').first()
  const last = page.locator('.gallery img').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.getAttribute('data-failed')).toBe('')
  await failing.stop()
  await last.evaluate((picture: HTMLImageElement) => (picture.srcset += ' '))
  await expect.poll(() => last.getAttribute('data-failed')).toBe(null)
  const [folder] = /\/images\/\w+\//.exec((await link.getAttribute('href'))!)!
  await interceptRequests(page, `*${folder}*`, (request) => request.abort())
  await link.click()
  await page.locator('.yarl__slide_current .lightbox-failed').waitFor()
  await page.keyboard.press('ArrowRight')
  const picture = page.locator('.yarl__slide_current img')
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})
