import sharp from 'sharp'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const MOST_OF_A_SIGN = 0.15

export const PLACEHOLDER_COLORS = { light: '#ece7df', dark: '#211e1b' } as const

/** Describes a part of a screenshot: `a small sign on #ece7df` if all corners have this colour and little else differs. */
export async function describePixels(png: Buffer, box: Box): Promise<string> {
  const image = sharp(png).removeAlpha()
  // The edge may fall between two pixels.
  const [left, top] = [Math.ceil(box.x) + 1, Math.ceil(box.y) + 1]
  const [width, height] = [Math.floor(box.width) - 3, Math.floor(box.height) - 3]
  const data = await image.extract({ left, top, width, height }).raw().toBuffer()
  const colorAt = (pixel: number) => `#${data.subarray(pixel * 3, pixel * 3 + 3).toString('hex')}`
  const corners = [0, width - 1, width * (height - 1), width * height - 1].map(colorAt)
  const others = Array.from({ length: width * height }, (_, pixel) => colorAt(pixel)).filter(
    (color) => color !== corners[0],
  )
  const share = others.length / (width * height)
  return `${share === 0 ? 'nothing' : share < MOST_OF_A_SIGN ? 'a small sign' : 'a picture'} on ${[...new Set(corners)].join(' and ')}`
}
