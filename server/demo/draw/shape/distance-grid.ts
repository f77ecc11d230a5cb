import type { Profile } from './profile.ts'

const CELLS_ALONG = 280
/** Cords and candles are thin for their length, and still have to be round. */
const CELLS_ACROSS = 10
const MARGIN_CELLS = 3

/**
 * The signed distance to a profile, worked out once for a grid of (radius, height).
 * Revolved round the axis it is the distance to the solid, so that one look-up replaces a search on every step of every ray.
 */
export class DistanceGrid {
  readonly cell: number
  readonly #width: number
  readonly #rows: number
  readonly #bottom: number
  readonly #distances: Float32Array
  readonly #nearest: Uint16Array

  constructor(profile: Profile) {
    const tall = profile.top - profile.bottom
    this.cell = Math.min(Math.max(tall, profile.maxRadius) / CELLS_ALONG, profile.maxRadius / CELLS_ACROSS)
    this.#bottom = profile.bottom - MARGIN_CELLS * this.cell
    this.#width = Math.ceil(profile.maxRadius / this.cell) + MARGIN_CELLS + 2
    this.#rows = Math.ceil(tall / this.cell) + 2 * MARGIN_CELLS + 2
    this.#distances = new Float32Array(this.#width * this.#rows)
    this.#nearest = new Uint16Array(this.#width * this.#rows)
    for (let row = 0; row < this.#rows; row += 1) {
      for (let column = 0; column < this.#width; column += 1) this.#measure(profile, column, row)
    }
  }

  /** Below zero inside the solid. Beyond the grid it is the distance at its edge, which is never too long a step. */
  distanceAt(radius: number, height: number): number {
    const x = Math.min(radius / this.cell, this.#width - 1.001)
    const y = Math.min(Math.max((height - this.#bottom) / this.cell, 0), this.#rows - 1.001)
    const column = x | 0
    const row = y | 0
    const u = x - column
    const v = y - row
    const index = row * this.#width + column
    const distances = this.#distances
    const low = distances[index]! + (distances[index + 1]! - distances[index]!) * u
    const above = index + this.#width
    const high = distances[above]! + (distances[above + 1]! - distances[above]!) * u
    return low + (high - low) * v
  }

  /** The segment of the profile next to one corner (0 to 3) of the cell round a place. */
  nearestSegment(radius: number, height: number, corner: number): number {
    const column = Math.min((radius / this.cell) | 0, this.#width - 2) + (corner & 1)
    const row = Math.min(Math.max(((height - this.#bottom) / this.cell) | 0, 0), this.#rows - 2) + (corner >> 1)
    return this.#nearest[row * this.#width + column]!
  }

  #measure({ count, radius, height }: Profile, column: number, row: number): void {
    const r = column * this.cell
    const h = this.#bottom + row * this.cell
    let best = Infinity
    let nearest = 0
    let isInside = false
    for (let index = 0; index < count - 1; index += 1) {
      const ar = radius[index]!
      const ah = height[index]!
      const br = radius[index + 1]!
      const bh = height[index + 1]!
      const dr = br - ar
      const dh = bh - ah
      const share = Math.min(1, Math.max(0, ((r - ar) * dr + (h - ah) * dh) / (dr * dr + dh * dh)))
      const er = r - ar - dr * share
      const eh = h - ah - dh * share
      const squared = er * er + eh * eh
      if (squared < best) {
        best = squared
        nearest = index
      }
      if (ah > h !== bh > h && r < ar + ((h - ah) / dh) * dr) isInside = !isInside
    }
    this.#distances[row * this.#width + column] = isInside ? -Math.sqrt(best) : Math.sqrt(best)
    this.#nearest[row * this.#width + column] = nearest
  }
}
