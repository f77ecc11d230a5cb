import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStores } from '../../server/site.ts'
import { buildProduct } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { startServer, useServer } from '../support/start-server.ts'

const products = [
  buildProduct({ slug: 'chair', name: 'Oak chair' }),
  buildProduct({ slug: 'stool', name: 'Ash stool' }),
]

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const DAY_MS = 86_400_000

const server = await useServer({ products })
const { unmatchedSearches, missingAddresses, config } = server.context

async function visit(path: string, userAgent = BROWSER, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { ...init, headers: { 'User-Agent': userAgent, ...init.headers } })
  await response.text()
  // The server counts and logs a response after the client has read it.
  const requestId = response.headers.get('x-request-id')
  await vi.waitFor(() => expect(server.logLines.some((line) => line['requestId'] === requestId)).toBe(true))
  return response
}

/** Does the same on three days, because a text is listed only after three days. */
async function onThreeDays(work: () => Promise<unknown>): Promise<void> {
  onTestFinished(() => void vi.useRealTimers())
  const today = Date.now()
  for (const daysAgo of [2, 1, 0]) {
    vi.setSystemTime(today - daysAgo * DAY_MS)
    await work()
    await unmatchedSearches!.flush()
    await missingAddresses!.flush()
  }
}

async function list(kind: 'unmatchedSearches' | 'missingAddresses') {
  await using stores = await openStores(config.database)
  return (await stores.background[kind].list()).map(({ text, days, count }) => [text, days, count])
}

test('counts addresses without a page, also of bots', async () => {
  await server.store.write((writer) => writer.putList('redirects', [{ from: '/moved', to: '/contact', status: 301 }]))
  await onThreeDays(async () => {
    expect((await visit('/Old/page?email=a@b.example')).status).toBe(404)
    await visit('/old/page/', BOT)
    await visit('/products/none')
    for (const path of '/moved /products/chair /.env /account/jo@x.example /order/1234567890 /images/x'.split(' '))
      await visit(path)
    await visit('/old/page', BROWSER, { method: 'HEAD' })
  })
  await visit('/only/once')
  expect(await list('missingAddresses')).toEqual([
    ['/old/page', 3, 9],
    ['/products/none', 3, 3],
  ])
  const environment = { DATA_DIR: config.dataDir }
  expect((await runCommand('catalog', environment, 'missing')).out).toContain('/old/page')
  expect((await runCommand('catalog', environment, 'missing', '--delete')).out).toContain('All counted addresses')
  expect(await list('missingAddresses')).toEqual([])
})

test('counts pages and payloads of searches that no product matches, also cached ones, but no bots, HEAD requests, 304 responses or suggestions', async () => {
  const etag = (await visit('/products?q=parasol', BOT)).headers.get('etag')!
  await onThreeDays(async () => {
    expect((await visit('/products?q=Hammock')).status).toBe(200)
    for (const path of ['/products?q=hammock', '/products?q=hammock', '/products/_payload.json?b&q=hammock'])
      await visit(path)
    for (const path of ['/products?q=oak+hammock', '/products?q=oak', '/suggestions?q=hammock']) await visit(path)
    await visit('/products?q=hammock', BOT)
    await visit('/products?q=hammock', BROWSER, { method: 'HEAD' })
    await visit('/products?q=parasol', BROWSER, { headers: { 'If-None-Match': etag } })
  })
  expect(await list('unmatchedSearches')).toEqual([
    ['hammock', 3, 12],
    ['oak hammock', 3, 3],
  ])
})

test.each([
  ['on', 1],
  ['off', 0],
])('with RECORD_SEARCHES=%s, a server has stored %i searches when it stops', async (setting, count) => {
  await using own = await startServer({ products, environment: { RECORD_SEARCHES: setting } })
  await own.request.get('/products?q=hammock').set('User-Agent', BROWSER).expect(200)
  await own.stop()
  using database = new DatabaseSync(join(own.context.config.dataDir, 'vitrine.db'))
  expect(database.prepare('SELECT * FROM unmatched_text').all()).toHaveLength(count)
})
