import { clamp, colour, mix, mixRgb, smoothstep, type MutableRgb, type Rgb } from '../math.ts'
import { layeredNoise, noise, specks } from '../noise.ts'
import type { SurfacePoint } from '../shape/solid.ts'
import type { Material, Surface } from './material.ts'

export interface StonewareOptions {
  readonly glaze: string
  /** Glaze inside, where it is another one. */
  readonly liner?: string
  readonly body?: string
  /** What the glaze turns to where it runs thin, on rims and edges. */
  readonly edge?: string
  /** Iron specks: the share of places that have one. */
  readonly specks?: number
  /** How rough the glaze came out of the fire: 0.1 wet, 0.4 satin, 0.7 dry. */
  readonly roughness?: number
  /** How unevenly it lies. */
  readonly drift?: number
  /** Millimetres above the table that stay without glaze. */
  readonly bareFoot?: number
  /** A second glaze over the upper part, from this share of the height on. */
  readonly dip?: { readonly from: number; readonly glaze: string }
  /** Depth of the rings that the fingers left. */
  readonly rings?: number
  readonly ringWidth?: number
  readonly seed?: number
}

const IRON = colour('#33231a')

/** Thrown clay under a glaze that gathers in hollows, breaks on edges and stops short of the foot. */
export function stoneware(options: StonewareOptions): Material {
  const { specks: speckShare = 0.12, roughness = 0.3, drift = 0.5, bareFoot = 5, rings = 0.02, ringWidth = 5, seed = 0 } = options
  const glaze = colour(options.glaze)
  const liner = options.liner === undefined ? glaze : colour(options.liner)
  const body = colour(options.body ?? '#b3906f')
  const edge = colour(options.edge ?? '#a9764a')
  const dip = options.dip && { from: options.dip.from, glaze: colour(options.dip.glaze) }

  return {
    paint(point: SurfacePoint, surface: Surface): void {
      const { x, y, z } = point
      const cloud = layeredNoise(x / 26 + seed, y / 34, z / 26, 4)
      const ripple = layeredNoise(x / 7, y / 9 + seed, z / 7, 2)
      const isInside = point.inside > 0.5
      const glazeLine = bareFoot + noise(point.x / 24, seed, point.z / 24) * bareFoot * 0.16
      const height = point.level === 0 ? 0 : y
      const bare = isInside || bareFoot === 0 ? 0 : 1 - smoothstep(glazeLine - 0.35, glazeLine + 0.35, height)
      let coat: Rgb = mixRgb(glaze, liner, point.inside)
      if (dip && !isInside) {
        const line = dip.from + 0.016 * noise(point.x / 30 + seed, 3, point.z / 30)
        coat = mixRgb(coat, dip.glaze, smoothstep(line - 0.006, line + 0.006, point.level))
      } else if (dip && isInside) coat = mixRgb(coat, dip.glaze, 1)
      const thin = clamp(smoothstep(0.05, 0.3, point.edge + ripple * 0.05) * (0.75 + cloud) - 0.02)
      const pooled = clamp(-point.edge * 9 - 0.08 + cloud * 0.25, 0, 0.5)
      const glazed: MutableRgb = mixRgb(coat, edge, thin * 0.78)
      const shade = 1 + drift * (0.2 * cloud + 0.06 * ripple) - pooled * 0.45
      for (let channel = 0; channel < 3; channel += 1) glazed[channel] = glazed[channel]! * shade
      speckle(glazed, point, speckShare, seed)
      const grit = noise(x * 1.1, y * 1.1, z * 1.1) * 0.5 + noise(x * 2.6, y * 2.6, z * 2.6) * 0.5
      const raw: Rgb = [body[0] * (1 + grit * 0.13), body[1] * (1 + grit * 0.14), body[2] * (1 + grit * 0.15)]
      surface.albedo = mixRgb(glazed, raw, bare)
      surface.roughness = mix(clamp(roughness + 0.05 * cloud + thin * 0.1, 0.05, 1), 0.9, bare)
      const level = mix(0.042, 0.016, bare)
      surface.mirror = [level, level, level]
      const finger = Math.sin((point.way / ringWidth) * 2 * Math.PI + point.angle + noise(point.way / 13, seed, 4) * 5)
      surface.slopeAlong = rings * finger * (0.6 + 0.8 * noise(point.way / 21, seed, 9)) + 0.02 * roughness * ripple + 0.1 * bare * grit
      surface.slopeAround = 0.012 * ripple + 0.1 * bare * noise(x * 1.7, y * 1.7, z * 1.7)
    },
  }
}

/** Iron comes through in a few large specks and many fine ones. */
function speckle(glazed: MutableRgb, { x, y, z }: SurfacePoint, share: number, seed: number): void {
  if (share === 0) return
  const large = specks(x / 3.4 + seed, y / 3.4, z / 3.4, share * 0.55, 0.24) * 0.8
  const fine = specks(x / 1.5, y / 1.5 + seed, z / 1.5, share, 0.28) * 0.5
  const iron = Math.max(large, fine)
  for (let channel = 0; channel < 3; channel += 1) glazed[channel] = mix(glazed[channel]!, IRON[channel]!, iron)
}

/** Terracotta and other clay without any glaze. */
export function bareClay(hex: string, seed = 0, bloom = 0.25): Material {
  const base = colour(hex)
  const lime = colour('#e4d6c6')
  return {
    paint(point: SurfacePoint, surface: Surface): void {
      const { x, y, z } = point
      const cloud = layeredNoise(x / 60 + seed, y / 45, z / 60, 4)
      const grit = noise(x * 0.9, y * 0.9, z * 0.9)
      const white = bloom * clamp(layeredNoise(x / 70, y / 44 + seed, z / 70, 5) * 0.9 + 0.5 - point.level * 0.55)
      const tone = 1 + 0.22 * cloud + 0.07 * grit
      surface.albedo = mixRgb([base[0] * tone, base[1] * tone, base[2] * tone], lime, white)
      surface.roughness = 0.95
      surface.mirror = [0.008, 0.008, 0.008]
      const groove = Math.sin(point.way * 1.15 + noise(point.way / 5, seed, 2) * 4)
      surface.slopeAlong = 0.03 * groove + 0.09 * grit
      surface.slopeAround = 0.06 * noise(x * 1.3, y * 1.3, z * 1.3)
    },
  }
}
