import sharp from 'sharp'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The placeholder's sign covers less than this share. */
const SIGN_SHARE_MAX = 0.15

export const PLACEHOLDER_COLORS = { light: '#ece7df', dark: '#211e1b' } as const

/**
 * Describes a part of a screenshot: `a small sign on #ece7df` if all corners have this colour and little else differs.
 */
export async function describePixels(png: Buffer, box: Box): Promise<string> {
  const image = sharp(png).removeAlpha()
  // Edges may fall between two pixels.
  const [left, top] = [Math.ceil(box.x) + 1, Math.ceil(box.y) + 1]
  const [width, height] = [Math.floor(box.width) - 3, Math.floor(box.height) - 3]
  const data = await image.extract({ left, top, width, height }).raw().toBuffer()
  const colorAt = (pixel: number) => data.readUIntBE(pixel * 3, 3)
  const corners = [0, width - 1, width * (height - 1), width * height - 1].map(colorAt)
  let otherCount = 0
  for (let pixel = 0; pixel < width * height; pixel++) if (colorAt(pixel) !== corners[0]) otherCount++
  const share = otherCount / (width * height)
  const colors = [...new Set(corners)].map((color) => `#${color.toString(16).padStart(6, '0')}`)
  return `${share === 0 ? 'nothing' : share < SIGN_SHARE_MAX ? 'a small sign' : 'a picture'} on ${colors.join(' and ')}`
}
