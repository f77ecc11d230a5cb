import { glass } from '../materials/glass.ts'
import { porcelain } from '../materials/porcelain.ts'
import { wood, type SpeciesName } from '../materials/wood.ts'
import { outline, vessel } from '../shape/outline.ts'
import { glazed, type GlazeName } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList } from './picture.ts'
import { egg } from './props.ts'

export const CUP = vessel({ side: [[27, 0], [29, 3], [37, 12], [41, 34], [41.5, 62], [40.5, 88]], wall: 3.2, wallBelow: 6, floor: 8, recess: 3, recessWidth: 4 })
export const ESPRESSO_CUP = vessel({ side: [[21, 0], [22, 2], [29, 10], [31.5, 30], [31, 56]], wall: 2.2, wallBelow: 4, floor: 6, recess: 2, recessWidth: 3 })
const SAUCER = vessel({ side: [[33, 0], [34, 3], [50, 7], [60, 14]], wall: 2.6, wallBelow: 3.6, floor: 5, recess: 2.5, recessWidth: 3.5 })
export const TEA_BOWL = vessel({ side: [[26, 0], [26.5, 9], [30, 13], [48, 26], [57, 50], [59, 74], [58, 82]], wall: 4, wallBelow: 8, floor: 17, recess: 6, recessWidth: 6 })
export const TUMBLER = vessel({ side: [[31, 0, 2.5], [34, 6], [36, 30], [37.5, 62], [39, 92]], wall: 2, wallBelow: 3.4, floor: 9 })
const CARAFE = vessel({ side: [[46, 0, 3], [52, 10], [55, 34], [50, 74], [33, 122], [22, 164], [23, 206], [30, 240]], wall: 2.4, wallBelow: 4, floor: 10 })
const CARAFE_STOPPER = outline([[0, 0], [14, 0, 2], [17, 22, 2], [25, 25, 2], [27, 36], [20, 48], [8, 53], [0, 53.6]])
const EGG_CUP = vessel({ side: [[22, 0, 2], [17, 6], [10, 17], [13, 27], [22, 37], [25, 50]], wall: 3, wallBelow: 8, floor: 34 })

const cup = (glaze: GlazeName, paper: PaperName, seed: number): Picture => ({
  pieces: [{ form: CUP, material: glazed(glaze, seed, { bareFoot: 11 }) }],
  paper: PAPERS[paper],
  view: { elevation: 15, fill: 0.52 },
})

const espresso = (hex: string, paper: PaperName): Picture => ({
  pieces: [
    { form: SAUCER, material: porcelain({ colour: hex, seed: 2 }) },
    { form: ESPRESSO_CUP, material: porcelain({ colour: hex, liner: '#efece6', seed: 5 }), height: 4.6 },
  ],
  paper: PAPERS[paper],
  view: { elevation: 20, fill: 0.57 },
})

const tumbler = (hex: string, paper: PaperName, seed: number): Picture => ({
  pieces: [
    { form: TUMBLER, material: glass(hex, seed), at: [0, 20] },
    { form: TUMBLER, material: glass(hex, seed + 4), at: [66, -62] },
  ],
  paper: PAPERS[paper],
  view: { elevation: 13, fill: 0.68 },
})

const carafe = (hex: string, species: SpeciesName, paper: PaperName): Picture => ({
  pieces: [
    { form: CARAFE, material: glass(hex, 3) },
    { form: CARAFE_STOPPER, material: wood(species, { seed: 5 }), height: 219 },
  ],
  paper: PAPERS[paper],
  view: { elevation: 9, fill: 0.8 },
})

const eggCup = (species: SpeciesName, paper: PaperName, seed: number): Picture => ({
  pieces: [
    { form: EGG_CUP, material: wood(species, { seed }), at: [-36, 0] },
    egg(-36, 0, 35.5),
    { form: EGG_CUP, material: wood(species, { seed: seed + 3 }), at: [38, 26] },
  ],
  paper: PAPERS[paper],
  view: { elevation: 14, fill: 0.66 },
})

const teaBowl = { form: TEA_BOWL, material: glazed('tenmoku', 31, { bareFoot: 17, rings: 0.05, ringWidth: 7, drift: 1.2 }) }

export const CUP_PICTURES: PictureList = {
  'cup-chalk': cup('chalk', 'clay', 6),
  'cup-ochre': cup('ochre', 'bone', 7),
  'cup-night': cup('night', 'stone', 8),
  'cup-detail': {
    pieces: [{ form: CUP, material: glazed('chalk', 6, { bareFoot: 11 }) }],
    paper: PAPERS.clay,
    view: { elevation: 12, fill: 1, closeUp: { at: [6, 26, 38], frame: 76 } },
  },
  'espresso-cup-snow': espresso('#e9e5dd', 'sage'),
  'espresso-cup-ink': espresso('#3b4250', 'bone'),
  'tea-bowl': { pieces: [teaBowl], paper: PAPERS.stone, view: { elevation: 14, fill: 0.59 } },
  'tea-bowl-above': { pieces: [teaBowl], paper: PAPERS.stone, view: { elevation: 54, fill: 0.68, at: [0.5, 0.5] } },
  'tumbler-smoke': tumbler('#a59c94', 'chalk', 1),
  'tumbler-fern': tumbler('#96bd9f', 'bone', 2),
  'tumbler-amber': tumbler('#d9a45c', 'linen', 3),
  'carafe-smoke': carafe('#aaa29a', 'walnut', 'chalk'),
  'carafe-fern': carafe('#9cc0a5', 'ash', 'bone'),
  'egg-cup-maple': eggCup('maple', 'sage', 2),
  'egg-cup-walnut': eggCup('walnut', 'bone', 9),
}
