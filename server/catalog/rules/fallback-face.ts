import type { FallbackFace } from '../../../shared/site.ts'
import type { FontMeasures } from './woff2.ts'

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
