import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { documentUrl, type DocumentFormat } from '../../server/catalog/rules/document-files.ts'
import { DXF, STEP, writePdf } from '../support/sample-documents.ts'
import { useServer } from '../support/start-server.ts'
import { storeFile } from '../support/store-file.ts'

const PDF = writePdf()

const server = await useServer()

/** @returns its address */
async function put(content: string | Buffer, format: DocumentFormat, name: string): Promise<string> {
  return documentUrl(await storeFile(server.store, content, format), name, format)
}

test.each([
  ['pdf', PDF, 'Datenblatt für Ventile.pdf', 'application/pdf', "inline; filename*=UTF-8''datenblatt-fur-ventile.pdf"],
  ['step', STEP, '支架.stp', 'model/step', "attachment; filename*=UTF-8''%E6%94%AF%E6%9E%B6.step"],
  ['dxf', DXF, '"\r\nX-Bad: 1.dxf', 'image/vnd.dxf', "attachment; filename*=UTF-8''x-bad-1.dxf"],
  ['png', 'png', '../../etc/passwd.png', 'image/png', "inline; filename*=UTF-8''passwd.png"],
] as const)(
  'sends a %s with type, size, name and security headers, immutable',
  async (format, content, file, type, disposition) => {
    const url = await put(content, format, file)
    for (const _ of ['from the database', 'from the cache']) {
      const response = await server.request.get(url).responseType('blob').expect(200)
      expect(response.body).toEqual(Buffer.from(content))
      expect(response.headers).toMatchObject({
        'content-type': type,
        'content-length': String(Buffer.byteLength(content)),
        'content-disposition': disposition,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      // Safari shows no PDF in a sandbox.
      expect(response.headers['content-security-policy']!.endsWith(';sandbox')).toBe(format !== 'pdf')
      expect(response.headers['content-encoding']).toBeUndefined()
      const known = await server.request.get(url).set('If-None-Match', response.headers['etag']!)
      expect([known.status, known.text]).toEqual([304, ''])
    }
    const head = await server.request.head(url)
    expect([head.status, head.headers['content-length']]).toEqual([200, String(Buffer.byteLength(content))])
  },
)

test('sends the part of a document that a viewer requests', async () => {
  const url = await put(PDF, 'pdf', 'part.pdf')
  await server.request.get(url)
  const part = await server.request.get(url).set('Range', 'bytes=0-3').responseType('blob').expect(206)
  expect([String(part.body), part.headers['content-range']]).toEqual(['%PDF', `bytes 0-3/${PDF.length}`])
  await server.request.get(url).set('Range', 'bytes=9000-').expect(416)
})

test('responds with a short 404 to any other address', async () => {
  const url = await put(PDF, 'pdf', 'sheet.pdf')
  const other = url.replace(/[0-9a-f]{20}/, '0'.repeat(20))
  for (const path of [
    other,
    url.replace('.pdf', '.png'),
    url.replace('.pdf', '.html'),
    url.replace('sheet', '..%2Fsheet'),
    url.replace('sheet', 'Sheet'),
    `${url}/`,
    '/files',
    '/files/',
  ]) {
    const { status, type, headers } = await server.request.get(path)
    expect([path, status, type, headers['content-disposition']]).toEqual([path, 404, 'text/plain', undefined])
  }
})

test('slow clients of a large document take no memory, and other requests are served meanwhile', async () => {
  const content = Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(20_000_000)])
  const url = await put(content, 'pdf', 'large.pdf')
  const before = process.memoryUsage().rss
  const sockets = Array.from({ length: 20 }, () => {
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return socket
  })
  // A socket that is not read holds back what the server sends.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')))
  for (const other of ['/products', await put(PDF, 'pdf', 'small.pdf')]) await server.request.get(other).expect(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  for (const socket of sockets) socket.destroy()
})
