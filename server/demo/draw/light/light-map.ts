import type { MutableRgb } from '../math.ts'

/**
 * The light that falls on a surface, worked out once at a grid of places and read between them.
 * Light changes slowly over a surface, so few places are enough, and every view of the picture is free of noise.
 */
export class LightMap {
  readonly rows: number
  readonly columns: number
  /** Whether the last column meets the first one again, as round an axis. */
  readonly isRound: boolean
  readonly irradiance: Float32Array
  /** What the surface sends on: irradiance times its colour, plus its own glow. */
  readonly radiosity: Float32Array

  constructor(rows: number, columns: number, isRound: boolean) {
    this.rows = rows
    this.columns = columns
    this.isRound = isRound
    this.irradiance = new Float32Array(rows * columns * 3)
    this.radiosity = new Float32Array(rows * columns * 3)
  }

  /** @param column for a round map any number, for a flat one from 0 to columns - 1 */
  read(values: Float32Array, row: number, column: number, out: MutableRgb): void {
    const { columns } = this
    const y = Math.min(Math.max(row, 0), this.rows - 1.001)
    const top = (y | 0) * columns
    const share = y - (y | 0)
    // Straight lines between places would show as stripes on a round wall, so that columns are blended along a curve.
    const middle = Math.round(column)
    const f = column - middle
    const left = this.#columnAt(middle - 1)
    const centre = this.#columnAt(middle)
    const right = this.#columnAt(middle + 1)
    const a = 0.5 * (0.5 - f) * (0.5 - f)
    const b = 0.75 - f * f
    const c = 0.5 * (0.5 + f) * (0.5 + f)
    for (let channel = 0; channel < 3; channel += 1) {
      let start = top * 3 + channel
      const upper = values[start + left]! * a + values[start + centre]! * b + values[start + right]! * c
      start += columns * 3
      const lower = values[start + left]! * a + values[start + centre]! * b + values[start + right]! * c
      out[channel] = upper + (lower - upper) * share
    }
  }

  #columnAt(column: number): number {
    const { columns } = this
    if (!this.isRound) return Math.min(Math.max(column, 0), columns - 1) * 3
    return (column < 0 ? column + columns : column >= columns ? column - columns : column) * 3
  }

  /**
   * Smooths values over neighbours with weights 1-2-1, which cancels a pattern that repeats every second place:
   * neighbours may then use different halves of the samples.
   */
  smooth(values: Float32Array): void {
    const { rows, columns } = this
    const source = Float32Array.from(values)
    const half = new Float32Array(values.length)
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const left = this.isRound ? (column + columns - 1) % columns : Math.max(0, column - 1)
        const right = this.isRound ? (column + 1) % columns : Math.min(columns - 1, column + 1)
        for (let channel = 0; channel < 3; channel += 1) {
          const at = (x: number): number => source[(row * columns + x) * 3 + channel]!
          half[(row * columns + column) * 3 + channel] = (at(left) + 2 * at(column) + at(right)) / 4
        }
      }
    }
    for (let row = 0; row < rows; row += 1) {
      const above = Math.max(0, row - 1) * columns * 3
      const below = Math.min(rows - 1, row + 1) * columns * 3
      const here = row * columns * 3
      for (let index = 0; index < columns * 3; index += 1) {
        values[here + index] = (half[above + index]! + 2 * half[here + index]! + half[below + index]!) / 4
      }
    }
  }
}
