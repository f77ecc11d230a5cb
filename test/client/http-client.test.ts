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

test.each([400, 404, 418, 451, 500, 503, 599])(
  'status %i is an error with status, message and data',
  async (status) => {
    using server = await listen((_req, res) => {
      res.writeHead(status, 'Some Reason', { 'Content-Type': 'application/json' }).end('{"why":"because"}')
    })
    const error: unknown = await createHttpClient(server.url)('/').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status, message: 'Some Reason', data: { why: 'because' } })
  },
)

test('uses the message and the fatal flag of an HttpError response', async () => {
  using server = await listen((_req, res) => {
    res
      .writeHead(404, { 'Content-Type': 'application/json' })
      .end('{"statusCode":404,"statusMessage":"Page not found: /x","fatal":false}')
  })
  await expect(createHttpClient(server.url)('/')).rejects.toMatchObject({
    status: 404,
    message: 'Page not found: /x',
    fatal: false,
  })
})

test.each([200, 204, 299])('status %i is not an error', async (status) => {
  using server = await listen((_req, res) => void res.writeHead(status).end())
  await expect(createHttpClient(server.url)('/')).resolves.toMatchObject({ url: `${server.url}/` })
})

test.each([408, 409, 425, 429, 500, 502, 503, 504])('retries once after status %i', async (status) => {
  using server = await listen((_req, res, count) => {
    res.writeHead(count === 1 ? status : 200, { 'Content-Type': 'application/json' }).end('"well"')
  })
  expect((await createHttpClient(server.url)('/')).body).toBe('well')
  expect(server.asked).toHaveLength(2)
})

test.each([400, 401, 403, 404, 410, 422, 501, 505])('does not retry after status %i', async (status) => {
  using server = await listen((_req, res) => void res.writeHead(status).end())
  await expect(createHttpClient(server.url)('/')).rejects.toMatchObject({ status })
  expect(server.asked).toHaveLength(1)
})

test.each([
  ['GET', 2],
  ['HEAD', 2],
  ['OPTIONS', 2],
  ['PUT', 2],
  ['DELETE', 2],
  ['POST', 1],
  ['PATCH', 1],
])('sends a %s request at most %i times if the server fails', async (method, times) => {
  using server = await listen((_req, res) => void res.writeHead(503).end())
  await expect(createHttpClient(server.url)('/', { method })).rejects.toMatchObject({ status: 503 })
  expect(server.asked).toHaveLength(times)
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
