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
const TOWER_CONE = outline([[0, 0], [31, 0, 2], [30, 5], [20, 34], [15, 44, 2], [0, 45]])
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

/** Nine pins stand in a diamond, the king in the middle; one has just lost. */
const skittles: readonly Piece[] = [
  skittle(OCHRE, 1, [0, -190]),
  skittle(BLUE, 2, [-78, -126]),
  skittle(RED, 3, [78, -122]),
  skittle('#4d6a52', 4, [-150, -54]),
  skittle('#3a3733', 5, [2, -50]),
  skittle(OCHRE, 6, [152, -48]),
  skittle(RED, 7, [-74, 26]),
  skittle(BLUE, 9, [4, 98]),
  { ...skittle('#4d6a52', 10, [126, 76]), lying: -46 },
  { form: BALL, material: wood('walnut', { seed: 8 }), at: [78, 176] },
]

const TOWER: readonly (readonly [radius: number, colour: string])[] = [
  [60, '#3f5f53'],
  [56, OCHRE],
  [52, '#b9573a'],
  [48, '#e0d5c2'],
  [44, BLUE],
  [40, '#c58a78'],
  [36, '#3f5f53'],
]

/** The string is wound up in the gap. */
const yoyoWood = (seed: number): Piece['material'] =>
  wood('cherry', { grain: 'across', seed, bands: [{ from: 0.455, to: 0.545, colour: '#e4d8c0' }] })

export const PLAY_PICTURES: PictureList = {
  'spinning-top-red': spinningTop('red', 'bone', 3),
  'spinning-top-blue': spinningTop('blue', 'blush', 5),
  'spinning-top-yellow': spinningTop('yellow', 'mist', 9),
  skittles: { pieces: skittles, paper: PAPERS.ochre, view: { elevation: 20, fill: 0.8 } },
  'stacking-tower': {
    pieces: [
      { form: TOWER_BASE, material: wood('maple', { grain: 'across', seed: 2 }) },
      ...TOWER.map(([radius, paint], index) => ({
        form: RING(radius, 21),
        material: wood('maple', { grain: 'across', seed: index + 5, bands: [{ from: -1, to: 2, colour: paint }] }),
        height: 16.4 + index * 21.3,
      })),
      { form: TOWER_CONE, material: wood('maple', { seed: 13, bands: [{ from: -1, to: 2, colour: OCHRE }] }), height: 165.6 },
      { form: TOWER_BALL, material: wood('maple', { seed: 15 }), height: 209.6 },
    ],
    paper: PAPERS.blush,
    view: { elevation: 12, fill: 0.71 },
  },
  'yo-yo': {
    pieces: [
      { form: YOYO, material: yoyoWood(4), at: [-24, -20] },
      { form: YOYO, material: yoyoWood(6), at: [36, 34], lean: [90, 236] },
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
