import type { Solid } from './solid.ts'
import type { Ray } from './ray.ts'

/** Where a ray ended; no solid means that it went on to the paper or into the room. */
export class Hit {
  distance = Infinity
  solid: Solid | undefined
}

/** Everything that stands in the studio, apart from the studio. */
export class Scene {
  readonly solids: readonly Solid[]

  constructor(solids: readonly Solid[]) {
    this.solids = solids
  }

  trace(ray: Ray, from: number, to: number, hit: Hit): void {
    hit.distance = to
    hit.solid = undefined
    for (const solid of this.solids) {
      const distance = solid.trace(ray, from, hit.distance)
      if (distance >= hit.distance) continue
      hit.distance = distance
      hit.solid = solid
    }
    if (!hit.solid) hit.distance = Infinity
  }

  /** The share of light that comes through; glass takes a part, anything else all of it. */
  transmittance(ray: Ray, from: number, to: number): number {
    let share = 1
    for (const solid of this.solids) {
      const distance = solid.trace(ray, from, to)
      if (distance >= to) continue
      const { absorption } = solid.material
      if (!absorption) return 0
      share *= 0.9 * Math.exp(-(absorption[0] + absorption[1] + absorption[2]) * 2)
    }
    return share
  }
}
