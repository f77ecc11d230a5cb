import { brotliDecompressSync } from 'node:zlib'

/** Measures in the font's own units. */
export interface FontMeasures {
  readonly unitsPerEm: number
  readonly ascent: number
  /** Positive below the baseline. */
  readonly descent: number
  readonly lineGap: number
  /** 0 if the font lacks the character or its tables are too short. */
  readonly widthOf: (codePoint: number) => number
}

interface FontDescription {
  /** Lightest and boldest weight of a variable font; null for a single weight. */
  readonly weights: readonly [number, number] | null
  /** Code points of the font's characters. */
  readonly codePoints: ReadonlySet<number>
  /** Undefined if a table is missing or cannot be read. */
  readonly measures: FontMeasures | undefined
}

interface Table {
  readonly name: string
  readonly length: number
  readonly isTransformed: boolean
}

interface TableContent {
  readonly bytes: Buffer
  readonly isTransformed: boolean
}

const SIGNATURE = 'wOF2'
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

/** More than any font of 200 KB; limits the memory that a malicious file can use. */
const TABLES_MAX_BYTES = 20_000_000

const LAST_CODE_POINT = 0x10ffff

/** Fonts have at most a dozen. Without a limit, a malicious file of 100 bytes could occupy an import for hours. */
const MAPPINGS_MAX = 100

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
  const start = bytes.toString('latin1', 0, 4)
  if (start !== SIGNATURE) {
    const [, name = 'not a WOFF2 font'] = OTHER_FORMATS.find(([first]) => start.startsWith(first)) ?? []
    return { fault: `the file is ${name}; convert it to WOFF2` }
  }
  if (bytes.toString('latin1', 4, 8) === 'ttcf')
    return { fault: 'the file is a collection of fonts; save one font of it as WOFF2' }
  try {
    return describeTables(readTables(bytes))
  } catch {
    return { fault: 'the font is damaged; save it again' }
  }
}

type Tables = ReadonlyMap<string, TableContent>

function describeTables(tables: Tables): FontDescription {
  const [axes, characters] = [tables.get('fvar')?.bytes, tables.get('cmap')?.bytes]
  return {
    weights: axes ? readWeightAxis(axes) : null,
    codePoints: characters ? readCodePoints(characters) : new Set(),
    measures: readMeasures(tables),
  }
}

/** @throws Error if the file is incomplete or cannot be decompressed */
function readTables(bytes: Buffer): Tables {
  if (bytes.readUInt32BE(8) !== bytes.length)
    throw new RangeError("The file's length differs from the length in its header.")
  const [directory, end] = readDirectory(bytes)
  const compressedLength = bytes.readUInt32BE(20)
  const content = brotliDecompressSync(bytes.subarray(end, end + compressedLength), {
    maxOutputLength: TABLES_MAX_BYTES,
  })
  const tables = new Map<string, TableContent>()
  let offset = 0
  for (const { name, length, isTransformed } of directory) {
    tables.set(name, { bytes: content.subarray(offset, offset + length), isTransformed })
    offset += length
  }
  if (offset > content.length) throw new RangeError('The tables are shorter than the table directory says.')
  return tables
}

function readDirectory(bytes: Buffer): readonly [tables: readonly Table[], end: number] {
  const tables: Table[] = []
  let offset = HEADER_LENGTH
  const readNumber = () => {
    let value = 0
    for (let count = 0; count < 5; count += 1) {
      const byte = bytes.readUInt8(offset)
      offset += 1
      value = value * 128 + (byte & 0x7f)
      if (byte < 128) return value
    }
    throw new RangeError('A number in the table directory has more than five bytes.')
  }
  for (let count = bytes.readUInt16BE(12); count > 0; count -= 1) {
    const flags = bytes.readUInt8(offset)
    offset += 1
    const number = flags & 0x3f
    let name = TABLE_NAMES[number] ?? ''
    if (number === CUSTOM_TABLE) {
      name = bytes.toString('latin1', offset, offset + 4)
      offset += 4
    }
    const originalLength = readNumber()
    // The upper two bits give the transformation: 3 means none for the outlines (`glyf`, `loca`), 0 for other tables.
    const isTransformed = flags >> 6 !== (name === 'glyf' || name === 'loca' ? 3 : 0)
    tables.push({ name, length: isTransformed ? readNumber() : originalLength, isTransformed })
  }
  return [tables, offset]
}

/** Reads the table of variation axes. */
function readWeightAxis(table: Buffer): FontDescription['weights'] {
  const first = table.readUInt16BE(4)
  const [count, size] = [table.readUInt16BE(8), table.readUInt16BE(10)]
  for (let axis = 0; axis < count; axis += 1) {
    const offset = first + axis * size
    if (table.toString('latin1', offset, offset + 4) !== 'wght') continue
    // These are the integer parts of two fixed-point numbers (16.16).
    const [lightest, boldest] = [table.readInt16BE(offset + 4), table.readInt16BE(offset + 12)]
    return lightest >= 1 && lightest < boldest && boldest <= 1000 ? [lightest, boldest] : null
  }
  return null
}

/** Bit of OS/2 that says that the "typographic" measures are valid for lines of text. */
const USE_TYPOGRAPHIC_MEASURES = 1 << 7

/** A font with unreadable tables may be used; it only gets no fallback. */
function readMeasures(tables: Tables): FontMeasures | undefined {
  const [head, lines, widths, characters] = ['head', 'hhea', 'hmtx', 'cmap'].map((name) => tables.get(name))
  if (!head || !lines || !widths || !characters) return undefined
  try {
    const lastWidth = lines.bytes.readUInt16BE(34) - 1
    // A transformed table has all widths after a byte of flags; otherwise a bearing follows each width.
    const [first, step] = widths.isTransformed ? [1, 2] : [0, 4]
    const findGlyph = readGlyphs(characters.bytes)
    return {
      unitsPerEm: head.bytes.readUInt16BE(18),
      ...readLineMeasures(lines.bytes, tables.get('OS/2')?.bytes),
      widthOf: (codePoint) => {
        try {
          const glyph = findGlyph(codePoint)
          return glyph === 0 ? 0 : widths.bytes.readUInt16BE(first + Math.min(glyph, lastWidth) * step)
        } catch {
          return 0
        }
      },
    }
  } catch {
    return undefined
  }
}

function readLineMeasures(
  lines: Buffer,
  os2: Buffer | undefined,
): Pick<FontMeasures, 'ascent' | 'descent' | 'lineGap'> {
  const isTypographic = os2 !== undefined && (os2.readUInt16BE(62) & USE_TYPOGRAPHIC_MEASURES) !== 0
  const [table, first] = isTypographic ? [os2, 68] : [lines, 4]
  return {
    ascent: table.readInt16BE(first),
    descent: -table.readInt16BE(first + 2),
    lineGap: table.readInt16BE(first + 4),
  }
}

/** @throws RangeError if the mappings list more characters than Unicode has */
function readCodePoints(table: Buffer): ReadonlySet<number> {
  const codePoints = new Set<number>()
  let listedCount = 0
  for (const code of listCodePoints(table)) {
    listedCount += 1
    if (listedCount > LAST_CODE_POINT + 1) throw new RangeError('The mappings list characters too often.')
    codePoints.add(code)
  }
  return codePoints
}

/** Reads the character map (cmap) in formats 4 and 12, which all web fonts use. */
function* listCodePoints(table: Buffer): Generator<number> {
  const count = table.readUInt16BE(2)
  if (count > MAPPINGS_MAX) throw new RangeError('The font has too many mappings of characters.')
  for (let index = 0; index < count; index += 1) {
    const mapping = table.subarray(table.readUInt32BE(4 + index * 8 + 4))
    const format = mapping.readUInt16BE(0)
    if (format === 4) yield* listSegments(mapping)
    if (format === 12) yield* listGroups(mapping)
  }
}

function* listSegments(mapping: Buffer): Generator<number> {
  const doubledCount = mapping.readUInt16BE(6)
  for (let offset = 0; offset < doubledCount; offset += 2) {
    const last = mapping.readUInt16BE(14 + offset)
    // The last characters of all segments (endCode) and two unused bytes precede their first ones (startCode).
    const first = mapping.readUInt16BE(16 + doubledCount + offset)
    for (let code = first; code <= last && code < 0xffff; code += 1) yield code
  }
}

function* listGroups(mapping: Buffer): Generator<number> {
  const count = mapping.readUInt32BE(12)
  let previous = -1
  for (let index = 0; index < count; index += 1) {
    const [first, last] = [mapping.readUInt32BE(16 + index * 12), mapping.readUInt32BE(20 + index * 12)]
    if (first <= previous || last > LAST_CODE_POINT)
      throw new RangeError("The font's character map (cmap) is not sorted.")
    for (let code = first; code <= last; code += 1) yield code
    previous = last
  }
}

/** @returns a function that finds the glyph of a character; 0 if the font lacks it */
function readGlyphs(table: Buffer): (code: number) => number {
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const mapping = table.subarray(table.readUInt32BE(4 + index * 8 + 4))
    const format = mapping.readUInt16BE(0)
    if (format === 4) return (code) => findInSegments(mapping, code)
    if (format === 12) return (code) => findInGroups(mapping, code)
  }
  return () => 0
}

function findInSegments(mapping: Buffer, code: number): number {
  const doubledCount = mapping.readUInt16BE(6)
  for (let offset = 0; offset < doubledCount; offset += 2) {
    if (mapping.readUInt16BE(14 + offset) < code) continue
    const first = mapping.readUInt16BE(16 + doubledCount + offset)
    if (first > code) return 0
    const delta = mapping.readUInt16BE(16 + 2 * doubledCount + offset)
    const rangeAt = 16 + 3 * doubledCount + offset
    const range = mapping.readUInt16BE(rangeAt)
    if (range === 0) return (code + delta) % 0x1_0000
    const glyph = mapping.readUInt16BE(rangeAt + range + (code - first) * 2)
    return glyph === 0 ? 0 : (glyph + delta) % 0x1_0000
  }
  return 0
}

function findInGroups(mapping: Buffer, code: number): number {
  for (let index = 0; index < mapping.readUInt32BE(12); index += 1) {
    const [first, last] = [mapping.readUInt32BE(16 + index * 12), mapping.readUInt32BE(20 + index * 12)]
    if (code >= first && code <= last) return mapping.readUInt32BE(24 + index * 12) + code - first
  }
  return 0
}
