import supertest from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONFIRMATIONS_PER_DAY } from '../../server/enquiries/confirmation-limits.ts'
import { CONTACT_PATH, type EnquiryReceipt } from '../../shared/enquiry-fields.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildVariant } from '../support/build-variant.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { NGINX, startNginx } from '../support/nginx.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { fillStore, startNode, type TestNode } from '../support/start-node.ts'
import { startProcess } from '../support/start-process.ts'
import { createTestDatabase } from '../support/test-database.ts'

const OWNER = 'owner@shop.example'
const chair = buildProduct({ slug: 'chair', name: 'Oak chair', categorySlug: 'seats' })

const running = new AsyncDisposableStack()
let mailServer: MailServer
let nodes: readonly [TestNode, TestNode]

beforeAll(async () => {
  const database = running.use(await createTestDatabase({ hasTables: true }))
  mailServer = running.use(await startMailServer())
  const environment = {
    DATABASE_URL: database.url,
    // Pages contain it, so it must not depend on the port of a node.
    SITE_URL: 'https://shop.example',
    TRUST_PROXY: '1',
    SMTP_URL: mailServer.url,
    ENQUIRY_TO: OWNER,
    ENQUIRY_CONFIRMATION: 'on',
  }
  const [one, other] = [await startNode({ environment }), await startNode({ environment })]
  nodes = [running.use(one), running.use(other)]
})
afterAll(() => running.disposeAsync())

beforeEach(async () => {
  await nodes[0].store.write((writer) => writer.clear())
  await fillStore(nodes[0].store, { products: [chair], categories: [buildCategory({ slug: 'seats', name: 'Seats' })] })
  await expect.poll(() => nodes[1].store.revision).toBe(nodes[0].store.revision)
})

const get = (node: TestNode, path: string, headers: Readonly<Record<string, string>> = {}) =>
  supertest(node.url).get(path).set(headers)

const search = async (node: TestNode) => (await get(node, '/products?q=walnut')).text.includes('Walnut stool')
const suggest = async (node: TestNode) => (await get(node, '/suggestions?q=waln')).text.includes('Walnut stool')

let clients = 0

/** Sends an enquiry from another address, so that no limit per client applies. */
async function send(node: TestNode, given: Partial<typeof ENQUIRY> & { readonly key?: string }): Promise<string> {
  clients += 1
  const response = await supertest(node.url)
    .post(CONTACT_PATH)
    .set('X-Forwarded-For', `2001:db8:${clients}::1`)
    .send({ ...ENQUIRY, ...given })
  expect(response.status).toBe(201)
  return (response.body as EnquiryReceipt).reference
}

test('the ETag of one node gets 304 from the other, until one of them imports', async () => {
  const [one, other] = nodes
  const etag = (await get(one, '/products/chair')).headers['etag']!
  const revalidate = (node: TestNode) => get(node, '/products/chair', { 'If-None-Match': etag })
  expect((await revalidate(other)).status).toBe(304)
  await other.store.write((writer) => writer.putProduct({ ...chair, name: 'Elm chair' }))
  await expect.poll(async () => (await revalidate(one)).status).toBe(200)
  for (const node of nodes) expect((await revalidate(node)).text).toContain('Elm chair')
  await one.store.rollback()
  await expect.poll(async () => (await get(other, '/products/chair')).text).toContain('Oak chair')
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

test('an enquiry that one node stored is found on the other, and answered there for both', async () => {
  const [one, other] = nodes
  const reference = await send(one, { request: 'Found on both?' })
  const lookUp = async (node: TestNode) => (await get(node, `${CONTACT_PATH}?reference=${reference}`)).text
  expect(await lookUp(other)).toContain(messages.enquiry.states.received)
  expect(await other.context.enquiries.markAnswered(reference, new Date())).toBe(true)
  expect(await lookUp(one)).toContain(messages.enquiry.states.answered)
})

const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address))

test('an enquiry that both nodes receive is stored and mailed once', async () => {
  const email = 'twice@visitor.example'
  const references = await Promise.all(
    [0, 1, 0, 1].map((node) => send(nodes[node]!, { email, request: 'Twice?', key: 'a-key-of-both-nodes' })),
  )
  expect(new Set(references).size).toBe(1)
  await expect.poll(() => mailsTo(email).length).toBe(1)
  await expect.poll(async () => nodes[0].context.enquiries.countUnsentMails(new Date())).toMatchObject({ waiting: 0 })
  expect(mailsTo(email)).toHaveLength(1)
  expect(mailsTo(OWNER).filter(({ source }) => source.includes(`<enquiry-${references[0]}@`))).toHaveLength(1)
})

test('an e-mail address gets no more confirmations in a day from two nodes together than from one', async () => {
  const email = 'often@visitor.example'
  for (let index = 0; index < CONFIRMATIONS_PER_DAY.address + 2; index++)
    await send(nodes[index % 2]!, { email, request: `Question ${index}` })
  await expect.poll(async () => nodes[0].context.enquiries.countUnsentMails(new Date())).toMatchObject({ waiting: 0 })
  expect(mailsTo(email)).toHaveLength(CONFIRMATIONS_PER_DAY.address)
})

test('while a new build replaces the old one node by node, an open tab shows no error', async ({ skip }) => {
  skip(NGINX === undefined, 'nginx is not installed')
  const browser = await useBrowser()
  await using nextVersion = await buildVariant([
    ['shared/messages/en.ts', "backToTop: 'Back to top'", "backToTop: 'To the top'"],
  ])
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
  await waitUntilHydrated(page.locator('h1'))
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
    await start(index, nextVersion.buildDir)
    await walk()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  }
  await page.getByRole('link', { name: 'To the top' }).waitFor()
  const expected =
    /could not be loaded in place|The widgets of .* could not be loaded|Failed to load resource|newest build|manifest of the build/
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})
