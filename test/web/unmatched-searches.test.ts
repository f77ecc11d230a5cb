import { afterEach, expect, test, vi } from 'vitest'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { buildProduct } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { startServer, type StartOptions } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair' }),
  buildProduct({ slug: 'stool', name: 'Ash stool' }),
]

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const DAY_MS = 86_400_000

afterEach(() => void vi.useRealTimers())

/** Starts a server whose clock can be set to three days in turn, because a search is listed only after three days. */
async function startSite(options: StartOptions = {}) {
  const server = await startServer({ products, ...options })
  const visit = async (path: string, userAgent = BROWSER, init: RequestInit = {}) => {
    const response = await fetch(server.url + path, { ...init, headers: { 'User-Agent': userAgent, ...init.headers } })
    await response.text()
    // The server counts and logs a response after the client has read it.
    const requestId = response.headers.get('x-request-id')
    await vi.waitFor(() => expect(server.logLines.some((line) => line['requestId'] === requestId)).toBe(true))
    return response
  }
  const today = Date.now()
  return {
    server,
    visit,
    async onThreeDays(work: () => Promise<unknown>) {
      for (const daysAgo of [2, 1, 0]) {
        vi.setSystemTime(today - daysAgo * DAY_MS)
        await work()
        await server.context.unmatchedSearches?.flush()
        await server.context.missingAddresses?.flush()
      }
    },
    async list(kind: 'unmatchedSearches' | 'missingAddresses' = 'unmatchedSearches') {
      await using stores = await openStores(server.context.config.database)
      const found = await stores.background[kind].list()
      return found.map(({ text, days, count }) => [text, days, count])
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('counts addresses without a page, also of bots', async () => {
  await using site = await startSite()
  const { server } = site
  await server.store.write((writer) => writer.putList('redirects', [{ from: '/moved', to: '/contact', status: 301 }]))
  await site.onThreeDays(async () => {
    expect((await site.visit('/Old/page?email=a@b.example')).status).toBe(404)
    await site.visit('/old/page/', BOT)
    await site.visit('/products/none')
    for (const path of '/moved /products/chair /.env /account/jo@x.example /order/1234567890 /images/x'.split(' '))
      await site.visit(path)
    await site.visit('/old/page', BROWSER, { method: 'HEAD' })
  })
  await site.visit('/only/once')
  await server.context.missingAddresses?.flush()
  expect(await site.list('missingAddresses')).toEqual([
    ['/old/page', 3, 9],
    ['/products/none', 3, 3],
  ])
  expect(await site.list()).toEqual([])
  const environment = { DATA_DIR: server.context.config.dataDir }
  const { out } = await runCommand('catalog', environment, 'missing')
  expect(out).toContain('/old/page')
  expect((await runCommand('catalog', environment, 'missing', '--delete')).out).toContain('All counted addresses')
  expect(await site.list('missingAddresses')).toEqual([])
})

test('counts pages and payloads of searches that no product matches, including cached ones', async () => {
  await using site = await startSite()
  await site.onThreeDays(async () => {
    expect((await site.visit('/products?q=Hammock')).status).toBe(200)
    await site.visit('/products?q=hammock')
    await site.visit('/products?q=hammock')
    await site.visit('/products/_payload.json?b&q=hammock')
    await site.visit('/products?q=oak+hammock')
    await site.visit('/products?q=oak')
  })
  expect(await site.list()).toEqual([
    ['hammock', 3, 12],
    ['oak hammock', 3, 3],
  ])
})

test('does not count bots, HEAD requests, 304 responses or suggestions', async () => {
  await using site = await startSite()
  const etag = (await site.visit('/products?q=parasol', BOT)).headers.get('etag')!
  await site.onThreeDays(async () => {
    await site.visit('/products?q=hammock', BOT)
    await site.visit('/products?q=hammock', BROWSER, { method: 'HEAD' })
    await site.visit('/products?q=parasol', BROWSER, { headers: { 'If-None-Match': etag } })
    await site.visit('/suggestions?q=hammock')
  })
  expect(await site.list()).toEqual([])
})

test('stores the counts when the server stops', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  for (const daysAgo of [2, 1, 0]) {
    await using site = await startSite({ environment: { DATABASE_URL: database.url } })
    vi.setSystemTime(Date.now() - daysAgo * DAY_MS)
    await site.visit('/products?q=hammock')
    vi.useRealTimers()
  }
  await using stores = await openStores(readDatabaseSettings(database.url, ''))
  expect(await stores.background.unmatchedSearches.list()).toMatchObject([{ count: 3 }])
})

test('RECORD_SEARCHES=off counts nothing', async () => {
  await using site = await startSite({ environment: { RECORD_SEARCHES: 'off' } })
  expect(site.server.context.unmatchedSearches).toBeNull()
  await site.onThreeDays(() => site.visit('/products?q=hammock'))
  expect(await site.list()).toEqual([])
})
