import { CUP_PICTURES } from './cups.ts'
import { GARDEN_PICTURES } from './garden.ts'
import { GROUP_PICTURES } from './groups.ts'
import { HOUSE_PICTURES } from './house.ts'
import { KITCHEN_PICTURES } from './kitchen.ts'
import { LIGHT_PICTURES } from './light.ts'
import type { PictureList } from './picture.ts'
import { PLAY_PICTURES } from './play.ts'
import { TABLE_PICTURES } from './table.ts'
import { VASE_PICTURES } from './vases.ts'

/** Every picture of the demo by the name of its file. */
export const PICTURES: PictureList = {
  ...GROUP_PICTURES,
  ...TABLE_PICTURES,
  ...CUP_PICTURES,
  ...VASE_PICTURES,
  ...LIGHT_PICTURES,
  ...KITCHEN_PICTURES,
  ...HOUSE_PICTURES,
  ...GARDEN_PICTURES,
  ...PLAY_PICTURES,
}
