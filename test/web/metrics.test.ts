import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { startHeld } from '../support/change-store.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, useServer, type TestServer } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

const ENVIRONMENT = { METRICS_PORT: '0' }

const server = await useServer({ products: [buildProduct({ slug: 'chair' })], environment: ENVIRONMENT })

/** Reads the metrics into a map from names with labels to values. */
async function readMetrics({ metricsUrl }: TestServer = server): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(metricsUrl!)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('does not listen for metrics without METRICS_PORT, and returns 404 for /metrics on the site', async () => {
  await using without = await startServer()
  expect(without.metricsUrl).toBeNull()
  expect((await without.request.get('/metrics')).status).toBe(404)
})

test('serves metrics on 127.0.0.1, for GET /metrics only', async () => {
  expect(server.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const { headers } = await fetch(server.metricsUrl!)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect((await fetch(server.metricsUrl!, { method: 'POST' })).status).toBe(405)
  expect((await fetch(new URL('/', server.metricsUrl!))).status).toBe(404)
})

const count = async (key: string) => (await readMetrics()).get(key)

test('counts requests by route and status, render phases, and page cache hits and misses', async () => {
  for (let times = 0; times < 3; times++) await server.request.get('/products/chair')
  await server.request.get('/products/table')
  const requests = 'http_request_duration_seconds_count{route="products-product",status='
  await expect.poll(() => count(`${requests}"200"}`)).toBe(3)
  await expect.poll(() => count(`${requests}"404"}`)).toBe(1)
  const phases = 'vitrine_page_phase_duration_seconds_count{route="products-product",phase='
  for (const [key, expected] of [
    ['http_request_duration_seconds_bucket{le="+Inf",route="products-product",status="200"}', 3],
    [`${phases}"render"}`, 1],
    [`${phases}"wait"}`, 2],
    ['vitrine_render_queue{state="waiting"}', 0],
    ['vitrine_page_cache_lookups_total{result="hit"}', 2],
    ['vitrine_page_cache_lookups_total{result="miss"}', 2],
    ['vitrine_catalog_revision', server.store.revision],
  ] as const)
    expect(await count(key), key).toBe(expected)
  expect(await count('vitrine_page_cache_bytes')).toBeGreaterThan(1000)
  expect(await count('vitrine_database_query_duration_seconds_count{server="sqlite",result="ok"}')).toBeGreaterThan(0)
  expect(await count('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(await count('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
})

test('counts a request that the client aborts in a separate metric', async () => {
  await using held = await startHeld({ environment: ENVIRONMENT })
  const asking = request(`${held.url}/products/chair`).on('error', () => {})
  asking.end()
  await expect.poll(() => held.loaded.length).toBe(1)
  asking.destroy()
  await expect
    .poll(async () => (await readMetrics(held)).get('http_requests_aborted_total{route="products-product"}'))
    .toBe(1)
})

test('reports the number of waiting mails and the age of the oldest', async () => {
  const receivedAt = new Date(Date.now() - 60_000)
  await server.context.enquiries.add(buildNewEnquiry({ receivedAt, isMailed: true }))
  for (const [state, mails] of Object.entries({ waiting: 1, failed: 0 }))
    expect(await count(`vitrine_outbox_mails{state="${state}"}`), state).toBe(mails)
  expect(await count('vitrine_outbox_oldest_seconds')).toBeGreaterThanOrEqual(60)
})

test('serves the other metrics if the database query for unsent mails fails', async () => {
  const query = vi.spyOn(server.context.enquiries, 'countUnsentMails').mockRejectedValue(new Error('gone'))
  const metrics = await readMetrics()
  query.mockRestore()
  expect(metrics.has('vitrine_outbox_oldest_seconds')).toBe(false)
  expect(metrics.get('http_connections')).toBeGreaterThanOrEqual(0)
})

test('labels metrics of a PostgreSQL server with host and database, without user and password', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  await using own = await startServer({ environment: { ...ENVIRONMENT, DATABASE_URL: database.url } })
  await own.request.get('/products')
  const { host, pathname } = new URL(database.url)
  const address = `server="${host}${pathname}"`
  const metrics = await readMetrics(own)
  const connections = ['busy', 'idle'].map(
    (state) => metrics.get(`vitrine_database_connections{${address},state="${state}"}`) ?? Number.NaN,
  )
  expect(connections[0]! + connections[1]!).toBeGreaterThan(0)
  expect(metrics.get(`vitrine_database_waiting{${address}}`)).toBe(0)
  expect(metrics.get(`vitrine_database_query_duration_seconds_count{${address},result="ok"}`)).toBeGreaterThan(0)
})
