import { glass } from '../materials/glass.ts'
import { metal } from '../materials/metal.ts'
import { plain } from '../materials/plain.ts'
import { porcelain } from '../materials/porcelain.ts'
import { wood } from '../materials/wood.ts'
import { outline, vessel } from '../shape/outline.ts'
import { CUP, ESPRESSO_CUP, TEA_BOWL, TUMBLER } from './cups.ts'
import { pot } from './garden.ts'
import { glazed } from './glazes.ts'
import { DOOR_KNOB, KEY_BOWL, PAPERWEIGHT } from './house.ts'
import { jar, mill, mortar } from './kitchen.ts'
import { LOW_STICK, RING_STICK, tableLamp, TURNED_STICK } from './light.ts'
import { PAPERS } from './papers.ts'
import type { PictureList, Piece } from './picture.ts'
import { skittle, TOP, topWood } from './play.ts'
import { candle, lemon, pear } from './props.ts'
import { BREAKFAST_BOWL, DINNER_PLATE, FINGER_BOWL, NOODLE_BOWL, SALAD_BOWL } from './table.ts'
import { BOTTLE, BUD_ROUND, moonJar } from './vases.ts'

const RIDGES = Array.from({ length: 81 }, (_, index) => [index % 2 === 0 ? 57.4 : 55.9, 9 + index * 3.5] as const)
const RIDGED_COLUMN = vessel({ side: [[55, 0, 2], ...RIDGES, [57, 296], [57.5, 302]], wall: 4.5, wallBelow: 7, floor: 10 })
/** Plaster drums that lift what stands behind. */
const DRUM_LOW = outline([[0, 0], [92, 0, 1.5], [92, 60, 1.5], [0, 60]])
const DRUM_HIGH = outline([[0, 0], [74, 0, 1.5], [74, 130, 1.5], [0, 130]])
const SMALL_POT = outline([[0, 0], [30, 0, 2], [36, 40], [40, 64, 2], [40, 70, 2], [36, 70, 2], [34, 60], [0, 58]])

const drum = (form: typeof DRUM_LOW, hex: string, at: readonly [number, number]): Piece => ({ form, material: plain(hex, 0.92, 0.05), at })

const hero: readonly Piece[] = [
  { ...moonJar, at: [40, -150] },
  { form: BOTTLE, material: glazed('ochre', 21, { rings: 0.035, ringWidth: 8, bareFoot: 9 }), at: [-148, -30] },
  { form: NOODLE_BOWL, material: glazed('tenmoku', 6), at: [296, 30] },
  ...pear(270, 20, 27, 3, [24, 160]),
  ...pear(328, 34, 27, 6, [28, 30]),
  { form: TURNED_STICK, material: wood('blackened', { seed: 4 }), at: [232, -190] },
  ...candle(232, -190, 171),
  { form: TUMBLER, material: glass('#96bd9f', 3), at: [-30, 76] },
  ...mill('walnut', 5, [430, -90]),
  { form: TOP, material: topWood('#b2402c', 3), at: [96, 150], lying: 205 },
  { form: FINGER_BOWL, material: porcelain({ colour: '#d8ab98', liner: '#ece4da' }), at: [-232, 96] },
]

export const GROUP_PICTURES: PictureList = {
  hero: { pieces: hero, paper: PAPERS.bone, format: 'wide', view: { elevation: 8, fill: 0.56, at: [0.685, 0.55] } },
  'category-table': {
    pieces: [
      { form: DINNER_PLATE, material: glazed('slate', 3, { bareFoot: 3 }), at: [-26, 6] },
      { form: BREAKFAST_BOWL, material: glazed('chalk', 4), at: [-26, 6], height: 9.2 },
      { form: CUP, material: glazed('ochre', 7, { bareFoot: 11 }), at: [112, -92] },
      lemon(122, 70, 0, 24, 3),
    ],
    paper: PAPERS.stone,
    view: { elevation: 18, fill: 0.8 },
  },
  'category-bowls': {
    pieces: [
      { form: SALAD_BOWL, material: wood('walnut', { grain: 'across', seed: 4 }), at: [-30, -70] },
      { form: BREAKFAST_BOWL, material: glazed('celadon', 3), at: [112, 62] },
      { form: FINGER_BOWL, material: porcelain({ colour: '#e9e5dd', liner: '#efece6' }), at: [-62, 118] },
    ],
    paper: PAPERS.linen,
    view: { elevation: 20, fill: 0.82 },
  },
  'category-plates': {
    pieces: [
      ...[0, 1, 2, 3].map((index) => ({
        form: DINNER_PLATE,
        material: glazed(index % 2 === 0 ? 'slate' : 'chalk', 5 + index, { bareFoot: 3 }),
        at: [index * 1.6 - 2, index] as const,
        height: index * 11,
      })),
      ...pear(8, 8, 42, 4, [10, 200]),
    ],
    paper: PAPERS.blush,
    view: { elevation: 17, fill: 0.8 },
  },
  'category-cups': {
    pieces: [
      { form: CUP, material: glazed('night', 8, { bareFoot: 11 }), at: [-52, -44] },
      { form: TUMBLER, material: glass('#d9a45c', 3), at: [48, -64] },
      { form: ESPRESSO_CUP, material: porcelain({ colour: '#e9e5dd', liner: '#efece6' }), at: [14, 42] },
      { form: TEA_BOWL, material: glazed('tenmoku', 31, { bareFoot: 17, rings: 0.05, ringWidth: 7 }), at: [-78, 66] },
    ],
    paper: PAPERS.bone,
    view: { elevation: 16, fill: 0.8 },
  },
  'category-vases': {
    pieces: [
      { form: BOTTLE, material: glazed('rust', 22, { rings: 0.035, ringWidth: 8, bareFoot: 9 }), at: [-58, 20] },
      { form: RIDGED_COLUMN, material: glazed('chalk', 27, { bareFoot: 0, specks: 0.06, rings: 0 }), at: [66, -70] },
      { form: BUD_ROUND, material: porcelain({ colour: '#39404e', seed: 4 }), at: [58, 84] },
    ],
    paper: PAPERS.clay,
    view: { elevation: 9, fill: 0.78 },
  },
  'category-light': {
    pieces: [
      ...tableLamp('oat', 3, 0.9, [-58, 0]),
      { form: LOW_STICK, material: metal('brass', { roughness: 0.3 }), at: [104, 58] },
      ...candle(104, 58, 38, '#d9cfbd'),
    ],
    paper: PAPERS.umber,
    view: { elevation: 7, fill: 0.8 },
    mood: 0.42,
  },
  'category-candlesticks': {
    pieces: [
      { form: TURNED_STICK, material: wood('cherry', { seed: 7 }), at: [-92, -20] },
      ...candle(-92, -20, 171),
      { form: RING_STICK, material: glazed('chalk', 3, { bareFoot: 0 }), at: [14, 30] },
      ...candle(14, 30, 115),
      { form: LOW_STICK, material: metal('brass', { roughness: 0.3 }), at: [124, -46] },
      ...candle(124, -46, 38, '#d9cfbd'),
    ],
    paper: PAPERS.sage,
    view: { elevation: 8, fill: 0.8 },
  },
  'category-lamps': { pieces: tableLamp('chalk', 13, 0.9), paper: PAPERS.dusk, view: { elevation: 5, fill: 0.72 }, mood: 0.42 },
  'category-kitchen': {
    pieces: [
      ...mill('ash', 7, [104, -52]),
      ...jar('moss', 'oak', 6, [-74, -58]),
      ...mortar.map((piece) => ({ ...piece, at: [(piece.at?.[0] ?? 0) + 30, (piece.at?.[1] ?? 0) + 78] as const })),
    ],
    paper: PAPERS.mist,
    view: { elevation: 12, fill: 0.82 },
  },
  'category-house': {
    pieces: [
      drum(DRUM_LOW, '#cbb8a4', [-30, -50]),
      { form: PAPERWEIGHT, material: metal('brass', { roughness: 0.16, patina: 0.08 }), at: [-46, -46], height: 60.2 },
      { form: KEY_BOWL, material: metal('steel', { roughness: 0.36, patina: 0.03 }), at: [66, 92] },
      { form: DOOR_KNOB, material: wood('oak', { seed: 3 }), at: [-92, 96] },
    ],
    paper: PAPERS.linen,
    view: { elevation: 17, fill: 0.8 },
  },
  'category-garden': {
    pieces: [...pot('#a85f3f', 3, [-34, -60]), { form: SMALL_POT, material: glazed('chalk', 9, { bareFoot: 12 }), at: [128, 92] }],
    paper: PAPERS.moss,
    view: { elevation: 13, fill: 0.8 },
  },
  'category-play': {
    pieces: [
      drum(DRUM_HIGH, '#d9c3ae', [-70, -70]),
      { ...skittle('#35597d', 2, [-70, -70]), height: 130.2 },
      skittle('#a94330', 1, [60, -20]),
      { form: TOP, material: topWood('#d19a2f', 9), at: [4, 84], lying: 24 },
    ],
    paper: PAPERS.ochre,
    view: { elevation: 12, fill: 0.8 },
  },
}
