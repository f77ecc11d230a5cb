/**
 * A point of an outline: distance from the axis, height, and for a corner the radius that breaks its edge.
 * A point without a radius lies on a smooth curve.
 */
type OutlinePoint = readonly [radius: number, height: number, corner?: number]

/** The edge of half a cross-section, finely stepped, from the axis at the bottom round the outside to the axis at the top or inside. */
export interface Outline {
  readonly path: readonly (readonly [radius: number, height: number])[]
  /** The steps that are the inside of a vessel. */
  readonly inside: readonly [from: number, to: number]
}

type Step = [radius: number, height: number]

const STEPS_PER_POINT = 22
const STEPS_PER_CORNER = 9

/** The outline of something massive: a lid, a top, a turned leg. */
export function outline(points: readonly OutlinePoint[]): Outline {
  const path = drawCurve(points)
  return { path, inside: [path.length, path.length] }
}

/** Half a true circle: a curve through a few points would not be quite round, and globes are looked at for that. */
export function ball(radius: number): Outline {
  const path = Array.from({ length: 97 }, (_, index) => {
    const angle = (index / 96) * Math.PI
    return [Math.abs(Math.sin(angle)) * radius, (1 - Math.cos(angle)) * radius] as const
  })
  return { path, inside: [path.length, path.length] }
}

/** A vessel upside down: bells, domes and lampshades. */
export function overturn({ path, inside }: Outline): Outline {
  const top = Math.max(...path.map(([, height]) => height))
  const last = path.length - 1
  return { path: path.map(([radius, height]) => [radius, top - height] as const).toReversed(), inside: [last - inside[1], last - inside[0]] }
}

interface VesselOptions {
  /** The outside from the foot up to the rim. */
  readonly side: readonly OutlinePoint[]
  readonly wall: number
  /** Wall thickness at the foot, where a potter leaves more; the same as above where it is left out. */
  readonly wallBelow?: number
  /** Height of the floor inside. */
  readonly floor: number
  /** How far the ring of the foot is cut in below. */
  readonly recess?: number
  readonly recessWidth?: number
}

/** The outline of something hollow: its inside follows the outside at the thickness of the wall. */
export function vessel({ side, wall, wallBelow = wall, floor, recess = 0, recessWidth = 6 }: VesselOptions): Outline {
  const outside = drawCurve(side)
  const [footRadius, footHeight] = outside[0]!
  const below: OutlinePoint[] =
    recess > 0
      ? [[0, footHeight + recess], [footRadius - recessWidth * 1.5, footHeight + recess, 1], [footRadius - recessWidth, footHeight, 1], [footRadius, footHeight, 0.8]]
      : [[0, footHeight + 0.3], [footRadius, footHeight, 1.2]]
  // The rounded edge of the foot needs a piece of the side to end on.
  const joint = outside.findIndex((step) => distance(step, outside[0]!) > 1.6)
  const bottom = drawCurve([...below, outside[joint]!]).slice(0, -1)
  const inside = drawInside(outside, wall, wallBelow, floor)
  const rim = drawRim(outside, inside)
  const shell = [...bottom, ...outside.slice(joint), ...rim]
  const path = [...shell, ...inside]
  return { path, inside: [shell.length - Math.ceil(rim.length / 2), path.length - 1] }
}

function drawInside(outside: readonly Step[], wall: number, wallBelow: number, floor: number): Step[] {
  const low = outside[0]![1]
  const high = outside.at(-1)![1]
  const inside: Step[] = []
  for (let index = outside.length - 1; index > 0; index -= 1) {
    const [radius, height] = outside[index]!
    const [dr, dh] = tangentAt(outside, index)
    const share = (height - low) / (high - low || 1)
    const thickness = wallBelow + (wall - wallBelow) * Math.min(1, Math.max(0, share) * 1.6)
    const step: Step = [radius - dh * thickness, height + dr * thickness]
    if (step[0] < 0.5 || step[1] < floor + Math.min(4, wall * 0.8)) break
    inside.push(step)
  }
  const [lastRadius, lastHeight] = inside.at(-1)!
  const ending = drawCurve([inside.at(-4)!, [lastRadius, lastHeight], [lastRadius * 0.8, floor + (lastHeight - floor) * 0.28], [lastRadius * 0.45, floor + 0.15], [0, floor]])
  return [...inside, ...ending.slice(STEPS_PER_POINT + 1)]
}

/** Half a circle from the outside to the inside. */
function drawRim(outside: readonly Step[], inside: readonly Step[]): Step[] {
  const [fromRadius, fromHeight] = outside.at(-1)!
  const [toRadius, toHeight] = inside[0]!
  const [dr, dh] = tangentAt(outside, outside.length - 1)
  const half = Math.hypot(fromRadius - toRadius, fromHeight - toHeight) / 2
  const steps: Step[] = []
  for (let index = 1; index < 14; index += 1) {
    const angle = (index / 14) * Math.PI
    const across = (1 - Math.cos(angle)) / 2
    const lift = Math.sin(angle) * half
    steps.push([fromRadius + (toRadius - fromRadius) * across + dr * lift, fromHeight + (toHeight - fromHeight) * across + dh * lift])
  }
  return steps
}

/** A smooth curve through the points; corners are rounded off. */
function drawCurve(points: readonly OutlinePoint[]): Step[] {
  const path: Step[] = []
  const corners: { readonly index: number; readonly radius: number }[] = []
  let run: OutlinePoint[] = []
  const endRun = (): void => {
    for (const step of drawSpline(run)) if (path.length === 0 || distance(path.at(-1)!, step) > 1e-6) path.push(step)
  }
  points.forEach((point, index) => {
    run.push(point)
    if (point[2] === undefined || index === 0 || index === points.length - 1) return
    endRun()
    corners.push({ index: path.length - 1, radius: point[2] })
    run = [point]
  })
  endRun()
  return corners.reduceRight((rounded, { index, radius }) => roundCorner(rounded, index, radius), path)
}

function roundCorner(path: readonly Step[], corner: number, radius: number): Step[] {
  if (radius <= 0) return [...path]
  const [before, start] = walk(path, corner, -1, radius)
  const [after, end] = walk(path, corner, 1, radius)
  const tip = path[corner]!
  const arc: Step[] = []
  for (let index = 0; index <= STEPS_PER_CORNER; index += 1) {
    const t = index / STEPS_PER_CORNER
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
    arc.push([start[0] * a + tip[0] * b + end[0] * c, start[1] * a + tip[1] * b + end[1] * c])
  }
  return [...path.slice(0, before + 1), ...arc, ...path.slice(after)]
}

/** The place at a distance from a step along the path, and the last step that stays beyond it. */
function walk(path: readonly Step[], from: number, direction: 1 | -1, length: number): [index: number, place: Step] {
  let left = length
  for (let index = from; ; index += direction) {
    const next = path[index + direction]
    const here = path[index]!
    if (!next) return [index, here]
    const step = distance(here, next)
    if (step >= left) {
      const share = left / step
      return [index + direction, [here[0] + (next[0] - here[0]) * share, here[1] + (next[1] - here[1]) * share]]
    }
    left -= step
  }
}

/** Centripetal Catmull-Rom: it passes through every point and makes no loops where points lie unevenly. */
function drawSpline(points: readonly OutlinePoint[]): Step[] {
  const first = points[0]!
  const last = points.at(-1)!
  if (points.length === 2) return sampleLine(first, last)
  const mirrored = (end: OutlinePoint, next: OutlinePoint): OutlinePoint => [2 * end[0] - next[0], 2 * end[1] - next[1]]
  const padded = [mirrored(first, points[1]!), ...points, mirrored(last, points.at(-2)!)]
  const steps: Step[] = []
  for (let index = 1; index < padded.length - 2; index += 1) {
    const [a, b, c, d] = [padded[index - 1]!, padded[index]!, padded[index + 1]!, padded[index + 2]!]
    const t1 = Math.sqrt(distance(a, b))
    const t2 = t1 + Math.sqrt(distance(b, c))
    const t3 = t2 + Math.sqrt(distance(c, d))
    for (let step = 0; step < STEPS_PER_POINT; step += 1) {
      const t = t1 + ((t2 - t1) * step) / STEPS_PER_POINT
      const blend = (axis: 0 | 1): number => {
        const ab = between(a[axis], b[axis], 0, t1, t)
        const bc = between(b[axis], c[axis], t1, t2, t)
        const cd = between(c[axis], d[axis], t2, t3, t)
        return between(between(ab, bc, 0, t2, t), between(bc, cd, t1, t3, t), t1, t2, t)
      }
      steps.push([Math.max(0, blend(0)), blend(1)])
    }
  }
  steps.push([last[0], last[1]])
  return steps
}

function sampleLine(from: OutlinePoint, to: OutlinePoint): Step[] {
  return Array.from({ length: STEPS_PER_POINT + 1 }, (_, index): Step => {
    const share = index / STEPS_PER_POINT
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })
}

function tangentAt(path: readonly Step[], index: number): Step {
  const from = path[Math.max(0, index - 2)]!
  const to = path[Math.min(path.length - 1, index + 2)]!
  const length = distance(from, to) || 1
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

const between = (from: number, to: number, start: number, end: number, t: number): number =>
  end === start ? to : from + ((to - from) * (t - start)) / (end - start)

const distance = (a: OutlinePoint | Step, b: OutlinePoint | Step): number => Math.hypot(a[0] - b[0], a[1] - b[1])
