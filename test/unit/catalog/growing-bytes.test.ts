import { expect, test } from 'vitest'
import { BytesReader, GrowingBytes } from '../../../server/catalog/search/growing-bytes.ts'

test('reads numbers up to 2^32 - 1 back from a variable-length encoding', () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
  const bytes = new GrowingBytes(1)
  for (const number of numbers) bytes.pushNumber(number)
  expect(bytes.length).toBe(1 + 1 + 1 + 2 + 2 + 3 + 5 + 5 + 5 + 5)
  const reader = new BytesReader(bytes.view())
  expect(numbers.map(() => reader.readNumber())).toEqual(numbers)
  expect(reader.isAtEnd).toBe(true)
})

test('reads back text in any script and keeps the preceding bytes when the buffer grows', () => {
  for (const text of ['oak', 'Straße', '花瓶', '😀😀']) {
    const bytes = new GrowingBytes(1)
    bytes.pushByte(7)
    expect(bytes.pushText(text)).toBe(Buffer.byteLength(text))
    bytes.pushBytes(new Uint8Array([8, 9]))
    const reader = new BytesReader(bytes.view(), 1)
    expect(Buffer.from(reader.readBytes(Buffer.byteLength(text))).toString()).toBe(text)
    expect([bytes.view()[0], [...bytes.view().subarray(-2)]]).toEqual([7, [8, 9]])
  }
})
