import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { startProcess } from '../support/start-process.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** So many that nginx sends some of them to each node. */
const PAGES = 20

const get = (node: TestServer, path: string, headers: Readonly<Record<string, string>> = {}) =>
  node.request.get(path).set(headers)

const search = async (node: TestServer) => (await get(node, '/products?q=walnut')).text.includes('Walnut stool')
const suggest = async (node: TestServer) => (await get(node, '/suggestions?q=waln')).text.includes('Walnut stool')

test('each node shows what the other imports and rolls back, in pages, searches and suggestions', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  // Pages contain SITE_URL, so it must not depend on the port of a node.
  const environment = { DATABASE_URL: database.url, SITE_URL: 'https://shop.example' }
  await using one = await startServer({ environment, products: [buildProduct({ slug: 'chair' })] })
  await using other = await startServer({ environment })
  const etag = (await get(one, '/products')).headers['etag']!
  const revalidate = (node: TestServer) => get(node, '/products', { 'If-None-Match': etag })
  expect((await revalidate(other)).status).toBe(304)
  for (const find of [search, suggest]) expect([await find(one), await find(other)]).toEqual([false, false])
  await one.store.write((writer) => writer.putProduct(buildProduct({ slug: 'stool', name: 'Walnut stool' })))
  await expect.poll(() => search(other)).toBe(true)
  expect(await suggest(other)).toBe(true)
  for (const node of [one, other])
    await expect.poll(async () => (await revalidate(node)).text).toContain('Walnut stool')
  await other.store.rollback()
  await expect.poll(() => search(one)).toBe(false)
  expect(await suggest(one)).toBe(false)
  await expect.poll(async () => (await get(one, '/products')).text).not.toContain('Walnut stool')
})

test('while a new build replaces the old one node by node, no request is lost and an open tab shows no error', async ({
  skip,
}) => {
  skip(NGINX === undefined, 'nginx is not installed')
  const browser = await useBrowser()
  const nextVersion = await useBuild('changed')
  await using database = await createTestDatabase({ hasTables: true })
  await using started = new AsyncDisposableStack()
  const ports = [await findFreePort(), await findFreePort()]
  const start = async (index: number, buildDir?: string) =>
    started.use(
      await startProcess({
        ...(buildDir !== undefined && { buildDir }),
        environment: { DATABASE_URL: database.url, TRUST_PROXY: '1', DEMO: 'true', PORT: String(ports[index]) },
      }),
    )
  const old = [await start(0), await start(1)]
  const nginx = started.use(await startNginx([new URL(old[0]!.url), new URL(old[1]!.url)]))
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  await page.goto(`${nginx.url}/products`)
  await waitUntilHydrated(page)
  const readBuildId = async () => /"buildId":"[^"]+"/.exec(await page.content())?.[0]
  const oldBuildId = await readBuildId()
  const walk = async () => {
    await page.locator('nav a[href="/about"]').first().click()
    await page.waitForURL('**/about')
    await waitUntilHydrated(page.locator('main .prose'))
    await page.locator('footer a[href^="/category/"]').first().click()
    await page.waitForURL('**/category/*')
    await page.locator('main .card-link').first().click()
    await page.waitForURL('**/products/*')
    await waitUntilHydrated(page.locator('.product-facts h1'))
  }
  /** Sends pages and an enquiry at the same moment. @returns their status codes */
  const sendAll = (request: string) => {
    const paths = Array.from({ length: PAGES }, (_, number) => `/about?number=${number}`)
    const pages = paths.map((path) => fetch(nginx.url + path).then(({ status }) => status))
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ ...ENQUIRY, request })
    const enquiry = fetch(nginx.url + CONTACT_PATH, { method: 'POST', headers, body }).then(({ status }) => status)
    return Promise.all([...pages, enquiry])
  }
  const allSent = [...Array<number>(PAGES).fill(200), 201]
  for (const index of [0, 1]) {
    const { child, ended } = old[index]!
    // The requests that nginx sends to the suspended node are not accepted yet when the node is stopped.
    child.kill('SIGSTOP')
    const waiting = sendAll(`while node ${index} stops`)
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    expect(await waiting).toEqual(allSent)
    expect(await ended).toBe(0)
    expect(await sendAll(`without node ${index}`)).toEqual(allSent)
    await start(index, nextVersion)
    await walk()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  }
  expect(await readBuildId()).not.toBe(oldBuildId)
  const expected =
    /could not be loaded in place|The widgets of .* could not be loaded|Failed to load resource|newest build|manifest of the build/
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})
