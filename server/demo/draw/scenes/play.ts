import { metal } from '../materials/metal.ts'
import { wood } from '../materials/wood.ts'
import { ball, outline } from '../shape/outline.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList, Piece } from './picture.ts'

export const TOP = outline([[0, 0], [2, 1.2], [5, 6], [13, 17], [29, 29], [33, 35, 1.5], [31, 41], [18, 46], [7, 49], [4.4, 55], [4, 78], [5, 85, 1], [0, 86]])
const BRASS_TOP = outline([[0, 0], [1, 0.6], [2.6, 6], [6, 10], [20, 12, 1], [23, 15, 1.2], [23, 20, 1.2], [19, 22, 1], [6, 24], [3, 29], [2.6, 44], [3.2, 49, 0.8], [0, 50]])
const SKITTLE = outline([[0, 0], [17, 0, 2], [20, 10], [26, 40], [27, 62], [20, 98], [12, 124], [11, 136], [16, 152], [18, 164], [13, 178], [0, 184]])
const BALL = ball(38)
const RING = (radius: number, height: number) =>
  outline([[0, 0], [radius - 6, 0, 4], [radius, height * 0.28], [radius, height * 0.72], [radius - 6, height, 4], [0, height]])
const TOWER_BASE = outline([[0, 0], [66, 0, 3], [68, 12, 4], [60, 16, 2], [0, 16]])
const TOWER_BALL = ball(26)
const YOYO = outline([[0, 0], [17, 0, 2], [27, 4], [28.5, 9, 1], [26, 14], [17, 16.6, 0.5], [17, 19.4, 0.5], [26, 22], [28.5, 27, 1], [27, 32], [17, 36, 2], [0, 36]])

const BANDS: Record<'red' | 'blue' | 'yellow', string> = { red: '#b2402c', blue: '#35597d', yellow: '#d19a2f' }

export const topWood = (colour: string, seed: number): Piece['material'] =>
  wood('maple', { seed, bands: [{ from: 0.335, to: 0.43, colour }, { from: 0.47, to: 0.495, colour }, { from: 0.93, to: 1, colour }] })

const spinningTop = (name: keyof typeof BANDS, paper: PaperName, seed: number): Picture => ({
  pieces: [
    { form: TOP, material: topWood(BANDS[name], seed), at: [-14, -12], lean: [7, 150] },
    { form: TOP, material: topWood(BANDS[name], seed + 3), at: [24, 52], lying: 24 },
  ],
  paper: PAPERS[paper],
  view: { elevation: 20, fill: 0.73 },
})

export const skittle = (colour: string, seed: number, at: readonly [number, number]): Piece => ({
  form: SKITTLE,
  material: wood('maple', { seed, bands: [{ from: 0.66, to: 0.7, colour }, { from: 0.72, to: 0.735, colour }] }),
  at,
})

const RED = '#a94330'
const BLUE = '#35597d'
const OCHRE = '#c8932f'

const skittles: readonly Piece[] = [
  skittle(RED, 1, [0, -96]),
  skittle(BLUE, 2, [-52, -40]),
  skittle(OCHRE, 3, [54, -44]),
  skittle('#4d6a52', 4, [-98, 30]),
  skittle('#3a3733', 5, [2, 26]),
  { ...skittle(RED, 6, [128, 34]), lying: -52 },
  { form: BALL, material: wood('walnut', { seed: 8 }), at: [64, 118] },
]

const TOWER: readonly (readonly [radius: number, colour: string])[] = [
  [58, '#3f5f53'],
  [52, OCHRE],
  [46, '#b9573a'],
  [40, '#e0d5c2'],
  [34, BLUE],
]

/** The string is wound up in the gap. */
const yoyoWood = (species: 'cherry' | 'walnut', seed: number): Piece['material'] =>
  wood(species, { grain: 'across', seed, bands: [{ from: 0.455, to: 0.545, colour: '#e4d8c0' }] })

export const PLAY_PICTURES: PictureList = {
  'spinning-top-red': spinningTop('red', 'bone', 3),
  'spinning-top-blue': spinningTop('blue', 'blush', 5),
  'spinning-top-yellow': spinningTop('yellow', 'mist', 9),
  skittles: { pieces: skittles, paper: PAPERS.ochre, view: { elevation: 20, fill: 0.8 } },
  'stacking-tower': {
    pieces: [
      { form: TOWER_BASE, material: wood('maple', { grain: 'across', seed: 2 }) },
      ...TOWER.map(([radius, paint], index) => ({
        form: RING(radius, 24),
        material: wood('maple', { grain: 'across', seed: index + 5, bands: [{ from: -1, to: 2, colour: paint }] }),
        height: 16.4 + index * 24.3,
      })),
      { form: TOWER_BALL, material: wood('maple', { seed: 15 }), height: 137.8 },
    ],
    paper: PAPERS.blush,
    view: { elevation: 12, fill: 0.71 },
  },
  'yo-yo': {
    pieces: [
      { form: YOYO, material: yoyoWood('cherry', 4), at: [-24, -20] },
      { form: YOYO, material: yoyoWood('walnut', 6), at: [36, 34], lean: [90, 236] },
    ],
    paper: PAPERS.sage,
    view: { elevation: 24, fill: 0.68 },
  },
  'brass-top': {
    pieces: [{ form: BRASS_TOP, material: metal('brass', { roughness: 0.18, patina: 0.06 }), lean: [9, 40] }],
    paper: PAPERS.ink,
    view: { elevation: 17, fill: 0.5 },
  },
}
