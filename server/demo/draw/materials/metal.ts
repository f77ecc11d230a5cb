import { clamp, colour, mix, mixRgb, smoothstep } from '../math.ts'
import { layeredNoise, noise } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

const METALS = { brass: '#dfbb78', steel: '#bdbab4', blackened: '#4b4742' } as const
const VERDIGRIS = colour('#72877c')

interface MetalOptions {
  readonly roughness?: number
  /** How much age has settled on it: 0 is fresh from the lathe, 1 stands in the garden for ten years. */
  readonly patina?: number
  readonly verdigris?: number
  readonly seed?: number
}

/** Metal spun over a form: it shines in streaks across the fine marks that run round the axis. */
export function metal(name: keyof typeof METALS, { roughness = 0.34, patina = 0.15, verdigris = 0, seed = 0 }: MetalOptions = {}): Material {
  const fresh = colour(METALS[name])
  const aged = mixRgb(fresh, colour('#5d4630'), 0.62)
  return {
    isMetal: true,
    paint(point: SurfacePoint, surface: Surface): void {
      const { x, y, z } = point
      const cloud = layeredNoise(x / 48 + seed, y / 48, z / 48, 4)
      const mark = noise(point.way * 2.1, seed, 1) * 0.6 + noise(point.way * 6.3, seed, point.angle * 0.6) * 0.4
      const age = clamp(patina * (0.75 + cloud * 1.1) + clamp(-point.edge * 6, 0, 0.3) * patina)
      surface.mirror = mixRgb(fresh, aged, age)
      surface.albedo = [0.02, 0.02, 0.02]
      surface.roughness = clamp(roughness + 0.04 * mark + 0.22 * age, 0.06, 0.9)
      surface.stretch = 2.6
      surface.slopeAlong = 0.014 * mark + 0.012 * noise(point.way / 6, seed, 7)
      if (verdigris === 0) return
      const green = smoothstep(-0.02, 0.34, layeredNoise(x / 30, y / 16 + seed, z / 30, 5) + verdigris - 0.45)
      surface.albedo = mixRgb(surface.albedo, VERDIGRIS, green)
      for (let channel = 0; channel < 3; channel += 1) surface.mirror[channel] = mix(surface.mirror[channel]!, 0.03, green)
      surface.roughness = mix(surface.roughness, 0.85, green)
    },
  }
}
