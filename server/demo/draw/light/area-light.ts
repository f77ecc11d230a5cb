import { cross, normalise, scale, smoothstep, subtract, type Rgb, type Vec3 } from '../math.ts'
import type { Ray } from '../shape/ray.ts'

/** A softbox or a reflecting card: a rectangle that shines to one side. */
export class AreaLight {
  readonly centre: Vec3
  readonly normal: Vec3
  /** From the centre to the middle of the sides. */
  readonly right: Vec3
  readonly up: Vec3
  readonly area: number
  readonly radiance: Rgb
  readonly #halfWidth: number
  readonly #halfHeight: number

  constructor(centre: Vec3, target: Vec3, width: number, height: number, radiance: Rgb) {
    this.centre = centre
    this.normal = normalise(subtract(target, centre))
    const right = normalise(cross([0, 1, 0], this.normal))
    this.right = scale(right, width / 2)
    this.up = scale(cross(this.normal, right), height / 2)
    this.area = width * height
    this.radiance = radiance
    this.#halfWidth = width / 2
    this.#halfHeight = height / 2
  }

  /**
   * How much of the light a ray meets: 1 in the middle, falling off towards the edges as the cloth of a softbox does.
   * @param blur roughness of the mirroring surface, which blurs the edges
   */
  seenBy(ray: Ray, blur: number): number {
    const { centre, normal, right, up } = this
    const facing = -(ray.dx * normal[0] + ray.dy * normal[1] + ray.dz * normal[2])
    if (facing <= 0.02) return 0
    const x = ray.x - centre[0]
    const y = ray.y - centre[1]
    const z = ray.z - centre[2]
    const distance = (x * normal[0] + y * normal[1] + z * normal[2]) / facing
    if (distance <= 0) return 0
    const px = x + ray.dx * distance
    const py = y + ray.dy * distance
    const pz = z + ray.dz * distance
    const u = (px * right[0] + py * right[1] + pz * right[2]) / (this.#halfWidth * this.#halfWidth)
    const v = (px * up[0] + py * up[1] + pz * up[2]) / (this.#halfHeight * this.#halfHeight)
    const softU = 0.05 + (blur * distance) / this.#halfWidth
    const softV = 0.05 + (blur * distance) / this.#halfHeight
    const inside = fade(Math.abs(u), softU) * fade(Math.abs(v), softV)
    return inside * (1 - 0.28 * Math.min(1, (u * u + v * v) / 2))
  }
}

const fade = (place: number, softness: number): number => 1 - smoothstep(1 - softness, 1 + softness, place)
