import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { computeFallbackFace } from '../../../server/catalog/rules/fallback-face.ts'
import { readWoff2 } from '../../../server/catalog/rules/woff2.ts'
import { PROJECT_DIR } from '../../support/folders.ts'

const CMAP = 0
const HMTX = 3
const LENGTH_OFFSET = 8

function readBuiltInFont(name: string): Buffer {
  return readFileSync(join(PROJECT_DIR, 'public', 'fonts', name))
}

/** Writes a table of characters whose mappings are all the same one. */
function writeMappings(count: number, mapping: Buffer): Buffer {
  const head = Buffer.alloc(4 + count * 8)
  head.writeUInt16BE(count, 2)
  for (let offset = 4; offset < head.length; offset += 8) head.writeUInt32BE(head.length, offset + 4)
  return Buffer.concat([head, mapping])
}

/** Writes a font's character map (`cmap`, format 12) that covers all of Unicode. */
function writeWholeGroup(): Buffer {
  const mapping = Buffer.alloc(28)
  mapping.writeUInt16BE(12, 0)
  mapping.writeUInt32BE(1, 12)
  mapping.writeUInt32BE(0x10ffff, 20)
  return mapping
}

/** @param tables number and content of each table; a number with the bit 64 says that the content is transformed */
function writeTables(...tables: readonly (readonly [number, Buffer])[]): Buffer {
  const content = brotliCompressSync(Buffer.concat(tables.map(([, table]) => table)))
  const header = Buffer.alloc(48)
  header.write('wOF2')
  header.writeUInt16BE(tables.length, 12)
  header.writeUInt32BE(content.length, 20)
  const directory = tables.flatMap(([tableNumber, table]) => {
    const [first = 0, ...others] = [table.length >> 14, table.length >> 7, table.length].map((bits) => bits & 0x7f)
    const length = [first | 0x80, others[0]! | 0x80, others[1]!]
    return [tableNumber, ...length, ...(tableNumber & 64 ? length : [])]
  })
  const font = Buffer.concat([header, Buffer.from(directory), content])
  font.writeUInt32BE(font.length, LENGTH_OFFSET)
  return font
}

test('returns the range of weights of a variable font, and null for a font with one weight', () => {
  expect(readWoff2(readBuiltInFont('text.woff2'))).toMatchObject({ weights: [400, 700] })
  expect(readWoff2(readBuiltInFont('display.woff2'))).toMatchObject({ weights: null })
})

test('lists the characters of a font', () => {
  const font = readWoff2(readBuiltInFont('text.woff2'))
  const has = (text: string) => 'has' in font && font.has(text.codePointAt(0)!)
  expect(['a', 'Z', 'é', 'ß', '€'].filter(has)).toEqual(['a', 'Z', 'é', 'ß', '€'])
  expect(['ő', 'Ж', '中', '😀', '\uffff'].filter(has)).toEqual([])
})

/** Writes a font whose characters from the space to the tilde are all half as wide as the font is high. */
function writeMeasuredFont(widths: readonly [number, Buffer], mapping: Buffer): Buffer {
  const [head, lines] = [Buffer.alloc(54), Buffer.alloc(36)]
  head.writeUInt16BE(1000, 18)
  for (const [offset, value] of [
    [4, 900],
    [6, -300],
    [8, 90],
    [34, 2],
  ] as const)
    lines.writeInt16BE(value, offset)
  return writeTables([1, head], [2, lines], widths, [CMAP, writeMappings(1, mapping)])
}

function writePrintableGroup(): Buffer {
  const mapping = writeWholeGroup()
  for (const [index, value] of [32, 126, 1].entries()) mapping.writeUInt32BE(value, 16 + index * 4)
  return mapping
}

function writePrintableSegment(): Buffer {
  const mapping = Buffer.alloc(24)
  for (const [offset, value] of [
    [0, 4],
    [6, 2],
    [14, 126],
    [18, 32],
    [20, 0x10000 - 31],
  ] as const)
    mapping.writeUInt16BE(value, offset)
  return mapping
}

const WIDTHS = Buffer.from([0, 0, 0, 0, 500 >> 8, 500 & 255, 0, 0])
const TRANSFORMED_WIDTHS = Buffer.from([3, 0, 0, 500 >> 8, 500 & 255])

test.each([
  ['widths as in other font files', [HMTX, WIDTHS], writePrintableGroup()],
  ['widths that WOFF2 has transformed', [HMTX | 64, TRANSFORMED_WIDTHS], writePrintableGroup()],
  ['a character map in segments', [HMTX, WIDTHS], writePrintableSegment()],
] as const)('computes the fallback of a font with %s', (_case, widths, mapping) => {
  const font = readWoff2(writeMeasuredFont(widths, mapping))
  // Half an em is 1.114 times the average width of Arial, so the measures of lines are divided by it.
  expect('measures' in font && font.measures && computeFallbackFace(font.measures)).toEqual({
    size: 1114,
    ascent: 808,
    descent: 269,
    lineGap: 81,
  })
})

test('computes fallbacks of the built-in fonts that are close to those of the style sheet', () => {
  const font = readWoff2(readBuiltInFont('text.woff2'))
  const face = 'measures' in font && font.measures && computeFallbackFace(font.measures)
  expect(face).toEqual({ size: 1007, ascent: 963, descent: 248, lineGap: 0 })
})

test.each([
  ['', /^the file is not a WOFF2 font; convert it to WOFF2$/],
  ['wOFF font', /WOFF font of version 1; convert/],
  ['\0\x01\0\0 font', /a TrueType font; convert/],
  ['OTTO font', /an OpenType font; convert/],
  ['PK\x03\x04', /a ZIP archive; convert/],
  ['wOF2ttcf', /a collection of fonts; save one/],
  ['wOF2', /damaged/],
])('rejects a file that begins with %j', (start, fault) => {
  expect(readWoff2(Buffer.from(start, 'latin1'))).toEqual({ fault: expect.stringMatching(fault) })
})

test('rejects a font that is cut off or has changed bytes', () => {
  const font = readBuiltInFont('display.woff2')
  const damaged = { fault: 'the font is damaged; save it again' }
  expect(readWoff2(font.subarray(0, -100))).toEqual(damaged)
  const changed = Buffer.from(font)
  changed.fill(0x55, 2_000, 3_000)
  expect(readWoff2(changed)).toEqual(damaged)
  const short = Buffer.from(font.subarray(0, 2_000))
  short.writeUInt32BE(short.length, LENGTH_OFFSET)
  expect(readWoff2(short)).toEqual(damaged)
})
