import sharp from 'sharp'

/** Enough for a logo in the bar of the sharpest screen, and for the icons that are made of it. */
const LONGER_SIDE_PX = 1024

/**
 * Draws a vector picture as pixels: an SVG may hold scripts and fetch what it likes, and a store of pictures has no use for
 * either.
 * @throws where it cannot be drawn
 */
export async function rasteriseSvg(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).resize(LONGER_SIDE_PX, LONGER_SIDE_PX, { fit: 'inside' }).png({ compressionLevel: 9 }).toBuffer()
}
