import { metal } from '../materials/metal.ts'
import { wood } from '../materials/wood.ts'
import type { Material } from '../materials/material.ts'
import { outline, vessel } from '../shape/outline.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList } from './picture.ts'

export const KEY_BOWL = vessel({ side: [[34, 0, 2], [58, 6], [88, 22], [104, 42], [108, 50]], wall: 1.8, floor: 2.2 })
export const DOOR_KNOB = outline([[0, 0], [29, 0, 1], [30, 4, 1.5], [24, 7, 1], [12, 9], [10, 22], [13, 32], [25, 40], [29, 52], [24, 64], [12, 70], [0, 71]])
const PEG = outline([[0, 0], [15, 0, 1], [15, 6, 1], [8.5, 10], [8, 30], [10, 62], [17, 78], [19, 86, 1.5], [15, 92], [0, 94]])
export const PAPERWEIGHT = outline([[0, 0], [22, 0, 1.5], [33, 9], [38, 26], [32, 46], [17, 64], [7, 80], [4, 92], [0, 94]])
const DOORSTOP = outline([[0, 0], [52, 0, 3], [54, 12], [46, 46], [30, 74], [22, 88], [26, 104], [22, 120], [9, 129], [0, 130]])
const BOX = vessel({ side: [[34, 0, 1.5], [38, 5], [39, 20], [38, 36]], wall: 3.4, wallBelow: 5, floor: 6 })
const BOX_LID = outline([[0, 0], [38.4, 0, 1], [39, 5], [33, 14], [16, 20], [5, 22], [4, 26], [6.4, 31], [4.5, 36], [0, 38]])

const alone = (pieces: Picture['pieces'], paper: PaperName, elevation: number, fill: number): Picture => ({ pieces, paper: PAPERS[paper], view: { elevation, fill } })

/** One upright, one on its side: a knob is seen from all sides when it is used. */
const knobs = (upright: Material, lying: Material, paper: PaperName): Picture =>
  alone(
    [
      { form: DOOR_KNOB, material: upright, at: [-30, -14] },
      { form: DOOR_KNOB, material: lying, at: [34, 34], lying: -28 },
    ],
    paper,
    17,
    0.68,
  )

export const HOUSE_PICTURES: PictureList = {
  'key-bowl-brass': alone([{ form: KEY_BOWL, material: metal('brass', { roughness: 0.32 }) }], 'umber', 22, 0.75),
  'key-bowl-steel': alone([{ form: KEY_BOWL, material: metal('steel', { roughness: 0.36, patina: 0.03 }) }], 'clay', 22, 0.75),
  'door-knob-brass': knobs(metal('brass', { roughness: 0.22 }), metal('brass', { roughness: 0.22, seed: 4 }), 'dusk'),
  'door-knob-blackened': knobs(metal('blackened', { roughness: 0.34 }), metal('blackened', { roughness: 0.34, seed: 4 }), 'bone'),
  'door-knob-oak': knobs(wood('oak', { seed: 3 }), wood('oak', { seed: 6 }), 'mist'),
  'coat-peg': alone(
    [
      { form: PEG, material: wood('ash', { seed: 4 }), at: [-44, -10] },
      { form: PEG, material: wood('walnut', { seed: 5 }), at: [4, -34] },
      { form: PEG, material: wood('cherry', { seed: 6 }), at: [44, 30], lying: -140 },
    ],
    'sage',
    16,
    0.75,
  ),
  paperweight: alone([{ form: PAPERWEIGHT, material: metal('brass', { roughness: 0.16, patina: 0.08 }) }], 'stone', 12, 0.55),
  doorstop: alone([{ form: DOORSTOP, material: wood('maple', { seed: 19, bands: [{ from: -1, to: 2, colour: '#8f3a28' }] }) }], 'linen', 10, 0.62),
  'turned-box': alone(
    [
      { form: BOX, material: wood('cherry', { seed: 21 }), at: [-22, -16] },
      { form: BOX_LID, material: wood('cherry', { seed: 22 }), at: [42, 34], lean: [62, 196] },
    ],
    'bone',
    24,
    0.73,
  ),
}
