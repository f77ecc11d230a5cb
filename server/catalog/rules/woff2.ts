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
  const findGlyph = characters ? readGlyphs(characters) : () => 0
  return {
    weights: axes ? readWeightAxis(axes) : null,
    measures: readMeasures(tables, findGlyph),
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
function readMeasures(tables: Tables, findGlyph: (codePoint: number) => number): FontMeasures | undefined {
  const [head, lines, widths] = ['head', 'hhea', 'hmtx'].map((name) => tables.get(name))
  if (!head || !lines || !widths) return undefined
  try {
    const lastWidth = lines.bytes.readUInt16BE(34) - 1
    // A transformed table has all widths after a byte of flags; otherwise a bearing follows each width.
    const [first, step] = widths.isTransformed ? [1, 2] : [0, 4]
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

/**
 * Reads the character map (cmap) in format 12 or 4, which all web fonts use; format 12 has all characters.
 * @returns a function that finds the glyph of a character; 0 if the font lacks it or the map is damaged
 */
function readGlyphs(table: Buffer): (code: number) => number {
  const mappings = new Map<number, Buffer>()
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const mapping = table.subarray(table.readUInt32BE(4 + index * 8 + 4))
    mappings.set(mapping.readUInt16BE(0), mapping)
  }
  const [groups, segments] = [mappings.get(12), mappings.get(4)]
  return (code) => {
    try {
      if (groups) return findInGroups(groups, code)
      return segments ? findInSegments(segments, code) : 0
    } catch {
      return 0
    }
  }
}

function findInSegments(mapping: Buffer, code: number): number {
  const doubledCount = mapping.readUInt16BE(6)
  const index = findRange(doubledCount / 2, code, (segment) => mapping.readUInt16BE(14 + segment * 2))
  if (index * 2 >= doubledCount) return 0
  const firstAt = 16 + doubledCount + index * 2
  const first = mapping.readUInt16BE(firstAt)
  if (first > code) return 0
  const delta = mapping.readUInt16BE(firstAt + doubledCount)
  const rangeAt = firstAt + 2 * doubledCount
  const range = mapping.readUInt16BE(rangeAt)
  if (range === 0) return (code + delta) % 0x1_0000
  const glyph = mapping.readUInt16BE(rangeAt + range + (code - first) * 2)
  return glyph === 0 ? 0 : (glyph + delta) % 0x1_0000
}

function findInGroups(mapping: Buffer, code: number): number {
  const count = mapping.readUInt32BE(12)
  const index = findRange(count, code, (group) => mapping.readUInt32BE(20 + group * 12))
  if (index === count) return 0
  const first = mapping.readUInt32BE(16 + index * 12)
  return first > code ? 0 : mapping.readUInt32BE(24 + index * 12) + code - first
}

/** @returns the first of the sorted ranges that ends at the code or after it, or their count if there is none */
function findRange(count: number, code: number, lastOf: (index: number) => number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (lastOf(middle) < code) low = middle + 1
    else high = middle
  }
  return low
}
