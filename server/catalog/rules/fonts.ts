import type { Font, Os2Table } from 'fontkitten'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
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
  /** Undefined if the font has no measures from which it could be computed. */
  readonly fallback: FallbackFace | undefined
}

/** Largest size that a font may announce for its content. */
const CONTENT_MAX_BYTES = 20_000_000

/**
 * Decompresses the font, which takes tens of milliseconds. The font library is loaded with the first font.
 * @returns its description, or why it cannot be used
 */
export async function readWoff2(bytes: Buffer): Promise<FontDescription | { readonly fault: string }> {
  const start = bytes.toString('latin1', 0, 8)
  if (!start.startsWith('wOF2')) return { fault: 'the file is not a WOFF2 font; convert it to WOFF2' }
  if (start.endsWith('ttcf')) return { fault: 'the file is a collection of fonts; save one font of it as WOFF2' }
  if (bytes.length >= 20 && bytes.readUInt32BE(16) > CONTENT_MAX_BYTES)
    return {
      fault: `the font has more than ${CONTENT_MAX_BYTES / 1e6} MB when it is unpacked; save it with fewer letters`,
    }
  const { create } = await import('fontkitten')
  try {
    const font = create(bytes) as Font
    return { weights: readWeights(font), fallback: computeFallbackFace(font) }
  } catch {
    return { fault: 'the font is damaged; save it again' }
  }
}

function readWeights({ variationAxes: { wght } }: Font): FontDescription['weights'] {
  return wght && wght.min >= 1 && wght.min < wght.max && wght.max <= 1000 ? [wght.min, wght.max] : null
}

/** Letters, spaces and digits are about as frequent as in names and descriptions of products. */
const SAMPLE =
  'The oak table seats six and costs less than you think. Der Tisch aus Eiche ist 180 cm lang und wird in einer kleinen Werkstatt gebaut. La mesa de roble tiene espacio para seis personas y se entrega en dos semanas.'

/** Average width of the sample's characters in Arial, as a share of the font size. */
const SAMPLE_WIDTH = 0.4488

/** A font that lacks more of the sample is for another script, and its widths would say nothing. */
const MISSING_SHARE_MAX = 0.05

/** Scales Arial so that texts keep their place when the font is loaded. */
function computeFallbackFace(font: Font): FallbackFace | undefined {
  const { unitsPerEm, hhea } = font
  const os2: Os2Table | undefined = font['OS/2']
  const { ascent, descent, lineGap } = os2?.fsSelection.useTypoMetrics
    ? { ascent: os2.typoAscender, descent: os2.typoDescender, lineGap: os2.typoLineGap }
    : hhea
  const widths = [...SAMPLE].flatMap((character) => {
    const codePoint = character.codePointAt(0)!
    return font.hasGlyphForCodePoint(codePoint) ? font.glyphForCodePoint(codePoint).advanceWidth : []
  })
  if (widths.length < SAMPLE.length * (1 - MISSING_SHARE_MAX)) return undefined
  const size = widths.reduce((sum, width) => sum + width, 0) / widths.length / unitsPerEm / SAMPLE_WIDTH
  const toThousandths = (measure: number) => Math.round((measure * 1000) / unitsPerEm / size)
  const face = {
    size: Math.round(size * 1000),
    // The browser multiplies these measures by the size.
    ascent: toThousandths(ascent),
    descent: toThousandths(-descent),
    lineGap: toThousandths(lineGap),
  }
  // Texts must stay readable if the measures of a damaged font are wrong.
  const areSharesPlausible = [face.ascent, face.descent, face.lineGap].every((share) => share >= 0 && share < 5000)
  return face.size >= 400 && face.size <= 2500 && face.ascent > 0 && areSharesPlausible ? face : undefined
}
