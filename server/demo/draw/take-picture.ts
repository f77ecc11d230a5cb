import { Camera } from './camera/camera.ts'
import { develop } from './camera/develop.ts'
import { expose } from './camera/expose.ts'
import { Shader } from './camera/shade.ts'
import { bakeLight } from './light/bake-light.ts'
import { Studio } from './light/studio.ts'
import { colour, type Vec3 } from './math.ts'
import type { Picture } from './scenes/picture.ts'
import { placePiece } from './shape/place-pieces.ts'
import { Scene } from './shape/scene.ts'
import type { Solid } from './shape/solid.ts'

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const EXPOSURE = 0.83
const FORMATS = { portrait: [1200, 1500], wide: [2400, 1350] } as const

/** Builds a picture's studio, works out its light and photographs it. */
export function takePicture(picture: Picture): Pixels {
  const [width, height] = FORMATS[picture.format ?? 'portrait']
  const solids = picture.pieces.map(placePiece)
  const framed = solids.filter((_, index) => !picture.pieces[index]!.isAside)
  const { centre, size } = measure(framed)
  const glows = picture.pieces.some(({ material }) => material.glows)
  const studio = new Studio(colour(picture.paper), size, centre, picture.mood, picture.format === 'wide' ? 1.5 : 1)
  const scene = new Scene(solids)
  bakeLight(scene, studio, { direct: 40, gather: glows ? 96 : 28 })
  const camera = new Camera(picture.view, framed, width / height)
  const data = develop(expose(camera, new Shader(scene, studio), width, height, 12), EXPOSURE)
  return { width, height, data }
}

/** The middle of what is photographed, and half its largest measure. */
function measure(solids: readonly Solid[]): { centre: Vec3; size: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const solid of solids) {
    for (let row = 0; row < solid.profile.count; row += 3) {
      for (let step = 0; step < 12; step += 1) {
        solid.placeAt(row, (step / 12) * 2 * Math.PI).forEach((value, axis) => {
          low[axis] = Math.min(low[axis]!, value)
          high[axis] = Math.max(high[axis]!, value)
        })
      }
    }
  }
  const middle = (axis: number): number => (low[axis]! + high[axis]!) / 2
  const span = Math.max(...[0, 1, 2].map((axis) => high[axis]! - low[axis]!))
  return { centre: [middle(0), middle(1), middle(2)], size: span * 0.56 }
}
