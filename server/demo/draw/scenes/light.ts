import { opalGlass } from '../materials/glass.ts'
import { metal } from '../materials/metal.ts'
import { plain } from '../materials/plain.ts'
import { wood, type SpeciesName } from '../materials/wood.ts'
import { ball, outline, overturn, vessel } from '../shape/outline.ts'
import { glazed, type GlazeName } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList, Piece } from './picture.ts'
import { candle } from './props.ts'

export const TURNED_STICK = outline([[0, 0], [46, 0, 2], [48, 9, 3], [36, 15], [15, 24], [10, 44], [13, 62, 2], [20, 68], [13, 75, 2], [9.5, 100], [12, 140], [16, 158, 2], [24, 163], [25, 170, 2], [17, 174, 1], [14, 174, 0.8], [12, 172], [0, 172]])
export const LOW_STICK = outline([[0, 0], [62, 0, 1.5], [64, 4, 1.5], [52, 7], [24, 9], [17, 13], [17, 40, 1.2], [13, 40.5, 1], [12, 39], [0, 39]])
export const RING_STICK = outline([[0, 0], [50, 0, 2.5], [53, 14], [44, 26], [20, 30, 2], [26, 34], [34, 48], [26, 62], [16, 66, 2], [21, 70], [27, 82], [21, 94], [13, 98, 2], [17, 102], [24, 116, 1.6], [16, 119, 1.2], [13, 116], [0, 116]])
const NIGHT_LIGHT = vessel({ side: [[30, 0, 2], [38, 8], [46, 34], [44, 62], [38, 80]], wall: 2.4, wallBelow: 3.6, floor: 5 })
const TEALIGHT = outline([[0, 0], [19, 0, 0.5], [19, 14, 0.6], [17.5, 14, 0.4], [17, 12], [0, 12.4]])
const LAMP_BASE = outline([[0, 0], [74, 0, 3], [78, 10], [96, 52], [98, 96], [80, 138], [46, 168], [34, 186], [33, 196, 2], [0, 196]])
const COLLAR = outline([[0, 0], [35, 0, 0.8], [36, 6, 0.8], [30, 8, 0.8], [30, 18, 0.8], [0, 18]])
const GLOBE = ball(82)
const MUSHROOM_STEM = outline([[0, 0], [84, 0, 2], [86, 12, 3], [60, 20], [22, 34], [15, 70], [14, 160], [17, 230], [22, 268, 1], [0, 268]])
const MUSHROOM_SHADE = overturn(vessel({ side: [[20, 0, 3], [70, 10], [112, 38], [134, 76], [140, 104]], wall: 2, floor: 2 }))
const PENDANT_SHADE = overturn(vessel({ side: [[22, 0, 2], [27, 20], [34, 52], [60, 84], [108, 112], [150, 152], [158, 170]], wall: 2, floor: 2 }))
const CAP = outline([[0, 0], [20, 0, 1], [20, 22, 3], [7, 30, 1], [5, 48, 1], [0, 48]])
const CORD = outline([[0, 0], [2.4, 0, 0.2], [2.4, 900, 0.2], [0, 900]])

const turnedStick = (species: SpeciesName, paper: PaperName, seed: number, wax?: string): Picture => ({
  pieces: [{ form: TURNED_STICK, material: wood(species, { seed }) }, ...candle(0, 0, 171, wax)],
  paper: PAPERS[paper],
  view: { elevation: 7, fill: 0.8 },
})

const ringStick = (glaze: GlazeName, paper: PaperName, seed: number): Picture => ({
  pieces: [{ form: RING_STICK, material: glazed(glaze, seed, { bareFoot: 0 }) }, ...candle(0, 0, 115)],
  paper: PAPERS[paper],
  view: { elevation: 8, fill: 0.8 },
})

export const tableLamp = (glaze: GlazeName, seed: number, glow: number, at: readonly [number, number] = [0, 0]): Piece[] => [
  { form: LAMP_BASE, material: glazed(glaze, seed, { rings: 0.045, ringWidth: 11, bareFoot: 7 }), at },
  { form: COLLAR, material: metal('brass', { patina: 0.3 }), at, height: 195 },
  { form: GLOBE, material: opalGlass(glow), at, height: 206 },
]

const mushroom = (name: 'brass' | 'steel', species: SpeciesName, paper: PaperName): Picture => ({
  pieces: [
    { form: MUSHROOM_STEM, material: wood(species, { seed: 3 }) },
    { form: MUSHROOM_SHADE, material: metal(name, { roughness: 0.4, patina: name === 'brass' ? 0.2 : 0.05 }), height: 196 },
  ],
  paper: PAPERS[paper],
  view: { elevation: 6, fill: 0.8 },
})

const pendant = (name: 'brass' | 'blackened', paper: PaperName): Picture => ({
  pieces: [
    { form: PENDANT_SHADE, material: metal(name, { roughness: 0.38, patina: 0.12 }), height: 120 },
    { form: CAP, material: metal(name, { patina: 0.2 }), height: 289 },
    { form: CORD, material: plain('#2a2725', 0.9), height: 336, isAside: true },
  ],
  paper: PAPERS[paper],
  view: { elevation: 4, fill: 0.75, at: [0.5, 0.62] },
})

export const LIGHT_PICTURES: PictureList = {
  'turned-candlestick-blackened': turnedStick('blackened', 'bone', 4),
  'turned-candlestick-cherry': turnedStick('cherry', 'sage', 7),
  'turned-candlestick-ash': turnedStick('ash', 'dusk', 2),
  'low-candlestick': {
    pieces: [{ form: LOW_STICK, material: metal('brass', { roughness: 0.3 }) }, ...candle(0, 0, 38, '#d9cfbd')],
    paper: PAPERS.umber,
    view: { elevation: 15, fill: 0.78 },
  },
  'three-ring-candlestick-chalk': ringStick('chalk', 'clay', 3),
  'three-ring-candlestick-moss': ringStick('moss', 'linen', 5),
  'night-light': {
    pieces: [
      { form: NIGHT_LIGHT, material: opalGlass(0.42, '#ffca8a') },
      { form: TEALIGHT, material: opalGlass(6, '#ffbe70'), height: 5 },
    ],
    paper: PAPERS.umber,
    view: { elevation: 16, fill: 0.57 },
    mood: 0.22,
  },
  'table-lamp-oat': { pieces: tableLamp('oat', 3, 0.9), paper: PAPERS.clay, view: { elevation: 5, fill: 0.8 }, mood: 0.42 },
  'table-lamp-night': { pieces: tableLamp('night', 8, 0.9), paper: PAPERS.dusk, view: { elevation: 5, fill: 0.8 }, mood: 0.42 },
  'mushroom-lamp-brass': mushroom('brass', 'walnut', 'stone'),
  'mushroom-lamp-steel': mushroom('steel', 'ash', 'blush'),
  'pendant-brass': pendant('brass', 'stone'),
  'pendant-blackened': pendant('blackened', 'bone'),
  'moon-pendant': {
    pieces: [
      { form: GLOBE, material: opalGlass(0.95), height: 80 },
      { form: CAP, material: metal('brass', { patina: 0.3 }), height: 242 },
      { form: CORD, material: plain('#2a2725', 0.9), height: 289, isAside: true },
    ],
    paper: PAPERS.dusk,
    view: { elevation: 3, fill: 0.59, at: [0.5, 0.55] },
    mood: 0.4,
  },
}
