import { clamp, mix, type MutableRgb } from '../math.ts'
import { hash } from '../noise.ts'
import type { Exposure } from './expose.ts'

const GLOW = 0.035
const GRAIN = 0.0042
/** Bounced light makes colours louder than film would. */
const SATURATION = 0.86

/** Turns light into the numbers of a picture: a breath of glow round what is bright, a film's curve, a fine grain. */
export function develop({ width, height, light }: Exposure, exposure: number): Uint8Array {
  const glow = blurLight(light, width, height, Math.round(height / 60))
  const film: MutableRgb = [0, 0, 0]
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = (y * width + x) * 3
      const grain = (hash(x, y, 1) + hash(x, y, 2) + hash(x, y, 3) - 1.5) * GRAIN
      const corner = 1 - 0.07 * ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
      const glowCell = (Math.floor(y / 4) * Math.ceil(width / 4) + Math.floor(x / 4)) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (light[cell + channel]! * (1 - GLOW) + glow[glowCell + channel]! * GLOW) * exposure * corner
        film[channel] = curve(value)
      }
      const grey = film[0] * 0.25 + film[1] * 0.65 + film[2] * 0.1
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[cell + channel] = Math.round(clamp(encode(mix(grey, film[channel]!, SATURATION)) + grain) * 255)
      }
    }
  }
  return pixels
}

/** Straight through the middle, a soft shoulder for the lights, a slightly deeper shadow. */
function curve(value: number): number {
  const toe = value * (1 - 0.16 * Math.exp(-value * 9))
  const knee = 0.6
  return toe < knee ? toe : knee + (1 - knee) * (1 - Math.exp(-(toe - knee) / (1 - knee)))
}

const encode = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** A wide blur at a quarter of the size, by three rounds of running means. */
function blurLight(light: Float32Array, width: number, height: number, radius: number): Float32Array {
  const w = Math.ceil(width / 4)
  const h = Math.ceil(height / 4)
  let small: Float32Array = new Float32Array(w * h * 3)
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const from = (Math.min(height - 1, y * 4 + 2) * width + Math.min(width - 1, x * 4 + 2)) * 3
      for (let channel = 0; channel < 3; channel += 1) small[(y * w + x) * 3 + channel] = Math.min(8, light[from + channel]!)
    }
  }
  for (let round = 0; round < 3; round += 1) {
    small = runningMean(small, w, h, radius, 3, w * 3)
    small = runningMean(small, h, w, radius, w * 3, 3)
  }
  return small
}

function runningMean(values: Float32Array, length: number, lines: number, radius: number, step: number, lineStep: number): Float32Array {
  const out = new Float32Array(values.length)
  const at = (line: number, index: number, channel: number): number => values[line * lineStep + Math.min(length - 1, Math.max(0, index)) * step + channel]!
  for (let line = 0; line < lines; line += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0
      for (let index = -radius; index <= radius; index += 1) sum += at(line, index, channel)
      for (let index = 0; index < length; index += 1) {
        out[line * lineStep + index * step + channel] = sum / (2 * radius + 1)
        sum += at(line, index + radius + 1, channel) - at(line, index - radius, channel)
      }
    }
  }
  return out
}
