/** Evenly scattered points of the unit square (the R2 sequence), which need far fewer samples than dice do. */
export interface PointSet {
  readonly count: number
  readonly u: Float64Array
  readonly v: Float64Array
}

export function scatter(count: number): PointSet {
  const u = new Float64Array(count)
  const v = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    u[index] = (0.5 + index * 0.7548776662466927) % 1
    v[index] = (0.5 + index * 0.5698402909980532) % 1
  }
  return { count, u, v }
}

/** Moves a coordinate of the unit square on, round its edge: one set of points serves every place without repeating itself. */
export function shift(value: number, by: number): number {
  const sum = value + by
  return sum >= 1 ? sum - 1 : sum
}
