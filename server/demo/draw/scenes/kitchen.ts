import { metal } from '../materials/metal.ts'
import { wood, type SpeciesName } from '../materials/wood.ts'
import { outline, overturn, vessel } from '../shape/outline.ts'
import { glazed, type GlazeName } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList, Piece } from './picture.ts'

const MILL_BODY = outline([[0, 0], [31, 0, 2], [33, 10], [28, 40], [21, 82], [20, 112], [25, 146], [27, 158, 1.5], [0, 158]])
const MILL_HEAD = outline([[0, 0], [26, 0, 1.5], [28, 8], [31, 26], [27, 44], [14, 57], [7, 60], [0, 60.6]])
const MILL_NUT = outline([[0, 0], [8.5, 0, 0.8], [8.5, 6, 1.5], [0, 6.4]])
const MORTAR = vessel({ side: [[58, 0, 3], [54, 12], [50, 24], [62, 44], [78, 76], [81, 98]], wall: 10, wallBelow: 14, floor: 32 })
const PESTLE = outline([[0, 0], [13, 1.5], [22, 12], [22, 28], [14, 44], [10, 80], [11, 124], [15, 150], [12, 164], [5, 169], [0, 170]])
const JAR = vessel({ side: [[52, 0], [54, 4], [64, 24], [68, 66], [66, 112], [58, 134], [54, 140]], wall: 4.4, wallBelow: 7, floor: 9, recess: 3 })
const JAR_LID = outline([[0, 0], [59, 0, 2], [61, 8, 3], [40, 13], [12, 15], [9, 22], [14, 32], [12, 41], [6, 44], [0, 44.5]])
const SALT_BOX = vessel({ side: [[40, 0, 2], [50, 8], [55, 26], [53, 44], [50, 52]], wall: 5, wallBelow: 8, floor: 9 })
const SALT_LID = outline([[0, 0], [51, 0, 1.5], [52, 5, 2], [34, 12], [12, 15], [8, 20], [11, 27], [8, 33], [0, 35]])
const ROLLING_PIN = outline([[0, 0], [6, 1], [10, 12], [11, 34], [13, 60], [19, 96], [24, 160], [25.5, 215], [24, 270], [19, 334], [13, 370], [11, 396], [10, 418], [6, 429], [0, 430]])
const OIL_BOTTLE = vessel({ side: [[36, 0], [39, 4], [45, 30], [46, 84], [41, 128], [24, 160], [14, 178], [12, 204], [15, 218, 1.5], [16, 226]], wall: 3.4, wallBelow: 6, floor: 9, recess: 3 })
const STOPPER = outline([[0, 0], [9, 0, 1], [11.5, 22, 1], [16, 24, 1], [18, 32], [13, 41], [5, 45], [0, 45.4]])
const DIPPER = outline([[0, 0], [6, 1], [10, 5, 1], [6, 7, 0.6], [11, 9, 1], [13, 12, 1], [7, 14, 0.6], [13.5, 16, 1], [14.5, 20, 1], [7.5, 22, 0.6], [14.5, 24, 1], [14.5, 28, 1], [7.5, 30, 0.6], [13.5, 32, 1], [12.5, 36, 1], [6.5, 38, 0.6], [10.5, 40, 1], [9, 44, 1], [4.6, 50], [4.2, 90], [5, 140], [6.4, 158], [4, 165], [0, 166]])
const BUTTER_PLATE = vessel({ side: [[50, 0], [52, 3], [66, 6], [76, 14]], wall: 3, wallBelow: 4, floor: 6, recess: 2.5, recessWidth: 4 })
const BUTTER_DOME = overturn(vessel({ side: [[10, 0, 2], [30, 5], [48, 24], [54, 52], [54, 62]], wall: 3, floor: 3 }))
const KNOB = outline([[0, 0], [7, 0], [6.5, 6], [11, 14], [9, 22], [0, 25]])

export const mill = (species: SpeciesName, seed: number, at: readonly [number, number] = [0, 0]): Piece[] => [
  { form: MILL_BODY, material: wood(species, { seed }), at },
  { form: MILL_HEAD, material: wood(species, { seed: seed + 1 }), at, height: 159.4, turn: 70 },
  { form: MILL_NUT, material: metal('brass', { patina: 0.25 }), at, height: 219 },
]

export const jar = (glaze: GlazeName, species: SpeciesName, seed: number, at: readonly [number, number] = [0, 0]): Piece[] => [
  { form: JAR, material: glazed(glaze, seed, { bareFoot: 9, rings: 0.04, ringWidth: 8 }), at },
  { form: JAR_LID, material: wood(species, { grain: 'across', seed }), at, height: 142.5, turn: 35 },
]

const oilBottle = (glaze: GlazeName, paper: PaperName, seed: number): Picture => ({
  pieces: [
    { form: OIL_BOTTLE, material: glazed(glaze, seed, { bareFoot: 8 }) },
    { form: STOPPER, material: wood('oak', { seed: 3 }), height: 205 },
  ],
  paper: PAPERS[paper],
  view: { elevation: 8, fill: 0.75 },
})

const alone = (pieces: readonly Piece[], paper: PaperName, elevation: number, fill: number): Picture => ({ pieces, paper: PAPERS[paper], view: { elevation, fill } })

const butter = glazed('ochre', 15, { glaze: '#d8bf7c', edge: '#b48a4a', specks: 0.1, bareFoot: 0 })

export const mortar: readonly Piece[] = [
  { form: MORTAR, material: glazed('slate', 14, { glaze: '#55524d', roughness: 0.62, liner: '#b9ab97', bareFoot: 0 }) },
  { form: PESTLE, material: wood('oak', { seed: 8 }), at: [-6, -6], height: 46, lean: [27, 35] },
]

export const KITCHEN_PICTURES: PictureList = {
  'pepper-mill-walnut': alone(mill('walnut', 5), 'bone', 7, 0.73),
  'pepper-mill-ash': alone(mill('ash', 7), 'clay', 7, 0.73),
  'pepper-mill-blackened': alone(mill('blackened', 9), 'stone', 7, 0.73),
  'pepper-mill-detail': { pieces: mill('walnut', 5), paper: PAPERS.bone, view: { elevation: 12, fill: 1, closeUp: { at: [0, 172, 20], frame: 105 } } },
  'mortar-and-pestle': alone(mortar, 'sage', 16, 0.78),
  'lidded-jar-oat': alone(jar('oat', 'oak', 4), 'mist', 9, 0.71),
  'lidded-jar-moss': alone(jar('moss', 'ash', 6), 'linen', 9, 0.71),
  'salt-box': alone(
    [
      { form: SALT_BOX, material: wood('cherry', { seed: 4 }) },
      { form: SALT_LID, material: wood('cherry', { grain: 'across', seed: 5 }), height: 55.4, turn: 20 },
    ],
    'bone',
    14,
    0.62,
  ),
  'rolling-pin': { pieces: [{ form: ROLLING_PIN, material: wood('maple', { seed: 3 }), lying: 38 }], paper: PAPERS.sage, view: { elevation: 34, fill: 0.8, at: [0.5, 0.5] } },
  'oil-bottle-chalk': oilBottle('chalk', 'ochre', 12),
  'oil-bottle-moss': oilBottle('moss', 'bone', 13),
  'honey-dipper': { pieces: [{ form: DIPPER, material: wood('maple', { seed: 12 }), lying: 222 }], paper: PAPERS.ochre, view: { elevation: 38, fill: 0.78, at: [0.5, 0.5] } },
  'butter-dome': alone(
    [
      { form: BUTTER_PLATE, material: butter },
      { form: BUTTER_DOME, material: butter, height: 6.3 },
      { form: KNOB, material: butter, height: 71.4 },
    ],
    'mist',
    15,
    0.68,
  ),
}
