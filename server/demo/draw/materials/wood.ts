import { clamp, colour, mix, mixRgb, smoothstep } from '../math.ts'
import { hash, layeredNoise, noise } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

interface Species {
  readonly early: string
  readonly late: string
  readonly ringWidth: number
  /** How dark pores and rays stand out. */
  readonly pores: number
  readonly contrast: number
}

const SPECIES = {
  ash: { early: '#dcc19a', late: '#a9825a', ringWidth: 5.2, pores: 0.5, contrast: 0.8 },
  oak: { early: '#c39d6c', late: '#8a6239', ringWidth: 3.6, pores: 0.65, contrast: 0.75 },
  maple: { early: '#e2c8a3', late: '#c39d71', ringWidth: 5.6, pores: 0.15, contrast: 0.5 },
  cherry: { early: '#b87d52', late: '#8c5331', ringWidth: 4.4, pores: 0.25, contrast: 0.55 },
  walnut: { early: '#7d583c', late: '#452b1b', ringWidth: 6.4, pores: 0.5, contrast: 0.55 },
  blackened: { early: '#2c2825', late: '#151311', ringWidth: 4.6, pores: 0.6, contrast: 0.8 },
} as const satisfies Record<string, Species>

export type SpeciesName = keyof typeof SPECIES

interface WoodOptions {
  /** Whether the grain runs across the axis, as in bowls cut from a plank, or along it, as in legs and mills. */
  readonly grain?: 'across' | 'along'
  readonly seed?: number
  readonly roughness?: number
  /** Painted rings, by their share of the height; milk paint that lets a little grain through. */
  readonly bands?: readonly { readonly from: number; readonly to: number; readonly colour: string }[]
}

/** Wood as a solid that the lathe cuts open: the rings run through it, and the shape shows them as ovals and lines. */
export function wood(name: SpeciesName, { grain = 'along', seed = 0, roughness = 0.42, bands = [] }: WoodOptions = {}): Material {
  const species = SPECIES[name]
  const early = colour(species.early)
  const late = colour(species.late)
  const paints = bands.map((band) => ({ ...band, tone: colour(band.colour) }))
  // Where the heart of the tree was: outside the piece, as sound timber is cut.
  const heartX = 34 + 50 * hash(seed, 1, 1)
  const heartZ = (hash(seed, 2, 1) - 0.5) * 50
  const lean = (hash(seed, 3, 1) - 0.5) * 0.14
  return {
    paint(point: SurfacePoint, surface: Surface): void {
      const fibre = grain === 'along' ? point.y : point.x
      const a = (grain === 'along' ? point.x : point.y * 1.15) + heartX + fibre * lean
      const b = point.z + heartZ
      const sway = layeredNoise(a / 60 + seed, b / 60, fibre / 190, 3) * 7
      const growth = (Math.sqrt(a * a + b * b) + sway) / species.ringWidth
      const year = Math.floor(growth)
      const season = growth - year
      const width = 0.3 + 0.7 * hash(year, seed, 5)
      const ring = smoothstep(0.25, 0.93, season) * (1 - smoothstep(0.93, 1, season)) * width
      const streak = noise(a * 0.9 + seed, b * 0.9, fibre / 40) * 0.5 + noise(a * 2.6, b * 2.6, fibre / 17) * 0.5
      const open = clamp(noise(a * 3.4, b * 3.4, fibre / 6 + seed) * 2.2 - 0.85) * species.pores * (1.3 - season)
      const cloud = layeredNoise(point.x / 70 + seed, point.y / 70, point.z / 70, 2)
      const albedo = mixRgb(early, late, clamp(ring * species.contrast + streak * 0.16 + cloud * 0.12 + 0.08))
      const tone = (1 + cloud * 0.12) * (1 - open * 0.5)
      for (let channel = 0; channel < 3; channel += 1) albedo[channel] = albedo[channel]! * tone
      for (const { from, to, tone: paint } of paints) {
        if (point.level < from || point.level > to) continue
        const cover = clamp(0.95 - open * 0.5 - clamp(streak) * 0.12)
        for (let channel = 0; channel < 3; channel += 1) albedo[channel] = mix(albedo[channel]!, paint[channel]! * (1 + streak * 0.05), cover)
      }
      surface.albedo = albedo
      surface.roughness = clamp(roughness + open * 0.3 + streak * 0.06, 0.1, 1)
      surface.mirror = [0.034, 0.034, 0.034]
      surface.slopeAlong = 0.03 * open + 0.01 * Math.sin(point.way * 2.4) + 0.012 * streak
      surface.slopeAround = 0.03 * (open - 0.1) + 0.012 * streak
    },
  }
}
