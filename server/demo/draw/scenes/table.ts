import { porcelain } from '../materials/porcelain.ts'
import { wood } from '../materials/wood.ts'
import { outline, vessel } from '../shape/outline.ts'
import { glazed, type GlazeName } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList } from './picture.ts'
import { lemon, pear } from './props.ts'

export const BREAKFAST_BOWL = vessel({ side: [[33, 0], [35, 6], [47, 17], [66, 38], [75, 62], [77, 72]], wall: 3.6, wallBelow: 7, floor: 12, recess: 5 })
export const NOODLE_BOWL = vessel({ side: [[40, 0], [41, 9], [53, 20], [80, 46], [97, 82], [101, 96]], wall: 4, wallBelow: 8, floor: 15, recess: 7 })
export const SALAD_BOWL = vessel({ side: [[62, 0, 3], [88, 14], [126, 48], [143, 92], [142, 112]], wall: 7, wallBelow: 13, floor: 14 })
const FRUIT_BOWL = vessel({ side: [[62, 0, 2], [52, 14], [41, 36], [44, 52], [78, 66], [132, 80], [158, 96], [163, 104]], wall: 5, wallBelow: 8, floor: 70, recess: 8, recessWidth: 9 })
export const FINGER_BOWL = vessel({ side: [[20, 0], [21, 4], [33, 12], [45, 28], [49, 44], [49.5, 49]], wall: 2.2, wallBelow: 4, floor: 6.5, recess: 3, recessWidth: 3.5 })

export const DINNER_PLATE = vessel({ side: [[84, 0], [86, 4], [104, 8], [127, 14], [135, 23], [136, 26]], wall: 4.4, wallBelow: 6, floor: 9, recess: 4 })
const PLATTER = vessel({ side: [[120, 0], [122, 5], [160, 10], [182, 22], [187, 44], [187, 48]], wall: 6, wallBelow: 8, floor: 12, recess: 5, recessWidth: 8 })
const CAKE_STAND = outline([[0, 6], [48, 6, 3], [54, 0, 2], [64, 0, 3], [60, 9], [30, 20], [18, 42], [17, 64], [26, 82], [62, 90], [150, 92, 4], [154, 98, 3], [154, 104, 2.5], [146, 104, 2], [143, 100, 3], [0, 100]])

const daylight = (pieces: Picture['pieces'], paper: PaperName, elevation: number, fill: number): Picture => ({ pieces, paper: PAPERS[paper], view: { elevation, fill } })

const breakfastBowl = (glaze: GlazeName, paper: PaperName, seed: number): Picture =>
  daylight([{ form: BREAKFAST_BOWL, material: glazed(glaze, seed) }], paper, 17, 0.68)

const salad = (species: 'walnut' | 'ash', paper: PaperName, seed: number): Picture =>
  daylight([{ form: SALAD_BOWL, material: wood(species, { grain: 'across', seed }), turn: 30 }], paper, 20, 0.8)

const fingerBowls = (hex: string, liner: string, paper: PaperName): Picture =>
  daylight(
    [
      ...[0, 1, 2].map((index) => ({ form: FINGER_BOWL, material: porcelain({ colour: hex, liner, seed: index }), height: index * 15, at: [index * 0.8, 0] as const })),
      { form: FINGER_BOWL, material: porcelain({ colour: hex, liner, seed: 8 }), at: [96, 58] },
    ],
    paper,
    21,
    0.71,
  )

const plates = (glaze: GlazeName, paper: PaperName, seed: number): Picture => ({
  pieces: [0, 1, 2].map((index) => ({
    form: DINNER_PLATE,
    material: glazed(glaze, seed + index, { bareFoot: 3 }),
    at: [index - 1, index * 0.7] as const,
    height: index * 11,
  })),
  paper: PAPERS[paper],
  view: { elevation: 24, fill: 0.8 },
})

export const TABLE_PICTURES: PictureList = {
  'breakfast-bowl-chalk': breakfastBowl('chalk', 'stone', 1),
  'breakfast-bowl-tenmoku': breakfastBowl('tenmoku', 'bone', 2),
  'breakfast-bowl-celadon': breakfastBowl('celadon', 'linen', 3),
  'breakfast-bowl-detail': {
    pieces: [{ form: BREAKFAST_BOWL, material: glazed('chalk', 1) }],
    paper: PAPERS.stone,
    view: { elevation: 30, fill: 1, closeUp: { at: [42, 52, 40], frame: 108 } },
  },
  'noodle-bowl': daylight([{ form: NOODLE_BOWL, material: glazed('rust', 5, { dip: { from: 0.56, glaze: '#e2d6bf' }, edge: '#a9764a' }) }], 'bone', 15, 0.75),
  'noodle-bowl-above': {
    pieces: [{ form: NOODLE_BOWL, material: glazed('rust', 5, { dip: { from: 0.56, glaze: '#e2d6bf' }, edge: '#a9764a' }) }],
    paper: PAPERS.bone,
    view: { elevation: 62, fill: 0.8, at: [0.5, 0.5] },
  },
  'salad-bowl-walnut': salad('walnut', 'bone', 4),
  'salad-bowl-ash': salad('ash', 'stone', 11),
  'fruit-bowl': daylight(
    [
      { form: FRUIT_BOWL, material: glazed('slate', 3) },
      ...pear(-38, 14, 74, 2, [34, 170]),
      ...pear(40, 22, 74, 5, [26, 20]),
      lemon(4, -34, 79, 20, 3),
      lemon(2, 58, 78, 200, 4),
    ],
    'linen',
    16,
    0.8,
  ),
  'finger-bowl-snow': fingerBowls('#e9e5dd', '#ece9e2', 'stone'),
  'finger-bowl-blush': fingerBowls('#d8ab98', '#ece4da', 'bone'),
  'finger-bowl-fern': fingerBowls('#9aac92', '#e8e8dd', 'mist'),
  'dinner-plate-chalk': plates('chalk', 'stone', 4),
  'dinner-plate-slate': plates('slate', 'bone', 9),
  'dinner-plate-above': {
    pieces: [{ form: DINNER_PLATE, material: glazed('chalk', 4, { bareFoot: 3 }) }, lemon(-22, 12, 9, 35, 2)],
    paper: PAPERS.clay,
    view: { elevation: 66, fill: 0.8, at: [0.5, 0.5] },
  },
  'serving-platter': daylight([{ form: PLATTER, material: glazed('tenmoku', 12) }], 'ochre', 30, 0.8),
  'serving-platter-detail': {
    pieces: [{ form: PLATTER, material: glazed('tenmoku', 12) }],
    paper: PAPERS.ochre,
    view: { elevation: 26, fill: 1, closeUp: { at: [96, 34, 120], frame: 170 } },
  },
  'cake-stand': daylight([{ form: CAKE_STAND, material: wood('cherry', { grain: 'across', seed: 6 }), turn: 40 }], 'blush', 15, 0.8),
}
