import type { Vec3 } from '../math.ts'
import type { Piece } from '../scenes/picture.ts'
import { DistanceGrid } from './distance-grid.ts'
import type { Outline } from './outline.ts'
import { buildProfile, type Profile } from './profile.ts'
import { Solid } from './solid.ts'

interface Form {
  readonly profile: Profile
  readonly grid: DistanceGrid
}

/** The same form in another glaze needs no second grid. */
const forms = new WeakMap<Outline, Form>()

const RADIANS = Math.PI / 180

/** Sets a piece down in the studio, so that it touches what it stands on. */
export function placePiece(piece: Piece): Solid {
  const { profile, grid } = prepare(piece.form)
  const axis = axisOf(piece, profile)
  const [x, z] = piece.at ?? [0, 0]
  const origin: Vec3 = [x, (piece.height ?? 0) - lowestPoint(profile, axis[1]), z]
  return new Solid(profile, grid, piece.material, origin, axis, (piece.turn ?? 0) * RADIANS)
}

function prepare(outline: Outline): Form {
  let form = forms.get(outline)
  if (!form) {
    const profile = buildProfile(outline)
    form = { profile, grid: new DistanceGrid(profile) }
    forms.set(outline, form)
  }
  return form
}

function axisOf({ lean, lying }: Piece, profile: Profile): Vec3 {
  if (lying !== undefined) return direction(restingAngle(profile), lying)
  return lean ? direction(lean[0] * RADIANS, lean[1]) : [0, 1, 0]
}

/** @param towards degrees on the paper: 0 to the right, 90 away from the camera */
function direction(fromUpright: number, towards: number): Vec3 {
  const level = Math.sin(fromUpright)
  return [level * Math.cos(towards * RADIANS), Math.cos(fromUpright), -level * Math.sin(towards * RADIANS)]
}

/** Height of the lowest point of a leaning solid above its origin. */
function lowestPoint({ count, radius, height }: Profile, up: number): number {
  const level = Math.sqrt(Math.max(0, 1 - up * up))
  let lowest = Infinity
  for (let index = 0; index < count; index += 1) lowest = Math.min(lowest, height[index]! * up - radius[index]! * level)
  return lowest
}

/** A thing on its side comes to rest where its weight lies lowest: that is the lean to be found, somewhere round level. */
function restingAngle(profile: Profile): number {
  const weight = middleOfWeight(profile)
  let best = Math.PI / 2
  let lowest = Infinity
  for (let angle = 45; angle <= 150; angle += 0.1) {
    const up = Math.cos(angle * RADIANS)
    const height = weight * up - lowestPoint(profile, up)
    if (height >= lowest) continue
    lowest = height
    best = angle * RADIANS
  }
  return best
}

/** Height of the centre of gravity, by summing up the discs under the outline. */
function middleOfWeight({ count, radius, height }: Profile): number {
  let volume = 0
  let moment = 0
  for (let index = 1; index < count; index += 1) {
    const rise = height[index]! - height[index - 1]!
    const middle = (radius[index]! + radius[index - 1]!) / 2
    volume += rise * middle * middle
    moment += rise * middle * middle * ((height[index]! + height[index - 1]!) / 2)
  }
  return moment / (volume || 1)
}
