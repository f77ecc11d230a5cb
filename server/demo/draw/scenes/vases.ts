import { glass } from '../materials/glass.ts'
import { porcelain } from '../materials/porcelain.ts'
import { bareClay } from '../materials/stoneware.ts'
import { vessel } from '../shape/outline.ts'
import { glazed, type GlazeName } from './glazes.ts'
import { PAPERS, type PaperName } from './papers.ts'
import type { Picture, PictureList } from './picture.ts'

const MOON_JAR = vessel({ side: [[66, 0], [70, 6], [112, 46], [146, 112], [150, 158], [136, 214], [98, 266], [72, 286], [68, 294], [70, 306]], wall: 5, wallBelow: 9, floor: 14, recess: 6, recessWidth: 8 })
export const BOTTLE = vessel({ side: [[44, 0], [47, 4], [60, 26], [67, 64], [62, 104], [42, 140], [21, 170], [15, 204], [15, 236], [20, 258], [23, 262]], wall: 3.4, wallBelow: 6, floor: 9, recess: 4 })
export const BUD_ROUND = vessel({ side: [[22, 0], [24, 3], [38, 18], [44, 38], [36, 60], [18, 76], [9.5, 90], [9, 112], [13, 122]], wall: 2.2, wallBelow: 4, floor: 6, recess: 2.5, recessWidth: 4 })
const BUD_TALL = vessel({ side: [[19, 0], [21, 3], [27, 26], [28, 60], [22, 104], [12, 140], [8.5, 168], [12, 186]], wall: 2.2, wallBelow: 4, floor: 6, recess: 2.5, recessWidth: 4 })
const GOURD = vessel({ side: [[42, 0], [45, 4], [66, 28], [74, 62], [62, 100], [38, 122], [34, 134], [47, 158], [49, 180], [36, 204], [19, 220], [16, 236], [19, 246]], wall: 3.6, wallBelow: 6, floor: 10, recess: 4 })
const COLUMN = vessel({ side: [[54, 0, 3], [57, 8], [57, 120], [56, 250], [57.5, 300]], wall: 4.5, wallBelow: 7, floor: 10 })
const SHOULDER = vessel({ side: [[50, 0], [52, 5], [66, 50], [92, 120], [108, 168], [104, 196], [78, 212], [46, 218], [37, 224], [40, 238]], wall: 4.2, wallBelow: 7, floor: 12, recess: 5 })
const DROP = vessel({ side: [[40, 0, 4], [58, 14], [76, 52], [74, 92], [52, 136], [30, 176], [22, 212], [25, 244], [31, 260]], wall: 2.6, wallBelow: 5, floor: 14 })
const FLOOR_VASE = vessel({ side: [[92, 0], [96, 8], [124, 100], [168, 260], [186, 390], [172, 470], [120, 530], [92, 560], [90, 600], [104, 640], [110, 650]], wall: 8, wallBelow: 13, floor: 18, recess: 8, recessWidth: 12 })

const alone = (piece: Picture['pieces'][number], paper: PaperName, elevation: number, fill: number): Picture => ({
  pieces: [piece],
  paper: PAPERS[paper],
  view: { elevation, fill },
})

const bottle = (glaze: GlazeName, paper: PaperName, seed: number): Picture =>
  alone({ form: BOTTLE, material: glazed(glaze, seed, { rings: 0.035, ringWidth: 8, bareFoot: 9 }), turn: seed * 50 }, paper, 8, 0.75)

const budVases = (hex: string, paper: PaperName): Picture => ({
  pieces: [
    { form: BUD_TALL, material: porcelain({ colour: hex, seed: 1 }), at: [34, -24] },
    { form: BUD_ROUND, material: porcelain({ colour: hex, seed: 4 }), at: [-36, 22] },
  ],
  paper: PAPERS[paper],
  view: { elevation: 9, fill: 0.71 },
})

/** Dry clay the colour of sand, dipped head first. */
const columnClay = glazed('oat', 27, { dip: { from: 0.66, glaze: '#333433' }, rings: 0.04, ringWidth: 9, bareFoot: 0, roughness: 0.5, specks: 0.14 })
export const moonJar = { form: MOON_JAR, material: glazed('chalk', 44, { glaze: '#e4ded2', specks: 0.02, roughness: 0.24, edge: '#d6c8b2', bareFoot: 7, rings: 0.03, ringWidth: 16, drift: 0.35 }) }
const gourd = { form: GOURD, material: glazed('celadon', 17, { rings: 0.03, ringWidth: 7, bareFoot: 7 }) }

export const VASE_PICTURES: PictureList = {
  'moon-jar': alone(moonJar, 'mist', 9, 0.8),
  'moon-jar-detail': { pieces: [moonJar], paper: PAPERS.mist, view: { elevation: 24, fill: 1, closeUp: { at: [-24, 262, 80], frame: 190 } } },
  'bottle-vase-ochre': bottle('ochre', 'bone', 21),
  'bottle-vase-rust': bottle('rust', 'blush', 22),
  'bottle-vase-chalk': bottle('chalk', 'stone', 23),
  'bud-vase-snow': budVases('#e9e5dd', 'clay'),
  'bud-vase-blush': budVases('#d5a28e', 'linen'),
  'bud-vase-ink': budVases('#39404e', 'stone'),
  'gourd-vase': alone(gourd, 'linen', 9, 0.78),
  'gourd-vase-detail': { pieces: [gourd], paper: PAPERS.linen, view: { elevation: 14, fill: 1, closeUp: { at: [-14, 128, 44], frame: 150 } } },
  'column-vase': alone({ form: COLUMN, material: columnClay }, 'sage', 9, 0.78),
  'shoulder-vase': alone({ form: SHOULDER, material: glazed('slate', 29, { glaze: '#2b2b2b', edge: '#5b5048', roughness: 0.5, rings: 0.03, bareFoot: 0 }) }, 'stone', 10, 0.8),
  'drop-vase-smoke': alone({ form: DROP, material: glass('#a9a39d', 2) }, 'chalk', 9, 0.78),
  'drop-vase-amber': alone({ form: DROP, material: glass('#dba65c', 6) }, 'bone', 9, 0.78),
  'floor-vase': alone({ form: FLOOR_VASE, material: bareClay('#8a6a55', 3, 0.07) }, 'umber', 7, 0.8),
}
