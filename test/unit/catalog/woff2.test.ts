import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWoff2 } from '../../../server/catalog/rules/fonts.ts'
import { PROJECT_DIR } from '../../support/folders.ts'

/** Place of the font's length in a WOFF2 file. */
const LENGTH_OFFSET = 8
const UNPACKED_LENGTH_OFFSET = 16

function readBuiltInFont(name: string): Buffer {
  return readFileSync(join(PROJECT_DIR, 'public', 'fonts', name))
}

test('returns the range of weights of a variable font, and null for a font with one weight', async () => {
  expect(await readWoff2(readBuiltInFont('text.woff2'))).toMatchObject({ weights: [400, 700] })
  expect(await readWoff2(readBuiltInFont('display.woff2'))).toMatchObject({ weights: null })
})

test('computes fallbacks of the built-in fonts that are close to those of the style sheet', async () => {
  const font = await readWoff2(readBuiltInFont('text.woff2'))
  expect(font).toMatchObject({ fallback: { size: 1007, ascent: 963, descent: 248, lineGap: 0 } })
})

test.each([
  ['', /^the file is not a WOFF2 font; convert it to WOFF2$/],
  ['wOFF font', /the file is not a WOFF2 font/],
  ['wOF2ttcf', /a collection of fonts; save one/],
  ['wOF2', /damaged/],
])('rejects a file that begins with %j', async (start, fault) => {
  expect(await readWoff2(Buffer.from(start, 'latin1'))).toEqual({ fault: expect.stringMatching(fault) })
})

test('rejects a font that is cut off, has changed bytes or is too large when it is unpacked', async () => {
  const font = readBuiltInFont('display.woff2')
  const damaged = { fault: 'the font is damaged; save it again' }
  expect(await readWoff2(font.subarray(0, -100))).toEqual(damaged)
  const changed = Buffer.from(font)
  changed.fill(0x55, 2_000, 3_000)
  expect(await readWoff2(changed)).toEqual(damaged)
  const short = Buffer.from(font.subarray(0, 2_000))
  short.writeUInt32BE(short.length, LENGTH_OFFSET)
  expect(await readWoff2(short)).toEqual(damaged)
  const large = Buffer.from(font)
  large.writeUInt32BE(20_000_001, UNPACKED_LENGTH_OFFSET)
  expect(await readWoff2(large)).toMatchObject({ fault: expect.stringContaining('more than 20 MB') as unknown })
})
