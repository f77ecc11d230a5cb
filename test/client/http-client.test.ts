import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createHttpClient } from '../../client/base/http.ts'
import { HttpError } from '../../shared/http-error.ts'

async function listen(respond: (req: IncomingMessage, res: ServerResponse, count: number) => void) {
  const asked: string[] = []
  const server = createHttpServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    respond(req, res, asked.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.dispose]: () => void server.close(),
  }
}

test('prepends the configured base URL to paths and leaves absolute URLs unchanged', async () => {
  using server = await listen((_req, res) => res.setHeader('Content-Type', 'application/json').end('{"a":1}'))
  const http = createHttpClient(`${server.url}/base`)
  const response = await http('/x?y=1')
  expect(response.body).toEqual({ a: 1 })
  expect(response.url).toBe(`${server.url}/base/x?y=1`)
  await http(`${server.url}/whole`)
  expect(server.asked).toEqual(['GET /base/x?y=1', 'GET /whole'])
})

/** Responds with the status in the path, and with 200 to a second request of a path with `?once`. */
const respondAsAsked = (req: IncomingMessage, res: ServerResponse, count: number) => {
  const isWell = count > 1 && req.url!.endsWith('?once')
  res.writeHead(isWell ? 200 : Number(/\d+/.exec(req.url!)), 'Some Reason', { 'Content-Type': 'application/json' })
  res.end('{"why":"because"}')
}

test('a status from 400 on is an error with status, message and data; a lower one is none', async () => {
  for (const status of [200, 299, 400, 404, 418, 451, 500, 503, 599]) {
    using server = await listen(respondAsAsked)
    const sent = createHttpClient(server.url)(`/${status}`)
    if (status < 400) expect(await sent).toMatchObject({ url: `${server.url}/${status}` })
    else {
      const error: unknown = await sent.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ status, message: 'Some Reason', data: { why: 'because' } })
    }
  }
})

test('uses the message and the fatal flag of an HttpError response', async () => {
  const body = { statusCode: 404, statusMessage: 'Page not found: /x', fatal: false }
  using server = await listen((_req, res) => {
    res.writeHead(404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  const error = { status: 404, message: body.statusMessage, fatal: false }
  await expect(createHttpClient(server.url)('/')).rejects.toMatchObject(error)
})

test('retries once after the statuses of the specification, and not after others', async () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
    using server = await listen(respondAsAsked)
    expect((await createHttpClient(server.url)(`/${status}?once`)).body, String(status)).toEqual({ why: 'because' })
    expect(server.asked).toHaveLength(2)
  }
  for (const status of [400, 401, 403, 404, 410, 422, 501, 505]) {
    using server = await listen(respondAsAsked)
    await expect(createHttpClient(server.url)(`/${status}?once`)).rejects.toMatchObject({ status })
    expect(server.asked).toHaveLength(1)
  }
})

test('retries only idempotent methods, once', async () => {
  const counts = { GET: 2, HEAD: 2, OPTIONS: 2, PUT: 2, DELETE: 2, POST: 1, PATCH: 1 }
  for (const [method, times] of Object.entries(counts)) {
    using server = await listen(respondAsAsked)
    await expect(createHttpClient(server.url)('/503', { method })).rejects.toMatchObject({ status: 503 })
    expect(server.asked, method).toHaveLength(times)
  }
})

test('rejects without an HttpError if there is no response, and does not retry after an abort', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await expect(createHttpClient(`http://127.0.0.1:${port}`)('/')).rejects.not.toBeInstanceOf(HttpError)

  const controller = new AbortController()
  using server = await listen(() => controller.abort())
  await expect(createHttpClient(server.url)('/', { signal: controller.signal })).rejects.toThrow('aborted')
  expect(server.asked).toHaveLength(1)
})
