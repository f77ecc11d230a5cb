import type { LightMap } from '../light/light-map.ts'
import type { Material } from '../materials/material.ts'
import { basisAround, normalise, type Vec3 } from '../math.ts'
import type { DistanceGrid } from './distance-grid.ts'
import type { Profile } from './profile.ts'
import type { Ray } from './ray.ts'

const MAX_STEPS = 120
/** How near to the surface is on it, in cells of its grid. */
const TOUCH = 0.07
const COARSE_TOUCH = 0.4

/** What a material and a light map need to know about a place on a solid. */
export class SurfacePoint {
  /** In the solid's own space, its axis being y. */
  x = 0
  y = 0
  z = 0
  radius = 0
  /** Round the axis, from -pi to pi. */
  angle = 0
  /** Position along the profile: index of its point and the share of the way to the next. */
  row = 0
  way = 0
  edge = 0
  inside = 0
  /** From the foot (0) to the top (1). */
  level = 0
  /** In the world. */
  normal: Vec3 = [0, 1, 0]
  /** In the world, along the profile; the second one runs round the axis. */
  along: Vec3 = [0, 1, 0]
  around: Vec3 = [1, 0, 0]
}

/** A profile revolved round an axis that stands or leans somewhere in the studio. */
export class Solid {
  readonly profile: Profile
  readonly grid: DistanceGrid
  readonly material: Material
  readonly origin: Vec3
  readonly axis: Vec3
  light: LightMap | undefined
  readonly #right: Vec3
  readonly #back: Vec3
  /** Both directions, the axis and the origin in one row of numbers, for the loop that runs most. */
  readonly #frame: Float64Array

  constructor(profile: Profile, grid: DistanceGrid, material: Material, origin: Vec3, axis: Vec3, turn: number) {
    this.profile = profile
    this.grid = grid
    this.material = material
    this.origin = origin
    this.axis = normalise(axis)
    const [first, second] = basisAround(this.axis)
    const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
    this.#right = [first[0] * cosine + second[0] * sine, first[1] * cosine + second[1] * sine, first[2] * cosine + second[2] * sine]
    this.#back = [second[0] * cosine - first[0] * sine, second[1] * cosine - first[1] * sine, second[2] * cosine - first[2] * sine]
    this.#frame = Float64Array.of(...this.#right, ...this.axis, ...this.#back, ...origin)
  }

  /** Distance along the ray to the surface, seen from outside, or Infinity. */
  trace(ray: Ray, from: number, to: number): number {
    return this.#march(ray, from, to, 1)
  }

  /** Distance along a ray that runs inside the solid to where it leaves it. */
  traceInside(ray: Ray, to: number): number {
    return this.#march(ray, 0, to, -1)
  }

  #march(ray: Ray, from: number, to: number, side: 1 | -1): number {
    const { profile } = this
    const frame = this.#frame
    const px = ray.x - frame[9]!
    const py = ray.y - frame[10]!
    const pz = ray.z - frame[11]!
    const oy = px * frame[3]! + py * frame[4]! + pz * frame[5]!
    const dy = ray.dx * frame[3]! + ray.dy * frame[4]! + ray.dz * frame[5]!
    let near = from
    let far = to
    if (Math.abs(dy) > 1e-9) {
      const toBottom = (profile.bottom - oy) / dy
      const toTop = (profile.top - oy) / dy
      near = Math.max(near, Math.min(toBottom, toTop))
      far = Math.min(far, Math.max(toBottom, toTop))
    } else if (oy < profile.bottom || oy > profile.top) return Infinity
    if (near > far) return Infinity
    const ox = px * frame[0]! + py * frame[1]! + pz * frame[2]!
    const oz = px * frame[6]! + py * frame[7]! + pz * frame[8]!
    const dx = ray.dx * frame[0]! + ray.dy * frame[1]! + ray.dz * frame[2]!
    const dz = ray.dx * frame[6]! + ray.dy * frame[7]! + ray.dz * frame[8]!
    const a = dx * dx + dz * dz
    const b = ox * dx + oz * dz
    const c = ox * ox + oz * oz - profile.maxRadius * profile.maxRadius
    if (a > 1e-9) {
      const root = b * b - a * c
      if (root < 0) return Infinity
      const half = Math.sqrt(root)
      near = Math.max(near, (-b - half) / a)
      far = Math.min(far, (-b + half) / a)
    } else if (c > 0) return Infinity
    if (near > far) return Infinity

    const { grid } = this
    const touch = grid.cell * (ray.isCoarse ? COARSE_TOUCH : TOUCH)
    const smallest = touch * 1.6
    let t = near
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const x = ox + dx * t
      const z = oz + dz * t
      const distance = grid.distanceAt(Math.sqrt(x * x + z * z), oy + dy * t) * side
      if (distance < touch) return t
      t += Math.max(distance * 0.96, smallest)
      if (t > far) return side === 1 ? Infinity : far
    }
    return side === 1 ? Infinity : t
  }

  /** Describes the place on the surface next to a place in the world. */
  describe(x: number, y: number, z: number, point: SurfacePoint): void {
    const { origin } = this
    const [rx, ry, rz] = this.#right
    const [ax, ay, az] = this.axis
    const [bx, by, bz] = this.#back
    const px = x - origin[0]
    const py = y - origin[1]
    const pz = z - origin[2]
    point.x = px * rx + py * ry + pz * rz
    point.y = px * ax + py * ay + pz * az
    point.z = px * bx + py * by + pz * bz
    point.radius = Math.sqrt(point.x * point.x + point.z * point.z)
    point.angle = Math.atan2(point.z, point.x)
    point.row = this.#findRow(point.radius, point.y)
    this.#fill(point)
  }

  /** Describes the place at a row of the profile and an angle, and returns it in the world. */
  describeRow(row: number, angle: number, point: SurfacePoint): Vec3 {
    const { profile } = this
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    point.radius = profile.radius[row]!
    point.x = point.radius * cosine
    point.y = profile.height[row]!
    point.z = point.radius * sine
    point.angle = angle
    point.row = row
    this.#fill(point, cosine, sine)
    return this.#toWorld(point.x, point.y, point.z, this.origin)
  }

  placeAt(row: number, angle: number): Vec3 {
    const radius = this.profile.radius[row]!
    return this.#toWorld(radius * Math.cos(angle), this.profile.height[row]!, radius * Math.sin(angle), this.origin)
  }

  #fill(point: SurfacePoint, cosine = point.x / (point.radius || 1), sine = point.z / (point.radius || 1)): void {
    const { profile } = this
    const index = Math.min(point.row | 0, profile.count - 2)
    const share = point.row - index
    const blend = (values: Float64Array): number => values[index]! + (values[index + 1]! - values[index]!) * share
    point.way = blend(profile.way)
    point.edge = blend(profile.edge)
    point.inside = blend(profile.inside)
    point.level = (point.y - profile.bottom) / (profile.top - profile.bottom || 1)
    let out = blend(profile.normalOut)
    let up = blend(profile.normalUp)
    const length = Math.sqrt(out * out + up * up) || 1
    out /= length
    up /= length
    point.normal = this.#toWorld(out * cosine, up, out * sine)
    point.along = this.#toWorld(-up * cosine, out, -up * sine)
    point.around = this.#toWorld(-sine, 0, cosine)
  }

  #toWorld(x: number, y: number, z: number, origin?: Vec3): Vec3 {
    const [right, axis, back] = [this.#right, this.axis, this.#back]
    const wx = right[0] * x + axis[0] * y + back[0] * z
    const wy = right[1] * x + axis[1] * y + back[1] * z
    const wz = right[2] * x + axis[2] * y + back[2] * z
    return origin ? [wx + origin[0], wy + origin[1], wz + origin[2]] : [wx, wy, wz]
  }

  /** The four corners of a cell may lie nearest to different sides of a thin wall, so the neighbourhood of each is searched. */
  #findRow(radius: number, height: number): number {
    const { count, radius: radii, height: heights } = this.profile
    let best = Infinity
    let row = 0
    let last = -1
    for (let corner = 0; corner < 4; corner += 1) {
      const segment = this.grid.nearestSegment(radius, height, corner)
      if (segment === last) continue
      last = segment
      const end = Math.min(count - 2, segment + 3)
      for (let index = Math.max(0, segment - 3); index <= end; index += 1) {
        const ar = radii[index]!
        const ah = heights[index]!
        const dr = radii[index + 1]! - ar
        const dh = heights[index + 1]! - ah
        const share = Math.min(1, Math.max(0, ((radius - ar) * dr + (height - ah) * dh) / (dr * dr + dh * dh || 1)))
        const er = radius - ar - dr * share
        const eh = height - ah - dh * share
        const squared = er * er + eh * eh
        if (squared < best) {
          best = squared
          row = index + share
        }
      }
    }
    return row
  }
}
