import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBody } from '../../server/render/encoded-body.ts'

const TEXT = Array.from({ length: 500 }, (_, number) => `<p>Product ${number} of ${(number * 7_919) % 500}</p>`).join('')

test('each copy says the same, better copies are smaller', async () => {
  const body = new EncodedBody(Buffer.from(TEXT))
  const first = { br: await body.encode('br'), gzip: await body.encode('gzip') }
  await body.improve()
  for (const encoding of ['br', 'gzip'] as const) {
    const best = body.find(encoding)!
    const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect([first[encoding], best].map((copy) => decode(copy).toString())).toEqual([TEXT, TEXT])
    expect(best.length).toBeLessThan(first[encoding].length)
  }
})

test('a kept body holds on to no more memory than it counts', async () => {
  const body = new EncodedBody(Buffer.from('a short page'))
  await body.encode('br')
  await body.encode('gzip')
  const held = (['identity', 'br', 'gzip'] as const).map((encoding) => body.find(encoding)!.buffer.byteLength)
  expect(held.reduce((sum, bytes) => sum + bytes)).toBe(body.size)
})
