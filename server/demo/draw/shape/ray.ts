import type { Vec3 } from '../math.ts'

/** A mutable ray: millions are followed for a picture, so they are reused. */
export class Ray {
  x = 0
  y = 0
  z = 0
  dx = 0
  dy = 0
  dz = 0
  /** Light that is averaged over many rays needs none of them exact. */
  isCoarse = false

  set(origin: Vec3, direction: Vec3): this {
    this.x = origin[0]
    this.y = origin[1]
    this.z = origin[2]
    this.dx = direction[0]
    this.dy = direction[1]
    this.dz = direction[2]
    return this
  }

  at(distance: number): Vec3 {
    return [this.x + this.dx * distance, this.y + this.dy * distance, this.z + this.dz * distance]
  }
}
