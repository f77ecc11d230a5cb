import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import { brotliDecompressSync } from 'node:zlib'
import type { FallbackFace } from '../../../shared/site.ts'

/** Headings and names (`display`), or all other texts (`text`). */
export const FONT_USES = ['display', 'text'] as const

/** Fonts of the visitor's system that owners may choose by name, with their CSS values. */
export const SYSTEM_FONTS = {
  serif: 'serif',
  'sans-serif': 'sans-serif',
  monospace: 'monospace',
  'system-ui': 'system-ui,sans-serif',
} as const

type SystemFont = keyof typeof SYSTEM_FONTS

export function isSystemFont(name: string): name is SystemFont {
  return Object.hasOwn(SYSTEM_FONTS, name)
}

/** Builds the URL of a font, whose content never changes. */
export function fontPath(hash: string): string {
  return `/fonts/${hash.slice(0, PICTURE_URL_HASH_LENGTH)}.woff2`
}

interface FontDescription {
  /** Lightest and boldest weight of a variable font; null for a single weight. */
  readonly weights: readonly [number, number] | null
  /** In the font's own units; `descent` is positive below the baseline. Undefined if a table is missing. */
  readonly measures: FontMeasures | undefined
}

interface FontMeasures {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** 0 if the font lacks the character. */
  readonly widthOf: (codePoint: number) => number
}

interface Table {
  readonly bytes: Buffer
  readonly isTransformed: boolean
}

type Tables = ReadonlyMap<string, Table>

const HEADER_LENGTH = 48

/** Numbers of the tables that are needed (W3C, WOFF 2.0, section 5.1). */
const TABLE_NAMES: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  6: 'OS/2',
  10: 'glyf',
  11: 'loca',
  47: 'fvar',
}
const CUSTOM_TABLE = 63

const MAX_CODE_POINT = 0x10ffff

/** More than any font of 200 KB; limits the memory that a malicious file can use. */
const TABLES_MAX_BYTES = 20_000_000

/** Formats that owners may mistake for WOFF2, by their first bytes. */
const OTHER_FORMATS: readonly (readonly [start: string, name: string])[] = [
  ['wOFF', 'a WOFF font of version 1'],
  ['OTTO', 'an OpenType font'],
  ['\0\x01\0\0', 'a TrueType font'],
  ['true', 'a TrueType font'],
  ['ttcf', 'a collection of fonts'],
  ['PK', 'a ZIP archive'],
]

/** @returns a description, or why the file cannot be used */
export function readWoff2(bytes: Buffer): FontDescription | { readonly fault: string } {
  const start = bytes.toString('latin1', 0, 8)
  if (!start.startsWith('wOF2')) {
    const [, name = 'not a WOFF2 font'] = OTHER_FORMATS.find(([first]) => start.startsWith(first)) ?? []
    return { fault: `the file is ${name}; convert it to WOFF2` }
  }
  if (start.endsWith('ttcf')) return { fault: 'the file is a collection of fonts; save one font of it as WOFF2' }
  try {
    const tables = readTables(bytes)
    const glyphs = readGlyphs(tables.get('cmap')?.bytes)
    return {
      weights: readWeights(tables.get('fvar')?.bytes),
      measures: readMeasures(tables, glyphs),
    }
  } catch {
    return { fault: 'the font is damaged; save it again' }
  }
}

/** @throws Error if the file is incomplete or cannot be decompressed */
function readTables(bytes: Buffer): Tables {
  if (bytes.readUInt32BE(8) !== bytes.length)
    throw new RangeError('The file is shorter or longer than its header says.')
  let position = HEADER_LENGTH
  const readByte = () => bytes.readUInt8(position++)
  const readNumber = () => {
    let value = 0
    for (let count = 0; count < 5; count += 1) {
      const byte = readByte()
      value = value * 128 + (byte & 0x7f)
      if (byte < 128) return value
    }
    throw new RangeError('A number in the table directory has more than five bytes.')
  }
  const directory = Array.from({ length: bytes.readUInt16BE(12) }, () => {
    const flags = readByte()
    const isCustom = (flags & 0x3f) === CUSTOM_TABLE
    const name = isCustom ? bytes.toString('latin1', position, position + 4) : (TABLE_NAMES[flags & 0x3f] ?? '')
    if (isCustom) position += 4
    const originalLength = readNumber()
    // The upper two bits give the transformation: 3 means none for the outlines (`glyf`, `loca`), 0 for other tables.
    const isTransformed = flags >> 6 !== (name === 'glyf' || name === 'loca' ? 3 : 0)
    return { name, length: isTransformed ? readNumber() : originalLength, isTransformed }
  })
  const content = brotliDecompressSync(bytes.subarray(position, position + bytes.readUInt32BE(20)), {
    maxOutputLength: TABLES_MAX_BYTES,
  })
  let offset = 0
  const tables = new Map<string, Table>()
  for (const { name, length, isTransformed } of directory)
    tables.set(name, { bytes: content.subarray(offset, (offset += length)), isTransformed })
  if (offset > content.length) throw new RangeError('The tables are shorter than the table directory says.')
  return tables
}

/** Reads the table of variation axes, in which a weight is a fixed-point number (16.16). */
function readWeights(axes: Buffer | undefined): FontDescription['weights'] {
  if (!axes) return null
  const [first, count, size] = [4, 8, 10].map((at) => axes.readUInt16BE(at)) as [number, number, number]
  for (let offset = first; offset < first + count * size; offset += size) {
    if (axes.toString('latin1', offset, offset + 4) !== 'wght') continue
    const [lightest, boldest] = [axes.readInt16BE(offset + 4), axes.readInt16BE(offset + 12)]
    return lightest >= 1 && lightest < boldest && boldest <= 1000 ? [lightest, boldest] : null
  }
  return null
}

/** Bit of OS/2 that says that the "typographic" measures are valid for lines of text. */
const USE_TYPOGRAPHIC_MEASURES = 1 << 7

function readMeasures(tables: Tables, glyphs: ReadonlyMap<number, number>): FontMeasures | undefined {
  const [head, hhea, hmtx, os2] = ['head', 'hhea', 'hmtx', 'OS/2'].map((name) => tables.get(name))
  if (!head || !hhea || !hmtx) return undefined
  const isTypographic = os2 !== undefined && (os2.bytes.readUInt16BE(62) & USE_TYPOGRAPHIC_MEASURES) !== 0
  const [lines, at] = isTypographic ? [os2.bytes, 68] : [hhea.bytes, 4]
  const lastWidth = hhea.bytes.readUInt16BE(34) - 1
  // A transformed table has all widths after a byte of flags; otherwise a bearing follows each width.
  const [first, step] = hmtx.isTransformed ? [1, 2] : [0, 4]
  const widths = new Map(
    [...glyphs].map(([codePoint, glyph]) => [
      codePoint,
      hmtx.bytes.readUInt16BE(first + Math.min(glyph, lastWidth) * step),
    ]),
  )
  return {
    unitsPerEm: head.bytes.readUInt16BE(18),
    ascent: lines.readInt16BE(at),
    descent: -lines.readInt16BE(at + 2),
    lineGap: lines.readInt16BE(at + 4),
    widthOf: (codePoint) => widths.get(codePoint) ?? 0,
  }
}

/** Reads the glyph of each character from a map in format 12 or 4, which all web fonts use; format 12 has all characters. */
function readGlyphs(cmap: Buffer | undefined): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  const mappings = new Map<number, Buffer>()
  if (!cmap) return glyphs
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const mapping = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    mappings.set(mapping.readUInt16BE(0), mapping)
  }
  let next = 0
  const add = (first: number, last: number, glyphOf: (codePoint: number) => number) => {
    // Ranges that overlap could take endless time.
    if (first < next) throw new RangeError('The ranges of the character map are not sorted.')
    next = last + 1
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const glyph = glyphOf(codePoint) & 0xffff
      if (glyph !== 0) glyphs.set(codePoint, glyph)
    }
  }
  const [groups, segments] = [mappings.get(12), mappings.get(4)]
  if (groups) {
    for (let at = 16; at < 16 + groups.readUInt32BE(12) * 12; at += 12) {
      const [first, last, glyph] = [0, 4, 8].map((offset) => groups.readUInt32BE(at + offset)) as [
        number,
        number,
        number,
      ]
      add(first, Math.min(last, MAX_CODE_POINT), (codePoint) => glyph + codePoint - first)
    }
  } else if (segments) {
    const length = segments.readUInt16BE(6)
    for (let at = 14; at < 14 + length; at += 2) {
      const firstAt = at + 2 + length
      const [last, first, delta] = [at, firstAt, firstAt + length].map((place) => segments.readUInt16BE(place)) as [
        number,
        number,
        number,
      ]
      const rangeAt = firstAt + 2 * length
      const range = segments.readUInt16BE(rangeAt)
      add(first, Math.min(last, 0xfffe), (codePoint) => {
        if (range === 0) return codePoint + delta
        const glyph = segments.readUInt16BE(rangeAt + range + (codePoint - first) * 2)
        return glyph === 0 ? 0 : glyph + delta
      })
    }
  }
  return glyphs
}

/** Letters, spaces and digits are about as frequent as in names and descriptions of products. */
const SAMPLE =
  'The oak table seats six and costs less than you think. Der Tisch aus Eiche ist 180 cm lang und wird in einer kleinen Werkstatt gebaut. La mesa de roble tiene espacio para seis personas y se entrega en dos semanas.'

/** Average width of the sample's characters in Arial, as a share of the font size. */
const SAMPLE_WIDTH = 0.4488

/** A font that lacks more of the sample is for another script, and its widths would say nothing. */
const MISSING_SHARE_MAX = 0.05

/** Scales Arial so that texts keep their place when the font is loaded. @returns undefined without usable measures */
export function computeFallbackFace({
  unitsPerEm,
  ascent,
  descent,
  lineGap,
  widthOf,
}: FontMeasures): FallbackFace | undefined {
  const widths = [...SAMPLE].map((character) => widthOf(character.codePointAt(0) ?? 0)).filter((width) => width > 0)
  if (widths.length < SAMPLE.length * (1 - MISSING_SHARE_MAX)) return undefined
  const size = widths.reduce((sum, width) => sum + width, 0) / widths.length / unitsPerEm / SAMPLE_WIDTH
  const toThousandths = (measure: number) => Math.round((measure * 1000) / unitsPerEm / size)
  const face = {
    size: Math.round(size * 1000),
    // The browser multiplies these measures by the size.
    ascent: toThousandths(ascent),
    descent: toThousandths(descent),
    lineGap: toThousandths(lineGap),
  }
  return isPlausible(face) ? face : undefined
}

/** Texts must stay readable if the measures of a damaged font are wrong. */
function isPlausible({ size, ascent, descent, lineGap }: FallbackFace): boolean {
  return (
    size >= 400 && size <= 2500 && ascent > 0 && [ascent, descent, lineGap].every((share) => share >= 0 && share < 5000)
  )
}
