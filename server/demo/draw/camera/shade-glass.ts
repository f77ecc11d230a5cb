import type { MutableRgb, Rgb, Vec3 } from '../math.ts'
import { Ray } from '../shape/ray.ts'
import { SurfacePoint, type Solid } from '../shape/solid.ts'
import type { Shader } from './shade.ts'

const DENSITY = 1.5
const FAR = 1e6
const MAX_BOUNCES = 5

/**
 * Light that comes back from glass: a reflection off its skin, and what shines through.
 * The ray is bent where it enters, loses colour on its way, is thrown back inside where it runs too flat, and bent again where it leaves.
 */
export function shadeGlass(
  shader: Shader,
  ray: Ray,
  place: Vec3,
  normal: Vec3,
  facing: number,
  solid: Solid,
  absorption: Rgb,
  seed: number,
  depth: number,
): Rgb {
  const skin = fresnel(facing, 1 / DENSITY)
  const lift = solid.grid.cell * 0.4
  const light: MutableRgb = [0, 0, 0]
  if (depth < 3) {
    const mirrored = new Ray().set(
      [place[0] + normal[0] * lift, place[1] + normal[1] * lift, place[2] + normal[2] * lift],
      [ray.dx + 2 * facing * normal[0], ray.dy + 2 * facing * normal[1], ray.dz + 2 * facing * normal[2]],
    )
    const reflected = shader.look(mirrored, seed, 1, Math.max(depth + 1, 2), 0.02).light
    for (let channel = 0; channel < 3; channel += 1) light[channel]! += reflected[channel]! * skin
  }

  let direction = refract([ray.dx, ray.dy, ray.dz], normal, facing, 1 / DENSITY)!
  let from: Vec3 = [place[0] - normal[0] * lift, place[1] - normal[1] * lift, place[2] - normal[2] * lift]
  let way = 0
  const inner = new Ray()
  const point = new SurfacePoint()
  for (let bounce = 0; bounce < MAX_BOUNCES; bounce += 1) {
    inner.set(from, direction)
    const distance = solid.traceInside(inner, FAR)
    way += distance + lift
    const exit = inner.at(distance)
    solid.describe(exit[0], exit[1], exit[2], point)
    const { normal: out } = point
    const leaving = Math.max(0.001, direction[0] * out[0] + direction[1] * out[1] + direction[2] * out[2])
    const outside = refract(direction, [-out[0], -out[1], -out[2]], leaving, DENSITY)
    if (outside || bounce === MAX_BOUNCES - 1) {
      const next = new Ray().set([exit[0] + out[0] * lift, exit[1] + out[1] * lift, exit[2] + out[2] * lift], outside ?? direction)
      const through = shader.look(next, seed, 1, depth + 1, 0.02).light
      const share = (1 - skin) * (outside ? 1 - fresnel(leaving, DENSITY) : 1)
      for (let channel = 0; channel < 3; channel += 1) light[channel]! += through[channel]! * share * Math.exp(-absorption[channel]! * way)
      return light
    }
    direction = [direction[0] - 2 * leaving * out[0], direction[1] - 2 * leaving * out[1], direction[2] - 2 * leaving * out[2]]
    from = [exit[0] - out[0] * lift, exit[1] - out[1] * lift, exit[2] - out[2] * lift]
  }
  return light
}

/** @param ratio of the densities before and behind the surface; undefined where the ray cannot leave */
function refract(direction: Vec3, normal: Vec3, facing: number, ratio: number): Vec3 | undefined {
  const root = 1 - ratio * ratio * (1 - facing * facing)
  if (root < 0) return undefined
  const along = ratio * facing - Math.sqrt(root)
  return [direction[0] * ratio + normal[0] * along, direction[1] * ratio + normal[1] * along, direction[2] * ratio + normal[2] * along]
}

/** The share that a clear surface throws back, for light without a preferred plane. */
function fresnel(facing: number, ratio: number): number {
  const squared = 1 - ratio * ratio * (1 - facing * facing)
  if (squared <= 0) return 1
  const inner = Math.sqrt(squared)
  const upright = (ratio * facing - inner) / (ratio * facing + inner)
  const level = (facing - ratio * inner) / (facing + ratio * inner)
  return (upright * upright + level * level) / 2
}
