import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordDocuments, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { startDemo } from '../support/demo-server.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

test('after a deploy, an open tab, with or without preloaded pages, reloads once and shows no error', async () => {
  const port = String(await findFreePort())
  const old = await startDemo({ environment: { PORT: port } })
  const tabs = [await openProducts(old.url, true), await openProducts(old.url, false)]
  await old[Symbol.asyncDispose]()
  await using _present = await startDemo({ buildDir: await useBuild('changed'), environment: { PORT: port } })
  for (const { page, complaints, documents, preloads, buildId } of tabs) {
    await page.locator('nav a[href="/about"]').first().click()
    await page.waitForURL('**/about')
    // Before hydration, the browser itself would follow the next link.
    await waitUntilHydrated(page.locator('main .prose'))
    await page.locator('footer a[href^="/category/"]').first().click()
    await page.waitForURL('**/category/*')
    await page.getByRole('heading', { level: 1, name: /^(?!Studio)/ }).waitFor()
    await page.locator('main .card-link').first().click()
    await page.waitForURL('**/products/*')
    await page.goBack()
    await page.waitForURL('**/category/*')
    await page.locator('nav a[href="/about"]').first().click()
    await page.getByRole('heading', { level: 1, name: /^Studio/ }).waitFor()

    expect(await readBuildId(page)).not.toBe(buildId)
    expect(documents, `preloads: ${preloads}`).toHaveLength(2)
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    expect(complaints.filter((complaint) => !EXPECTED_COMPLAINT.test(complaint))).toEqual([])
  }
})

const EXPECTED_COMPLAINT =
  /could not be loaded in place|The widgets of .* could not be loaded|Failed to load resource|newest build|manifest of the build/

const readBuildId = async (page: Page) => /"buildId":"[^"]+"/.exec(await page.content())?.[0]

async function openProducts(url: string, preloads: boolean) {
  const page = await openTab(browser, { preloads })
  const complaints = watchComplaints(page)
  const documents = recordDocuments(page)
  await page.goto(`${url}/products`)
  await waitUntilHydrated(page)
  if (preloads) await page.waitForLoadState('networkidle')
  return { page, complaints, documents, preloads, buildId: await readBuildId(page) }
}
