import { array, asyncProperty, constantFrom, oneof, record, string, tuple } from 'fast-check'
import { expect } from 'vitest'
import { sendAndReceive } from '../support/raw-connection.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { anyText, likely, MARK, QUOTE_MARK } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const server = await useServer({
  products: ['Ash', 'Oak'].map((name) =>
    buildProduct({
      slug: name.toLowerCase(),
      name,
      brand: name,
      categorySlug: 'chairs',
      attributes: [{ name: 'Wood', value: name }],
    }),
  ),
  categories: [buildCategory({ slug: 'chairs', name: 'Chairs' })],
  // Lets each case send another client address, so that it is not rejected by a limit per client.
  environment: { TRUST_PROXY: '1' },
})

const anySegment = oneof(
  likely(
    '',
    ...'products category chairs oak about contact _payload.json builds meta latest.json images feeds google.xml sitemap.xml suggestions robots.txt widgets look.css'.split(
      ' ',
    ),
  ),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
)
const anyKey = likely(
  ...'q page sort brand category attr-wood from-wood to-wood min-price max-price in-stock view variant product reference sent utm_source'.split(
    ' ',
  ),
)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const anyQuery = oneof(
  array(tuple(anyKey, oneof(likely('1', 'oak', 'Oak', 'name', 'table'), anyText)), { maxLength: 4 }).map((pairs) =>
    pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&'),
  ),
  anyText,
)
const anyTarget = oneof(
  {
    weight: 6,
    arbitrary: tuple(array(anySegment, { maxLength: 5 }), anyQuery, constantFrom('', '?')).map(
      ([segments, query, mark]) => `/${segments.join('/')}${mark}${mark && query}`,
    ),
  },
  {
    weight: 1,
    arbitrary: tuple(likely('/', '//', '*', 'http://zq.example/', ''), anyText).map((parts) => parts.join('')),
  },
)
const anyHeader = tuple(
  likely(
    ...'Accept Accept-Encoding Accept-Language If-None-Match If-Modified-Since User-Agent Range Cookie Origin Referer X-Request-Id X-Forwarded-Host X-Forwarded-Proto Forwarded traceparent Content-Type X-HTTP-Method-Override Upgrade Expect'.split(
      ' ',
    ),
  ),
  likely(
    MARK,
    ...'*/*¦text/html¦application/json¦br;q=1, gzip;q=0¦*¦W/"x"¦bytes=0-1¦Googlebot/2.1¦curl/8¦zq.example¦100-continue¦websocket¦text/plain; charset=zq'.split(
      '¦',
    ),
  ),
)
/** Each case has an address in a network of its own, because networks have limits too. */
const anyClient = string({ unit: constantFrom(...'0123456789abcdef'), minLength: 7, maxLength: 7 }).map(
  (digits) => `2${digits.slice(0, 3)}:${digits.slice(3)}::1`,
)
const anyRequest = record({
  method: oneof(
    { weight: 8, arbitrary: constantFrom('GET') },
    { weight: 3, arbitrary: likely('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY') },
  ),
  target: anyTarget,
  headers: array(anyHeader, { maxLength: 4 }),
  body: oneof({ weight: 3, arbitrary: constantFrom('') }, { weight: 1, arbitrary: anyText }),
  client: anyClient,
})

/** Encodes a text in UTF-8 as the value of a header, without line breaks. */
const oneLine = (text: string) => Buffer.from(text.toWellFormed().replaceAll('\n', '')).toString('latin1')

/** Parses a response, which may be preceded by a 100 Continue. */
function readResponse(received: string) {
  const text = received.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body: text.slice(end + 4) }
}

/** Fails if the response is a server error, redirects to another host, or contains an injected header or element. */
function expectValid({ status, head, body }: ReturnType<typeof readResponse>): void {
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  expect(head).not.toMatch(/^x-zq/im)
  const location = /^location: (.*)$/im.exec(head)?.[1]
  if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/)
  if (!/^content-type: text\/html/im.test(head)) return
  expect(body).not.toContain(MARK)
  expect(body).not.toContain(QUOTE_MARK)
  expect(/<link rel="canonical" href="([^"]*)/.exec(body)?.[1] ?? '/').toMatch(/^(?:http:\/\/localhost:\d+)?\//)
}

fuzz(
  'responds to any request without a server error, and never outputs its text as markup',
  asyncProperty(anyRequest, async ({ method, target, headers, body, client }) => {
    const lines = headers.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\r\n`).join('')
    const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body.toWellFormed())}\r\n`
    const from = `X-Forwarded-For: ${client}\r\n`
    const request = `${oneLine(method)} ${oneLine(target)} HTTP/1.1\r\nHost: shop.example\r\n${from}${lines}${length}Connection: close\r\n\r\n${oneLine(body)}`
    expectValid(readResponse(await sendAndReceive(server, request)))
    expect(server.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  }),
)
