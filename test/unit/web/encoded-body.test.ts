import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBody } from '../../../server/web/render/encoded-body.ts'

const TEXT = Array.from({ length: 500 }, (_, number) => `<p>Product ${number} of ${(number * 7_919) % 500}</p>`).join(
  '',
)

test('every compressed copy decodes to the original text, and improve() shrinks the Brotli copy', async () => {
  const body = new EncodedBody(Buffer.from(TEXT))
  const first = { br: body.encode('br'), gzip: body.encode('gzip') }
  await body.improve()
  const best = { br: body.find('br')!, gzip: body.find('gzip')! }
  expect([first.br, best.br].map((copy) => brotliDecompressSync(copy).toString())).toEqual([TEXT, TEXT])
  expect([first.gzip, best.gzip].map((copy) => gunzipSync(copy).toString())).toEqual([TEXT, TEXT])
  expect(best.br.length).toBeLessThan(first.br.length)
})

test('size is the total memory of the body and its compressed copies', async () => {
  const body = new EncodedBody(Buffer.from('a short page'))
  body.encode('br')
  body.encode('gzip')
  const held = (['identity', 'br', 'gzip'] as const).map((encoding) => body.find(encoding)!.buffer.byteLength)
  expect(held.reduce((sum, bytes) => sum + bytes)).toBe(body.size)
})
