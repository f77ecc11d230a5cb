import { clamp, mix, type MutableRgb, type Rgb, type Vec3 } from '../math.ts'
import type { Ray } from '../shape/ray.ts'
import { AreaLight } from './area-light.ts'
import { LightMap } from './light-map.ts'

/** How strongly the places of the light map crowd in the middle, where the shadows are. */
const CROWDING = 2.6
/** Distances in multiples of the size of what is photographed, so that a thimble and an urn are lit alike. */
const WALL = 3.3
const BEND = 2.3
const FRONT = 2.7
const REACH = 8.5
const SIDE = 4.6

/**
 * The room: a roll of paper that runs from the floor up the wall, softboxes, and the dim rest.
 * One large window-like light stands on the left, a card returns a little of it from the right, a strip lights edges from behind.
 */
export class Studio {
  readonly paper: Rgb
  readonly lights: readonly AreaLight[]
  readonly light: LightMap
  readonly #size: number
  readonly #centre: Vec3

  /** @param mood how much of the second and third light is left: 1 for day, near 0 for evening */
  constructor(paper: Rgb, size: number, centre: Vec3, mood = 1, detail = 1) {
    this.paper = paper
    this.#size = size
    this.#centre = [centre[0], 0, centre[2]]
    this.light = new LightMap(Math.round(210 * detail), Math.round(200 * detail), false)
    const place = (x: number, y: number, z: number): Vec3 => [centre[0] + x * size, y * size, centre[2] + z * size]
    const aim = place(0, 0.35, 0)
    this.lights = [
      new AreaLight(place(-4.1, 3.9, 0.7), aim, 2.6 * size, 2.9 * size, tint(18 * mix(0.16, 1, mood), [1, 0.972, 0.93])),
      new AreaLight(place(4.4, 1.9, 2.2), aim, 3.2 * size, 3.4 * size, tint(1.25 * mood, [0.96, 0.985, 1])),
      new AreaLight(place(1.4, 5.6, -0.9), place(0.4, 0.9, -1.6), 4.4 * size, 1.8 * size, tint(4.2 * mood, [0.985, 0.99, 1])),
    ]
  }

  /**
   * Where a ray meets the paper, as [distance, row, column] of its light map; undefined where it goes past it.
   * For the camera the paper has no end in front: it would be pulled just as far as the frame needs.
   */
  meetPaper(ray: Ray, isCamera = false): readonly [distance: number, row: number, column: number] | undefined {
    const size = this.#size
    const wall = this.#centre[2] - WALL * size
    const bendStart = wall + BEND * size
    const toFloor = ray.dy < 0 ? -ray.y / ray.dy : Infinity
    const floorZ = ray.z + ray.dz * toFloor
    if (floorZ >= bendStart) {
      if (!isCamera && floorZ > this.#centre[2] + FRONT * size) return undefined
      return this.#onPaper(ray, toFloor, this.#centre[2] - floorZ)
    }
    const radius = BEND * size
    const y = ray.y - radius
    const z = ray.z - bendStart
    const a = ray.dy * ray.dy + ray.dz * ray.dz
    const b = y * ray.dy + z * ray.dz
    const root = b * b - a * (y * y + z * z - radius * radius)
    if (root >= 0 && a > 0) {
      const distance = (-b + Math.sqrt(root)) / a
      const hitY = y + ray.dy * distance
      const hitZ = z + ray.dz * distance
      if (distance > 0 && hitY <= 0 && hitZ <= 0) {
        return this.#onPaper(ray, distance, this.#centre[2] - bendStart + Math.atan2(-hitZ, -hitY) * radius)
      }
    }
    if (ray.dz >= 0) return undefined
    const distance = (wall - ray.z) / ray.dz
    const height = ray.y + ray.dy * distance
    if (height < radius) return undefined
    return this.#onPaper(ray, distance, this.#centre[2] - bendStart + (Math.PI / 2) * radius + height - radius)
  }

  /** The dim light of the room beyond paper and softboxes. */
  room(dy: number): Rgb {
    const level = dy > 0 ? mix(0.13, 0.2, dy) : mix(0.13, 0.05, clamp(-dy * 4))
    return [level, level * 0.985, level * 0.96]
  }

  /** Place and normal of the paper at a place of its light map. */
  describe(row: number, column: number): readonly [place: Vec3, normal: Vec3] {
    const size = this.#size
    const x = this.#centre[0] + spreadOut((column / (this.light.columns - 1)) * 2 - 1) * SIDE * size
    const way = spreadOut((row / (this.light.rows - 1)) * 2 - 1) * REACH * size
    const flat = (WALL - BEND) * size
    const radius = BEND * size
    if (way <= flat) return [[x, 0, this.#centre[2] - way], [0, 1, 0]]
    const angle = (way - flat) / radius
    if (angle < Math.PI / 2) {
      const z = this.#centre[2] - flat - Math.sin(angle) * radius
      return [[x, radius - Math.cos(angle) * radius, z], [0, Math.cos(angle), Math.sin(angle)]]
    }
    return [[x, radius + way - flat - (Math.PI / 2) * radius, this.#centre[2] - WALL * size], [0, 0, 1]]
  }

  /** Adds the softboxes that a ray sees. */
  addLights(ray: Ray, blur: number, out: MutableRgb): void {
    for (const light of this.lights) {
      const share = light.seenBy(ray, blur)
      if (share === 0) continue
      for (let channel = 0; channel < 3; channel += 1) out[channel] = out[channel]! + light.radiance[channel]! * share
    }
  }

  #onPaper(ray: Ray, distance: number, way: number): readonly [number, number, number] | undefined {
    const x = (ray.x + ray.dx * distance - this.#centre[0]) / (SIDE * this.#size)
    const y = way / (REACH * this.#size)
    if (Math.abs(x) > 1 || y > 1) return undefined
    return [distance, ((drawIn(Math.max(y, -1)) + 1) / 2) * (this.light.rows - 1), ((drawIn(x) + 1) / 2) * (this.light.columns - 1)]
  }
}

const spreadOut = (value: number): number => Math.sinh(value * CROWDING) / Math.sinh(CROWDING)
const drawIn = (value: number): number => Math.asinh(value * Math.sinh(CROWDING)) / CROWDING
const tint = (level: number, hue: Rgb): Rgb => [level * hue[0], level * hue[1], level * hue[2]]
