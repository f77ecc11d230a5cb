import type { Archive } from './archive.ts'
import { findAttribute, parseWholePart } from './parse-part.ts'
import { type AnchoredPicture, checkPictureCount } from './workbook.ts'
import { readRelations } from './xlsx-relations.ts'

/** Lists the pictures of a sheet. A picture that covers several rows or columns belongs to the middle one. */
export async function listXlsxPictures(archive: Archive, sheetPart: string): Promise<readonly AnchoredPicture[]> {
  const pictures: AnchoredPicture[] = []
  for (const { type, target } of (await readRelations(archive, sheetPart)).values())
    if (type === 'drawing' && archive.has(target)) await readDrawing(archive, target, pictures)
  return pictures
}

async function readDrawing(archive: Archive, part: string, pictures: AnchoredPicture[]): Promise<void> {
  const relations = await readRelations(archive, part)
  let rows: number[] = []
  let columns: number[] = []
  let parts: string[] = []
  let number = ''
  await parseWholePart(archive, part, {
    openTag(name, attributes) {
      number = ''
      if (name === 'oneCellAnchor' || name === 'twoCellAnchor') [rows, columns, parts] = [[], [], []]
      if (name !== 'blip') return
      const relation = relations.get(findAttribute(attributes, 'embed') ?? '')
      if (relation?.type === 'image') parts.push(relation.target)
    },
    text(text) {
      number += text
    },
    closeTag(name) {
      // A drawing counts rows and columns from 0.
      if (name === 'row') rows.push(Number(number))
      if (name === 'col') columns.push(Number(number))
      if (name !== 'oneCellAnchor' && name !== 'twoCellAnchor') return
      for (const picture of parts)
        pictures.push({ row: findMiddle(rows) + 1, column: findMiddle(columns), part: picture })
      checkPictureCount(archive.path, pictures)
    },
  })
}

function findMiddle(positions: readonly number[]): number {
  return Math.floor((Math.min(...positions) + Math.max(...positions)) / 2)
}
