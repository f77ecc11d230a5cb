import { expect, test } from 'vitest'
import { startHeld } from '../support/change-store.ts'
import { buildProduct } from '../support/products.ts'
import type { TestServer } from '../support/start-server.ts'

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const products = Array.from({ length: 60 }, (_, number) => buildProduct({ slug: `product-${number}` }))
const pathOf = (number: number) => `/products/product-${number}`

const start = (RENDER_WAIT_MS: string) => startHeld({ products, environment: { TRUST_PROXY: '1', RENDER_WAIT_MS } })
const ask = async ({ request }: TestServer, path: string, client: string) =>
  await request.get(path).set('X-Forwarded-For', client)

test('if no render slot is free, returns 503 in the format of the route, and still serves cached pages', async () => {
  await using server = await start('500')
  const about = await ask(server, '/about', '8.8.8.8')
  const first = Array.from({ length: 16 }, (_, number) => ask(server, pathOf(number), '8.8.8.8'))
  await expect.poll(() => server.loaded.length).toBe(16)

  const [page, payload, bot, ...others] = await Promise.all([
    ask(server, pathOf(20), '8.8.4.4'),
    ask(server, `${pathOf(21)}/_payload.json?b`, '8.8.4.4'),
    server.request.get(pathOf(22)).set('User-Agent', BOT),
    ask(server, '/suggestions?q=pro', '8.8.4.4'),
    ask(server, '/nowhere', '8.8.4.4'),
    server.request.head(pathOf(23)),
    ask(server, '/sitemap.xml', '8.8.4.4'),
  ])
  const headers = { 'retry-after': '5', 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }
  expect(page).toMatchObject({ status: 503, headers })
  expect(page.text).toContain('<h1>503 Service Unavailable</h1><p><a href="">Try again</a></p>')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect([payload.status, payload.headers['retry-after']]).toEqual([503, '5'])
  expect(payload.body).toEqual({ statusCode: 503, statusMessage: 'Service Unavailable', fatal: true })
  expect([bot.status, bot.text]).toEqual([503, '503 Service Unavailable\n'])
  expect(others.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(others[1].headers['cache-control']).toBe('no-store')

  expect((await ask(server, '/about', '8.8.4.4')).text).toBe(about.text)
  for (const path of ['/healthz', '/builds/latest.json']) await server.request.get(path).expect(200)
  expect(server.loaded).toHaveLength(16)
  const logged = { level: 40, outcome: 'busy', status: 503 }
  expect(server.logLines.find(({ url }) => url === pathOf(20))).toMatchObject(logged)

  server.release()
  for (const response of await Promise.all(first)) expect(response.status).toBe(200)
  expect((await ask(server, pathOf(20), '8.8.4.4')).status).toBe(200)
  expect((await ask(server, '/nowhere', '8.8.4.4')).status).toBe(404)
  expect((await ask(server, '/sitemap.xml', '8.8.4.4')).status).toBe(200)
})

test('renders a request from another network before most queued requests of a network that sent many', async () => {
  await using server = await start('60000')
  const greedy = Array.from({ length: 40 }, (_, number) => ask(server, pathOf(number), `2606:4700:1:2::${number}`))
  await expect.poll(() => server.context.renderQueue.waiting).toBe(24)
  const modest = ask(server, pathOf(50), '2606:4700:1:3::1')
  await expect.poll(() => server.context.renderQueue.waiting).toBe(25)
  server.release()
  expect((await modest).status).toBe(200)
  expect(server.loaded.indexOf('product-50')).toBeLessThan(19)
  for (const response of await Promise.all(greedy)) expect(response.status).toBe(200)
})
