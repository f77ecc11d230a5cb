import { clamp, colour, mixRgb } from '../math.ts'
import { layeredNoise, noise, specks } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

/** One even colour: plaster, wax, cord, cork. */
export function plain(hex: string, roughness = 0.8, grain = 0.04): Material {
  const base = colour(hex)
  return {
    paint({ x, y, z }: SurfacePoint, surface: Surface): void {
      const tone = 1 + grain * (layeredNoise(x / 14, y / 14, z / 14, 4) + 0.4 * noise(x * 2, y * 2, z * 2))
      surface.albedo = [base[0] * tone, base[1] * tone, base[2] * tone]
      surface.roughness = roughness
      surface.mirror = roughness > 0.75 ? [0.012, 0.012, 0.012] : [0.035, 0.035, 0.035]
    },
  }
}

/** The skin of a fruit or an egg: one colour running into another, with fine dots. */
export function skin(hex: string, blush: string, dots: number, roughness = 0.4, seed = 0): Material {
  const base = colour(hex)
  const second = colour(blush)
  const dark = colour('#5b4326')
  return {
    paint({ x, y, z, level }: SurfacePoint, surface: Surface): void {
      const side = clamp(0.45 + x / 60 + layeredNoise(x / 22 + seed, y / 22, z / 22, 4) * 0.7 - level * 0.2)
      const dot = specks(x / 2.4 + seed, y / 2.4, z / 2.4, dots, 0.2) * 0.55
      surface.albedo = mixRgb(mixRgb(base, second, side), dark, dot)
      surface.roughness = roughness
      surface.slopeAlong = 0.02 * noise(x / 1.2, y / 1.2, z / 1.2)
      surface.slopeAround = 0.02 * noise(x / 1.3, z / 1.3, y / 1.3)
    },
  }
}
