import { glass } from '../materials/glass.ts'
import { metal } from '../materials/metal.ts'
import { plain } from '../materials/plain.ts'
import { bareClay } from '../materials/stoneware.ts'
import { wood } from '../materials/wood.ts'
import { outline, overturn, vessel } from '../shape/outline.ts'
import { glazed } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList, Piece } from './picture.ts'

const POT = vessel({ side: [[88, 0, 2], [96, 40], [114, 140], [122, 176, 2], [134, 178, 3], [138, 196], [138, 214]], wall: 9, wallBelow: 11, floor: 14 })
const SAUCER = vessel({ side: [[112, 0, 2], [128, 6], [140, 26], [142, 30]], wall: 8, floor: 8 })
const BELL = overturn(vessel({ side: [[12, 0, 3], [40, 6], [58, 30], [64, 74], [72, 112], [88, 136], [92, 142]], wall: 2.6, floor: 3 }))
const BELL_RING = outline([[0, 0], [10, 0, 1], [8, 8], [11, 18], [8, 26], [0, 28]])
const CLAPPER = outline([[0, 0], [8, 2], [13, 13], [8, 24], [3, 30], [2, 140], [0, 140]])
const CORD = outline([[0, 0], [2.2, 0, 0.2], [2.2, 700, 0.2], [0, 700]])
const BASIN = vessel({ side: [[60, 0, 3], [96, 6], [170, 28], [206, 60], [210, 70]], wall: 9, wallBelow: 12, floor: 12 })
const PEDESTAL = outline([[0, 0], [118, 0, 4], [122, 22], [92, 46], [62, 110], [54, 240], [58, 360], [82, 424], [90, 436, 3], [0, 436]])
const DIBBER = outline([[0, 0], [3, 2], [9, 24], [15, 80], [17, 130], [16, 150, 1], [19, 154, 1], [19, 160, 1], [15, 166], [14, 200], [20, 236], [21, 254], [14, 270], [0, 274]])
const CLOCHE = overturn(vessel({ side: [[14, 0, 4], [70, 14], [112, 62], [124, 130], [126, 230], [132, 262]], wall: 3, floor: 3 }))
const CLOCHE_KNOB = outline([[0, 0], [9, 0], [8, 8], [17, 20], [20, 34], [13, 47], [0, 52]])
const SEEDLING_POT = vessel({ side: [[34, 0, 1.5], [38, 20], [46, 64, 1], [51, 65, 1.5], [52, 82]], wall: 4.5, floor: 7 })

export const pot = (clay: string, seed: number, at: readonly [number, number] = [0, 0]): Piece[] => [
  { form: SAUCER, material: bareClay(clay, seed + 4, 0.35), at },
  { form: POT, material: bareClay(clay, seed, 0.35), at, height: 8.6 },
]

const planter = (clay: string, paper: PaperName, seed: number): Picture => ({ pieces: pot(clay, seed), paper: PAPERS[paper], view: { elevation: 12, fill: 0.8 } })

export const GARDEN_PICTURES: PictureList = {
  'planter-terracotta': planter('#a85f3f', 'sage', 3),
  'planter-slate': planter('#5d5a56', 'linen', 7),
  'garden-bell': {
    pieces: [
      { form: BELL, material: metal('brass', { patina: 0.55, verdigris: 0.2, roughness: 0.4, seed: 2 }), height: 70 },
      { form: BELL_RING, material: metal('brass', { patina: 0.8, roughness: 0.4 }), height: 212 },
      { form: CLAPPER, material: wood('maple', { seed: 3 }), height: 48 },
      { form: CORD, material: plain('#b9a684', 0.95, 0.2), height: 238, isAside: true },
    ],
    paper: PAPERS.moss,
    view: { elevation: 2, fill: 0.57, at: [0.5, 0.6] },
  },
  birdbath: {
    pieces: [
      { form: PEDESTAL, material: bareClay('#8f8b82', 5, 0.3) },
      { form: BASIN, material: glazed('celadon', 8, { bareFoot: 20, body: '#8f8b82' }), height: 436.4 },
    ],
    paper: PAPERS.sage,
    view: { elevation: 13, fill: 0.8 },
  },
  dibber: {
    pieces: [{ form: DIBBER, material: wood('ash', { seed: 17, bands: [0.16, 0.27, 0.38].map((from) => ({ from, to: from + 0.014, colour: '#2f2a25' })) }), lying: 60 }],
    paper: PAPERS.moss,
    view: { elevation: 40, fill: 0.8, at: [0.5, 0.5] },
  },
  cloche: {
    pieces: [
      { form: CLOCHE, material: glass('#d3e4d6', 4) },
      { form: CLOCHE_KNOB, material: glass('#c4dcca', 2), height: 262 },
      { form: SEEDLING_POT, material: bareClay('#a85f3f', 9, 0.4) },
    ],
    paper: PAPERS.moss,
    view: { elevation: 9, fill: 0.8 },
  },
}
