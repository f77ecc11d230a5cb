import { clamp } from '../math.ts'
import type { Outline } from './outline.ts'

const EVEN_STEPS = 72
/** Radians that one step may turn: rims and edges get more steps than calm walls. */
const TURN_PER_STEP = 0.155
/** Millimetres over which a glaze notices an edge. */
const EDGE_REACH = 1.6

/** An outline prepared for tracing and shading: points set closer where it turns, each with its normal. */
export interface Profile {
  readonly count: number
  readonly radius: Float64Array
  readonly height: Float64Array
  readonly normalOut: Float64Array
  readonly normalUp: Float64Array
  /** Length of the way from the first point, in millimetres. */
  readonly way: Float64Array
  /** How sharply the surface turns, softened: above 0 on edges, below 0 in hollows, in 1/mm. */
  readonly edge: Float64Array
  /** 1 on the inside of a vessel. */
  readonly inside: Float64Array
  readonly maxRadius: number
  readonly bottom: number
  readonly top: number
}

export function buildProfile({ path: steps, inside }: Outline): Profile {
  const ways = measure(steps)
  const places = spread(steps, ways)
  const count = places.length
  const profile = {
    count,
    radius: new Float64Array(count),
    height: new Float64Array(count),
    normalOut: new Float64Array(count),
    normalUp: new Float64Array(count),
    way: Float64Array.from(places),
    edge: new Float64Array(count),
    inside: new Float64Array(count),
  }
  const insideFrom = ways[inside[0]] ?? Infinity
  const insideTo = ways[inside[1]] ?? Infinity
  const total = ways.at(-1)!
  let cursor = 0
  places.forEach((place, index) => {
    while (cursor < steps.length - 2 && ways[cursor + 1]! < place) cursor += 1
    const share = clamp((place - ways[cursor]!) / (ways[cursor + 1]! - ways[cursor]! || 1))
    const [from, to] = [steps[cursor]!, steps[cursor + 1]!]
    profile.radius[index] = from[0] + (to[0] - from[0]) * share
    profile.height[index] = from[1] + (to[1] - from[1]) * share
    profile.inside[index] = place > insideFrom && place <= insideTo ? 1 : 0
  })
  profile.radius[0] = Math.max(0, profile.radius[0]!)
  setNormals(profile, total)
  setEdges(profile)
  return {
    ...profile,
    maxRadius: Math.max(...profile.radius),
    bottom: Math.min(...profile.height),
    top: Math.max(...profile.height),
  }
}

function measure(steps: Outline['path']): number[] {
  const ways = [0]
  for (let index = 1; index < steps.length; index += 1) {
    ways.push(ways[index - 1]! + Math.hypot(steps[index]![0] - steps[index - 1]![0], steps[index]![1] - steps[index - 1]![1]))
  }
  return ways
}

/** Chooses the points: equal parts of way and of turning together. */
function spread(steps: Outline['path'], ways: readonly number[]): number[] {
  const total = ways.at(-1)!
  const load = [0]
  for (let index = 1; index < steps.length; index += 1) {
    const [before, here, after] = [steps[index - 1]!, steps[index]!, steps[Math.min(index + 1, steps.length - 1)]!]
    const first = Math.atan2(here[1] - before[1], here[0] - before[0])
    const second = index < steps.length - 1 ? Math.atan2(after[1] - here[1], after[0] - here[0]) : first
    const turn = Math.abs(Math.atan2(Math.sin(second - first), Math.cos(second - first)))
    load.push(load[index - 1]! + ((ways[index]! - ways[index - 1]!) / total) * EVEN_STEPS + turn / TURN_PER_STEP)
  }
  const count = Math.ceil(load.at(-1)!)
  const places: number[] = []
  let cursor = 0
  for (let index = 0; index <= count; index += 1) {
    const wanted = (load.at(-1)! * index) / count
    while (cursor < load.length - 2 && load[cursor + 1]! < wanted) cursor += 1
    const share = clamp((wanted - load[cursor]!) / (load[cursor + 1]! - load[cursor]! || 1))
    places.push(ways[cursor]! + (ways[cursor + 1]! - ways[cursor]!) * share)
  }
  return places
}

type Points = Pick<Profile, 'count' | 'radius' | 'height' | 'way'> & Record<'normalOut' | 'normalUp' | 'edge', Float64Array>

function setNormals({ count, radius, height, way, normalOut, normalUp }: Points, total: number): void {
  for (let index = 0; index < count; index += 1) {
    const before = Math.max(0, index - 1)
    const after = Math.min(count - 1, index + 1)
    const dr = radius[after]! - radius[before]!
    const dh = height[after]! - height[before]!
    const length = Math.hypot(dr, dh)
    // Where points fall together the normal of the one before goes on.
    normalOut[index] = length > 1e-6 ? dh / length : (normalOut[index - 1] ?? 1)
    normalUp[index] = length > 1e-6 ? -dr / length : (normalUp[index - 1] ?? 0)
  }
  // On the axis the surface lies level, or the pole would show as a point.
  for (const end of [0, count - 1]) {
    if (radius[end]! > total * 0.002) continue
    normalOut[end] = 0
    normalUp[end] = Math.sign(normalUp[end]!) || (end === 0 ? -1 : 1)
  }
  way[0] = 0
}

function setEdges({ count, way, normalOut, normalUp, edge }: Points): void {
  const turn = new Float64Array(count)
  for (let index = 1; index < count - 1; index += 1) {
    const sine = normalOut[index - 1]! * normalUp[index + 1]! - normalUp[index - 1]! * normalOut[index + 1]!
    turn[index] = Math.asin(clamp(sine, -1, 1)) / 2
  }
  for (let index = 0; index < count; index += 1) {
    let sum = 0
    for (let other = 0; other < count; other += 1) {
      const offset = (way[other]! - way[index]!) / EDGE_REACH
      if (Math.abs(offset) < 3) sum += turn[other]! * Math.exp(-0.5 * offset * offset)
    }
    edge[index] = sum / (EDGE_REACH * Math.sqrt(2 * Math.PI))
  }
}
