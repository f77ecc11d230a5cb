import type { MutableRgb, Rgb } from '../math.ts'
import type { SurfacePoint } from '../shape/solid.ts'

/** What a material is at one place. A material fills it in; everything is reset before. */
export class Surface {
  albedo: MutableRgb = [0.5, 0.5, 0.5]
  /** What it mirrors when looked at straight on: 0.04 for glazes, the colour of the metal for metals. */
  mirror: MutableRgb = [0.04, 0.04, 0.04]
  /** 0 is a mirror, 1 is chalk. */
  roughness = 0.5
  /** How much rougher along the profile than round the axis: marks of the lathe run round. */
  stretch = 1
  emission: MutableRgb = [0, 0, 0]
  /** Slopes of the relief that is too fine for the profile, along it and round the axis. */
  slopeAlong = 0
  slopeAround = 0
}

export interface Material {
  paint(point: SurfacePoint, surface: Surface): void
  /** For glass: how much light is lost per millimetre, each colour by itself. */
  readonly absorption?: Rgb
  readonly isMetal?: boolean
  readonly glows?: boolean
}
