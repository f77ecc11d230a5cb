import type { View } from '../camera/camera.ts'
import type { Material } from '../materials/material.ts'
import type { Outline } from '../shape/outline.ts'

/** One solid in a picture. */
export interface Piece {
  readonly form: Outline
  readonly material: Material
  /** Millimetres to the right and towards the camera. */
  readonly at?: readonly [x: number, z: number]
  /** What it stands on, in millimetres above the paper. */
  readonly height?: number
  /** Degrees round its axis, to show another side of the grain. */
  readonly turn?: number
  /** Leans by some degrees towards a direction, and touches the paper with its lowest point. */
  readonly lean?: readonly [degrees: number, towards: number]
  /** Lies on its side as it would come to rest, its top pointing in this direction (degrees; 0 is to the right, 90 away from the camera). */
  readonly lying?: number
  /** Left out of account when the camera looks for its distance: cords, and things that may be cut off. */
  readonly isAside?: boolean
}

export interface Picture {
  readonly pieces: readonly Piece[]
  readonly paper: string
  readonly view: View
  readonly format?: 'portrait' | 'wide'
  /** 1 is daylight; towards 0 the studio darkens, for lamps. */
  readonly mood?: number
}

export type PictureList = Readonly<Record<string, Picture>>
