import { columnAt } from '../light/bake-light.ts'
import type { Studio } from '../light/studio.ts'
import { Surface } from '../materials/material.ts'
import type { MutableRgb, Rgb, Vec3 } from '../math.ts'
import { hash, layeredNoise } from '../noise.ts'
import { scatter, shift } from '../sampling.ts'
import { Ray } from '../shape/ray.ts'
import { Hit, type Scene } from '../shape/scene.ts'
import { SurfacePoint, type Solid } from '../shape/solid.ts'
import { shadeGlass } from './shade-glass.ts'

const FAR = 1e6
const MAX_DEPTH = 9

/** What one look into the scene saw: its light, and the solid, which tells where outlines run. */
export interface Look {
  readonly light: Rgb
  readonly solid: Solid | undefined
}

/** Follows rays through the scene and says how much light comes back along them. */
export class Shader {
  readonly scene: Scene
  readonly #studio: Studio
  readonly #sets = new Map<number, ReturnType<typeof scatter>>()

  constructor(scene: Scene, studio: Studio) {
    this.scene = scene
    this.#studio = studio
  }

  /**
   * @param seed from 0 to 1, another one for each pixel, which scatters the samples of dull reflections
   * @param samples of a dull reflection
   * @param blur of everything mirrored, for rays that left a dull surface
   */
  look(ray: Ray, seed: number, samples: number, depth = 0, blur = 0): Look {
    const hit = new Hit()
    this.scene.trace(ray, 0, FAR, hit)
    const { solid } = hit
    if (!solid) return { light: this.#lookPast(ray, depth, blur), solid: undefined }
    const point = new SurfacePoint()
    const place = ray.at(hit.distance)
    solid.describe(place[0], place[1], place[2], point)
    const light = this.#shade(ray, place, solid, point, seed, samples, depth)
    return { light, solid }
  }

  #lookPast(ray: Ray, depth: number, blur: number): Rgb {
    const paper = this.#studio.meetPaper(ray, depth === 0)
    const light: MutableRgb = [0, 0, 0]
    if (!paper) {
      const room = this.#studio.room(ray.dy)
      light[0] = room[0]
      light[1] = room[1]
      light[2] = room[2]
      if (depth > 0) this.#studio.addLights(ray, blur, light)
      return light
    }
    const map = this.#studio.light
    map.read(map.radiosity, paper[1], paper[2], light)
    if (depth > 0) {
      // A light may stand between a mirror and the paper behind it.
      const lights: MutableRgb = [0, 0, 0]
      if (ray.dy > 0) this.#studio.addLights(ray, blur, lights)
      return lights[0] > 0 ? [light[0] * 0.5 + lights[0], light[1] * 0.5 + lights[1], light[2] * 0.5 + lights[2]] : light
    }
    return light
  }

  #shade(ray: Ray, place: Vec3, solid: Solid, point: SurfacePoint, seed: number, samples: number, depth: number): Rgb {
    const surface = new Surface()
    solid.material.paint(point, surface)
    const normal = bend(point, surface)
    const facing = Math.max(0.001, -(ray.dx * normal[0] + ray.dy * normal[1] + ray.dz * normal[2]))
    if (solid.material.absorption) {
      return depth >= MAX_DEPTH ? [0.3, 0.3, 0.3] : shadeGlass(this, ray, place, normal, facing, solid, solid.material.absorption, seed, depth)
    }
    const light: MutableRgb = [0, 0, 0]
    const map = solid.light!
    map.read(map.irradiance, point.row, columnAt(point.angle), light)
    const schlick = (1 - facing) ** 5 * (1 - surface.roughness * 0.75)
    const mirror = surface.mirror.map((level) => level + (1 - level) * schlick) as MutableRgb
    const strongest = Math.max(mirror[0], mirror[1], mirror[2])
    for (let channel = 0; channel < 3; channel += 1) {
      // Relief turns a place to the light or away from it, which the light map does not know.
      const matt = surface.albedo[channel]! * light[channel]! * this.#relief(point.normal, normal)
      light[channel] = matt * (1 - mirror[channel]!) + surface.emission[channel]!
    }
    if (strongest < 0.012 || depth > 2) {
      if (solid.material.isMetal) for (let channel = 0; channel < 3; channel += 1) light[channel]! += 0.3 * mirror[channel]!
      return light
    }
    const wanted = solid.material.isMetal ? samples * 2 : samples
    const count = surface.roughness < 0.06 || depth > 0 ? 1 : wanted
    // On metal the noise of few samples follows the marks of the lathe, where it belongs.
    const scattered = solid.material.isMetal && depth === 0 ? (seed * 0.35 + hash(Math.round(point.way * 3), Math.round(point.angle * 9), 5) * 0.65) % 1 : seed
    const reflected = this.#reflect(ray, place, solid, point, normal, surface, scattered, count, depth)
    for (let channel = 0; channel < 3; channel += 1) light[channel]! += reflected[channel]! * mirror[channel]!
    return light
  }

  #relief(smooth: Vec3, bent: Vec3): number {
    const key = this.#studio.lights[0]!.normal
    const before = -(smooth[0] * key[0] + smooth[1] * key[1] + smooth[2] * key[2])
    const after = -(bent[0] * key[0] + bent[1] * key[1] + bent[2] * key[2])
    return 1 + 0.9 * (after - before)
  }

  /** Averages what mirrors of slightly different lean would show. */
  #reflect(ray: Ray, place: Vec3, solid: Solid, point: SurfacePoint, normal: Vec3, surface: Surface, seed: number, count: number, depth: number): Rgb {
    const set = this.#setOf(count)
    const lift = solid.grid.cell * 0.4
    const sum: MutableRgb = [0, 0, 0]
    const spread = surface.roughness * surface.roughness
    const mirrored = new Ray()
    for (let sample = 0; sample < count; sample += 1) {
      const alongTilt = slopeAt((sample + seed) / count) * spread * surface.stretch
      const aroundTilt = (slopeAt(shift(set.v[sample]!, (seed * 7.13) % 1)) * spread) / surface.stretch
      let nx = normal[0] + point.along[0] * alongTilt + point.around[0] * aroundTilt
      let ny = normal[1] + point.along[1] * alongTilt + point.around[1] * aroundTilt
      let nz = normal[2] + point.along[2] * alongTilt + point.around[2] * aroundTilt
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
      nx /= length
      ny /= length
      nz /= length
      const along = 2 * (ray.dx * nx + ray.dy * ny + ray.dz * nz)
      mirrored.dx = ray.dx - along * nx
      mirrored.dy = ray.dy - along * ny
      mirrored.dz = ray.dz - along * nz
      mirrored.x = place[0] + point.normal[0] * lift
      mirrored.y = place[1] + point.normal[1] * lift
      mirrored.z = place[2] + point.normal[2] * lift
      const { light } = this.look(mirrored, (seed + sample * 0.618) % 1, count, depth + 1, surface.roughness * 0.35)
      // A single bright sample would stand as a spark in the picture.
      for (let channel = 0; channel < 3; channel += 1) sum[channel]! += Math.min(light[channel]!, depth === 0 ? 14 : 4) / count
    }
    return sum
  }

  #setOf(count: number): ReturnType<typeof scatter> {
    let set = this.#sets.get(count)
    if (!set) this.#sets.set(count, (set = scatter(count)))
    return set
  }
}

/** How far a facet leans, for a share of all facets that lean less: most hardly, a few a good deal. */
function slopeAt(share: number): number {
  const side = (share * 2 - 1) * 0.97
  return (side / Math.sqrt(1 - side * side)) * 0.7
}

/** The normal with the fine relief of the material. */
function bend({ normal, along, around }: SurfacePoint, { slopeAlong, slopeAround }: Surface): Vec3 {
  if (slopeAlong === 0 && slopeAround === 0) return normal
  const x = normal[0] - along[0] * slopeAlong - around[0] * slopeAround
  const y = normal[1] - along[1] * slopeAlong - around[1] * slopeAround
  const z = normal[2] - along[2] * slopeAlong - around[2] * slopeAround
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}

/** The tooth of the paper: hardly visible, but without it a backdrop looks poured. */
export function paperTooth(x: number, y: number): number {
  return 1 + 0.004 * layeredNoise(x * 420, y * 420, 0, 2)
}
