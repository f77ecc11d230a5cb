import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { fillStore, startServer, type TestServer } from '../support/start-server.ts'
import { startProcess } from '../support/start-process.ts'
import { createTestDatabase } from '../support/test-database.ts'

const chair = buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' })

const running = new AsyncDisposableStack()
let nodes: readonly [TestServer, TestServer]

beforeAll(async () => {
  const database = running.use(await createTestDatabase({ hasTables: true }))
  const environment = {
    DATABASE_URL: database.url,
    // Pages contain it, so it must not depend on the port of a node.
    SITE_URL: 'https://shop.example',
  }
  const [one, other] = [await startServer({ environment }), await startServer({ environment })]
  nodes = [running.use(one), running.use(other)]
})
afterAll(() => running.disposeAsync())

beforeEach(async () => {
  await nodes[0].store.write((writer) => writer.clear())
  await fillStore(nodes[0].store, { products: [chair], categories: [buildCategory({ slug: 'seats', name: 'Seats' })] })
  await expect.poll(() => nodes[1].store.revision).toBe(nodes[0].store.revision)
})

const get = (node: TestServer, path: string, headers: Readonly<Record<string, string>> = {}) =>
  node.request.get(path).set(headers)

const search = async (node: TestServer) => (await get(node, '/products?q=walnut')).text.includes('Walnut stool')
const suggest = async (node: TestServer) => (await get(node, '/suggestions?q=waln')).text.includes('Walnut stool')

test('the ETag of one node gets 304 from the other, until one of them imports', async () => {
  const [one, other] = nodes
  const etag = (await get(one, '/products')).headers['etag']!
  const revalidate = (node: TestServer) => get(node, '/products', { 'If-None-Match': etag })
  expect((await revalidate(other)).status).toBe(304)
  await other.store.write((writer) => writer.putProduct({ ...chair, name: 'Elm chair' }))
  await expect.poll(async () => (await revalidate(one)).status).toBe(200)
  for (const node of nodes) expect((await revalidate(node)).text).toContain('Elm chair')
  await one.store.rollback()
  await expect.poll(async () => (await get(other, '/products')).text).toContain('Oak chair')
})

test('the search index of one node follows the imports of the other', async () => {
  const [one, other] = nodes
  for (const find of [search, suggest]) expect([await find(one), await find(other)]).toEqual([false, false])
  await one.store.write((writer) => writer.putProduct(buildProduct({ slug: 'stool', name: 'Walnut stool' })))
  await expect.poll(() => search(other)).toBe(true)
  expect(await suggest(other)).toBe(true)
  await other.store.write((writer) => writer.putProduct(buildProduct({ slug: 'stool', visibility: 'hidden' })))
  await expect.poll(() => search(one)).toBe(false)
  expect(await suggest(one)).toBe(false)
})

test('while a new build replaces the old one node by node, an open tab shows no error', async ({ skip }) => {
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
  for (const index of [0, 1]) {
    old[index]!.child.kill('SIGTERM')
    expect(await old[index]!.ended).toBe(0)
    await start(index, nextVersion)
    await walk()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  }
  expect(await readBuildId()).not.toBe(oldBuildId)
  const expected =
    /could not be loaded in place|The widgets of .* could not be loaded|Failed to load resource|newest build|manifest of the build/
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})
