import { clamp, colour, mix, mixRgb, smoothstep } from '../math.ts'
import { layeredNoise, noise } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

interface PorcelainOptions {
  readonly colour: string
  /** Clear glaze inside; outside stays matt from the polishing. */
  readonly liner?: string
  readonly roughness?: number
  readonly seed?: number
  /** Rings of slip laid on while the wheel turned. */
  readonly bands?: readonly { readonly from: number; readonly to: number; readonly colour: string }[]
}

/** Fine, even, nearly silent: porcelain polished outside and glazed inside. */
export function porcelain({ colour: hex, liner, roughness = 0.42, seed = 0, bands = [] }: PorcelainOptions): Material {
  const outside = colour(hex)
  const inside = colour(liner ?? hex)
  const slips = bands.map((band) => ({ ...band, tone: colour(band.colour) }))
  return {
    paint(point: SurfacePoint, surface: Surface): void {
      const { x, y, z } = point
      const cloud = layeredNoise(x / 40 + seed, y / 40, z / 40, 3)
      const albedo = mixRgb(outside, inside, point.inside)
      for (const { from, to, tone } of slips) {
        if (point.inside > 0.5) continue
        const wobble = noise(x / 16, seed, z / 16) * 0.004
        const share = smoothstep(from - 0.004, from + 0.004, point.level + wobble) * (1 - smoothstep(to - 0.004, to + 0.004, point.level - wobble))
        const brush = 0.86 + 0.14 * noise(point.angle * 6, y / 1.4, seed)
        for (let channel = 0; channel < 3; channel += 1) albedo[channel] = mix(albedo[channel]!, tone[channel]!, clamp(share * brush))
      }
      for (let channel = 0; channel < 3; channel += 1) albedo[channel] = clamp(albedo[channel]! * (1 + 0.025 * cloud), 0, 0.92)
      surface.albedo = albedo
      surface.roughness = mix(roughness, liner === undefined ? roughness : 0.14, point.inside)
      surface.mirror = [0.038, 0.038, 0.038]
      surface.slopeAlong = 0.006 * Math.sin(point.way * 0.9 + cloud * 8)
    },
  }
}
