import { expect, test } from 'vitest'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { requestRaw } from '../support/raw-connection.ts'
import { startServer } from '../support/start-server.ts'

const LONG = 'a,'.repeat(7_000)

test('ignores an Accept-Encoding of more than 500 characters for pages, files and generated texts', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl' })] })
  const [, script] = /src="(\/builds\/[^"]+\.js)"/.exec((await server.request.get('/about')).text)!
  const isCompressed = async (path: string, accepted: string) => {
    const { head } = await requestRaw(server, path, { headers: `Accept-Encoding: ${accepted}\r\n` })
    expect(head).toMatch(/^http\/1\.1 200 /)
    return /^content-encoding: /m.test(head)
  }
  for (const path of ['/products/bowl', '/products/bowl', '/products/bowl', script!, '/sitemap.xml']) {
    expect(
      [await isCompressed(path, `${LONG}br, gzip`), await isCompressed(path, `${'a,'.repeat(200)}br, gzip`)],
      path,
    ).toEqual([false, true])
  }
})

test('ignores an Accept of more than 500 characters', async () => {
  await using server = await startServer()
  const send = async (accept: string) =>
    (await server.request.post('/contact').type('form').set('Accept', accept).redirects(0).send(ENQUIRY)).status
  expect([await send('application/json'), await send(`${'a/b,'.repeat(3_000)}application/json`)]).toEqual([201, 303])
})
