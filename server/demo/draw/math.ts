/** Three numbers: a place or a direction in millimetres, x to the right, y up, z towards the camera. */
export type Vec3 = readonly [x: number, y: number, z: number]
/** Linear light, not what a screen shows. */
export type Rgb = readonly [red: number, green: number, blue: number]
export type MutableRgb = [red: number, green: number, blue: number]

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function normalise(a: Vec3): Vec3 {
  return scale(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1))
}

/** Two directions that stand upright on the given one and on each other. */
export function basisAround(normal: Vec3): readonly [Vec3, Vec3] {
  const first = normalise(cross(Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], normal))
  return [first, cross(normal, first)]
}

export const mixRgb = (from: Rgb, to: Rgb, share: number): MutableRgb => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
]

/** `#c8b49a` as linear light, so that colours can be named the way a designer picks them. */
export function colour(hex: string): Rgb {
  const channel = (start: number): number => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
