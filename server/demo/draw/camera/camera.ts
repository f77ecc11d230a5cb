import { add, cross, normalise, scale, subtract, type Vec3 } from '../math.ts'
import type { Ray } from '../shape/ray.ts'
import type { Solid } from '../shape/solid.ts'

export interface View {
  /** Degrees round the subject, to the right. */
  readonly azimuth?: number
  /** Degrees above the table. */
  readonly elevation: number
  /** How much of the frame the subject may fill, in the direction that is tighter. */
  readonly fill: number
  /** Where in the frame its middle comes to lie, from the left and from the top. */
  readonly at?: readonly [x: number, y: number]
  /** Close-ups look at a place instead of the whole: its height share and side, and how much of the subject's height the frame shows. */
  readonly closeUp?: { readonly at: Vec3; readonly frame: number }
}

/** Degrees of the frame's height: small as with the long lenses of still-life photographers. */
const LENS_DEGREES = 15

/** A camera that has found its own distance and framing. */
export class Camera {
  readonly eye: Vec3
  readonly #forward: Vec3
  readonly #right: Vec3
  readonly #up: Vec3
  readonly #halfHeight: number
  readonly #aspect: number
  readonly #shift: readonly [number, number]

  constructor(view: View, solids: readonly Solid[], aspect: number) {
    const azimuth = ((view.azimuth ?? 0) * Math.PI) / 180
    const elevation = (view.elevation * Math.PI) / 180
    this.#forward = [-Math.sin(azimuth) * Math.cos(elevation), -Math.sin(elevation), -Math.cos(azimuth) * Math.cos(elevation)]
    this.#right = normalise(cross(this.#forward, [0, 1, 0]))
    this.#up = cross(this.#right, this.#forward)
    this.#halfHeight = Math.tan(((LENS_DEGREES / 2) * Math.PI) / 180)
    this.#aspect = aspect
    const [atX, atY] = view.at ?? [0.5, 0.53]
    if (view.closeUp) {
      const distance = view.closeUp.frame / 2 / this.#halfHeight
      this.eye = subtract(view.closeUp.at, scale(this.#forward, distance))
      this.#shift = [0, 0]
      return
    }
    const places = solids.flatMap(ringsOf)
    let aim: Vec3 = scale(places.reduce((sum, place) => add(sum, place), [0, 0, 0]), 1 / places.length)
    let distance = 1000
    // The outline in the frame depends on the distance and the other way round; a few rounds settle it.
    for (let round = 0; round < 12; round += 1) {
      const box = this.#boxOf(places, subtract(aim, scale(this.#forward, distance)))
      const tightest = Math.max((box.right - box.left) / (2 * aspect), (box.top - box.bottom) / 2) / view.fill
      const middleX = (box.left + box.right) / 2
      const middleY = (box.bottom + box.top) / 2
      const reach = distance * this.#halfHeight
      aim = add(aim, add(scale(this.#right, middleX * reach), scale(this.#up, middleY * reach)))
      distance *= tightest
    }
    this.eye = subtract(aim, scale(this.#forward, distance))
    this.#shift = [(atX - 0.5) * 2 * aspect, (0.5 - atY) * 2]
  }

  /** Points the ray through a place of the frame, from 0 to 1 in both directions. */
  aim(ray: Ray, x: number, y: number): void {
    const u = ((x * 2 - 1) * this.#aspect - this.#shift[0]) * this.#halfHeight
    const v = (1 - y * 2 - this.#shift[1]) * this.#halfHeight
    const [forward, right, up] = [this.#forward, this.#right, this.#up]
    const dx = forward[0] + right[0] * u + up[0] * v
    const dy = forward[1] + right[1] * u + up[1] * v
    const dz = forward[2] + right[2] * u + up[2] * v
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    ray.x = this.eye[0]
    ray.y = this.eye[1]
    ray.z = this.eye[2]
    ray.dx = dx / length
    ray.dy = dy / length
    ray.dz = dz / length
  }

  #boxOf(places: readonly Vec3[], eye: Vec3): { left: number; right: number; bottom: number; top: number } {
    const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
    for (const place of places) {
      const offset = subtract(place, eye)
      const along = (axis: Vec3): number => offset[0] * axis[0] + offset[1] * axis[1] + offset[2] * axis[2]
      const depth = Math.max(1, along(this.#forward)) * this.#halfHeight
      const [x, y] = [along(this.#right) / depth, along(this.#up) / depth]
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.bottom = Math.min(box.bottom, y)
      box.top = Math.max(box.top, y)
    }
    return box
  }
}

function ringsOf(solid: Solid): Vec3[] {
  const places: Vec3[] = []
  for (let row = 0; row < solid.profile.count; row += 4) {
    for (let step = 0; step < 20; step += 1) places.push(solid.placeAt(row, (step / 20) * 2 * Math.PI))
  }
  return places
}
