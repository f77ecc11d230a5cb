import { plain, skin } from '../materials/plain.ts'
import { outline } from '../shape/outline.ts'
import type { Piece } from './picture.ts'

/** What a stylist brings along. Fruit and eggs, too, are solids of revolution, or nearly. */

const PEAR = outline([[0, 5], [8, 3], [24, 4], [36, 20], [37, 36], [30, 58], [20, 76], [15, 89], [9, 97], [0, 97]])
const STALK = outline([[0, 0], [1.9, 0], [1.3, 14], [2.1, 25, 0.6], [0, 25.4]])
const LEMON = outline([[0, 0], [4, 1], [9, 7], [22, 19], [28, 36], [25, 55], [11, 71], [5, 77], [0, 79]])
const EGG = outline([[0, 0], [9, 1], [18, 8], [22, 22], [19.5, 38], [12, 51], [6, 55.4], [0, 56.6]])
const CANDLE = outline([[0, 0], [10.6, 0, 0.5], [10.2, 190, 2.2], [5, 190.5], [0, 189.6]])
const WICK = outline([[0, 0], [0.8, 0], [0.7, 9], [0, 9.4]])

export function pear(x: number, z: number, height: number, seed: number, lean: readonly [number, number]): Piece[] {
  const [degrees, towards] = lean
  const angle = (degrees * Math.PI) / 180
  const reach = 93 * Math.sin(angle)
  const way = (towards * Math.PI) / 180
  return [
    { form: PEAR, material: skin('#a8a04c', '#a96b35', 0.4, 0.42, seed), at: [x, z], height, lean, turn: seed * 77 },
    { form: STALK, material: plain('#4f3a26', 0.85), at: [x + reach * Math.cos(way), z - reach * Math.sin(way)], height: height + 92 * Math.cos(angle), lean: [degrees + 10, towards] },
  ]
}

export function lemon(x: number, z: number, height: number, lying: number, seed: number): Piece {
  return { form: LEMON, material: skin('#d9b23a', '#cfa02c', 0.05, 0.42, seed), at: [x, z], height, lying }
}

export function egg(x: number, z: number, height: number, lean?: readonly [number, number]): Piece {
  return { form: EGG, material: skin('#d8b393', '#c99a78', 0.12, 0.5, x), at: [x, z], height, ...(lean ? { lean } : {}) }
}

export function candle(x: number, z: number, height: number, wax = '#ece2cd'): Piece[] {
  return [
    { form: CANDLE, material: plain(wax, 0.5, 0.015), at: [x, z], height },
    { form: WICK, material: plain('#d8cdb8', 0.9), at: [x, z], height: height + 188.5, lean: [7, 20] },
  ]
}
