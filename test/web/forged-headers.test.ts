import { expect, test } from 'vitest'
import { ENQUIRY, ITEM } from '../support/enquiries.ts'
import { startMailServer } from '../support/mail-server.ts'
import { buildProduct } from '../support/products.ts'
import { parseMail } from '../support/parse-mail.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const EVIL = 'evil.example'

/** Headers with a false host, URL or client address. */
const FORGED: Readonly<Record<string, string>> = {
  Host: EVIL,
  'X-Forwarded-Host': EVIL,
  'X-Forwarded-Server': EVIL,
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Port': '444',
  'X-Forwarded-Prefix': `/${EVIL}`,
  'X-Host': EVIL,
  'X-Original-Host': EVIL,
  'X-Original-URL': `/${EVIL}`,
  'X-Rewrite-URL': `/${EVIL}`,
  'X-HTTP-Method-Override': 'POST',
  Forwarded: `for=1.2.3.4;host=${EVIL};proto=https`,
}

const products = [buildProduct({ slug: 'chair', formerSlugs: ['seat'] })]

test.each(['0', '1'])(
  'with %s trusted proxies, responses contain no forged host and equal those without forged headers',
  async (trusted) => {
    await using server = await startServer({
      products,
      environment: { SITE_URL: 'https://shop.example', TRUST_PROXY: trusted },
    })
    const addresses =
      '/ /products/chair /products /contact /nowhere /products/ /products/seat /products?sort=name&q=oak /products/chair/_payload.json?b /robots.txt /sitemap.xml'.split(
        ' ',
      )
    for (const address of addresses) {
      const forged = await server.request.get(address).set(FORGED).redirects(0)
      const plain = await server.request.get(address).redirects(0)
      expect(JSON.stringify([forged.headers, forged.text]), address).not.toContain(EVIL)
      // The two responses may differ in this header, because a page is streamed first and then comes from the cache.
      const { date: _date, 'x-request-id': _id, 'transfer-encoding': _chunked, ...headers } = forged.headers
      expect([forged.status, forged.text, plain.headers], address).toMatchObject([plain.status, plain.text, headers])
      if (forged.headers['location'] !== undefined) expect(forged.headers['location'], address).toMatch(/^\/[^/]/)
    }
    expect((await server.request.get('/products/chair').set(FORGED)).text).toContain(
      '<link rel="canonical" href="https://shop.example/products/chair">',
    )
  },
)

test('the mails to owner and visitor link to the site by SITE_URL and contain no forged host', async () => {
  await using mail = await startMailServer()
  await using server = await startServer({
    products,
    environment: {
      SITE_URL: 'https://shop.example',
      SMTP_URL: mail.url,
      ENQUIRY_TO: 'owner@shop.example',
      ENQUIRY_CONFIRMATION: 'on',
    },
  })
  const items = [{ ...ITEM, product: 'chair', variant: null }]
  const post = server.request.post('/contact').set(FORGED)
  await post.send({ ...ENQUIRY, items }).expect(201)
  await expect.poll(() => mail.mails.length).toBe(2)
  for (const { source } of mail.mails) {
    const { text, html } = await parseMail(source)
    for (const part of [text, html]) expect(part).toContain('https://shop.example/products/chair')
    expect(source + text + html).not.toContain(EVIL)
  }
})

/** @returns how many of 21 enquiries are refused by the limit */
async function countRefused(server: TestServer, addressOf: (number: number) => string): Promise<number> {
  let count = 0
  for (let number = 0; number < 21; number++) {
    const { status } = await server.request.post('/contact').set('X-Forwarded-For', addressOf(number)).send({})
    if (status === 429) count++
  }
  return count
}

test('rate limits use the last X-Forwarded-For entry behind one trusted proxy, or its first 64 bits for IPv6', async () => {
  await using direct = await startServer()
  expect(await countRefused(direct, (number) => `8.8.8.${number}`)).toBe(1)
  await using server = await startServer({ environment: { TRUST_PROXY: '1' } })
  expect(await countRefused(server, (number) => `8.8.8.${number}`)).toBe(0)
  // Only the last entry comes from the trusted proxy; the entries before it are forged.
  expect(await countRefused(server, (number) => `8.8.8.${number}, 1.1.1.1`)).toBe(1)
  expect(await countRefused(server, (number) => `2606:4700:1:2:${number}::1`)).toBe(1)
})
