import { colour } from '../math.ts'
import { noise } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

/**
 * Clear coloured glass, with the slight waves that breath and tools leave.
 * @param hex what white light looks like behind ten millimetres of it
 */
export function glass(hex: string, seed = 0): Material {
  const tint = colour(hex)
  return {
    absorption: [-Math.log(tint[0]) / 10, -Math.log(tint[1]) / 10, -Math.log(tint[2]) / 10],
    paint({ x, y, z }: SurfacePoint, surface: Surface): void {
      surface.albedo = [0.25 + 0.6 * tint[0], 0.25 + 0.6 * tint[1], 0.25 + 0.6 * tint[2]]
      surface.roughness = 0.03
      surface.slopeAlong = 0.012 * noise(x / 30 + seed, y / 14, z / 30)
      surface.slopeAround = 0.01 * noise(x / 26, y / 40 + seed, z / 26)
    },
  }
}

/** White glass with a lamp inside: it glows, less towards its edges and its base. */
export function opalGlass(strength: number, warmth = '#ffe2b8'): Material {
  const hue = colour(warmth)
  return {
    glows: strength > 0,
    paint(point: SurfacePoint, surface: Surface): void {
      const level = strength * (0.72 + 0.28 * Math.sin(point.level * Math.PI))
      surface.albedo = [0.83, 0.82, 0.79]
      surface.emission = [hue[0] * level, hue[1] * level, hue[2] * level]
      surface.roughness = 0.3
      surface.mirror = [0.04, 0.04, 0.04]
    },
  }
}
