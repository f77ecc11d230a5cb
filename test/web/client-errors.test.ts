import { expect, test } from 'vitest'
import { startServer, useServer } from '../support/start-server.ts'

const report = {
  message: 'TypeError: x is not a function',
  stack: 'at y (z.js:1:2)',
  path: '/about?email=a@b.example',
  buildId: 'some-build',
}

test('logs an error that a browser reports, with personal data in its path redacted', async () => {
  await using server = await startServer()
  const response = await server.request.post('/client-errors').send(report).expect(204)
  expect(server.logLines.find(({ msg }) => msg === 'a browser reported an error')).toMatchObject({
    level: 40,
    message: report.message,
    stack: report.stack,
    path: '/about?email=[redacted]',
    buildId: 'some-build',
    bot: false,
    requestId: response.headers['x-request-id'],
  })
})

const server = await useServer()

test.each([
  ['the body is not JSON', 'nonsense', 400],
  ['a field is missing', JSON.stringify({ ...report, stack: undefined }), 400],
  ['a text is too long', JSON.stringify({ ...report, message: 'x'.repeat(501) }), 400],
  ['the body is too big', JSON.stringify({ ...report, stack: 'x'.repeat(30_000) }), 413],
])('responds with an error in JSON and logs nothing: %s', async (_what, body, status) => {
  const response = await server.request.post('/client-errors').type('json').send(body).expect(status)
  expect(response.body).toMatchObject({ statusCode: status })
  expect(server.logLines.filter(({ msg }) => msg === 'a browser reported an error')).toEqual([])
})

test('responds 404 to a path that only begins with /client-errors', async () => {
  await server.request.get('/client-errors-of-mine').expect(404)
})

test('logs at most 20 reports of one visitor, and responds 429 with Retry-After to further reports', async () => {
  await using server = await startServer()
  for (let count = 0; count < 20; count++) await server.request.post('/client-errors').send(report).expect(204)
  const { headers } = await server.request.post('/client-errors').send(report).expect(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(server.logLines.filter(({ msg }) => msg === 'a browser reported an error')).toHaveLength(20)
})
