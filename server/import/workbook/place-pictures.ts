import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { foldColumnName } from '../files/csv-columns.ts'
import type { PictureColumn } from '../files/table-file.ts'
import { ImportError } from '../import-error.ts'
import type { RowStore } from './row-store.ts'
import type { AnchoredPicture, Workbook } from './workbook.ts'

export interface PlacedPictures {
  /** Column names, including those of columns that were added for pictures. */
  readonly header: readonly string[]
  /** Files within the workbook by the names in the cells. */
  readonly parts: ReadonlyMap<string, string>
  /** Number of pictures in rows without cells. */
  readonly orphanCount: number
  readonly faults: readonly string[]
}

/**
 * Writes names of pictures into the cells of their rows. A name is derived from the content, because names within
 * workbooks (`image1.png`) are the same in all of them, and imports remember pictures by name.
 */
export async function placePictures(
  workbook: Workbook,
  pictures: readonly AnchoredPicture[],
  header: readonly string[],
  [gallery, single]: readonly PictureColumn[],
  store: RowStore,
): Promise<PlacedPictures> {
  const names = new Map<string, string | undefined>()
  const parts = new Map<string, string>()
  const faults: string[] = []
  const byRow = new Map<number, string[]>()
  for (const { row, part } of pictures.toSorted((left, right) => left.column - right.column)) {
    if (!names.has(part)) names.set(part, await nameByContent(workbook, part, faults))
    const name = names.get(part)
    if (name === undefined) continue
    parts.set(name, part)
    byRow.set(row, [...(byRow.get(row) ?? []), name])
  }
  const whole = [...header]
  const columns = [gallery, single].map((column) => findColumn(whole, header, column, gallery))
  let orphanCount = 0
  for (const [row, sources] of byRow) {
    const isFound = store.change(row, (cells) => {
      const changed = whole.map((_, index) => cells[index] ?? '')
      const [first = ''] = sources
      const [all, one] = columns
      if (all !== undefined) changed[all] = joinSources(changed[all] ?? '', sources, gallery?.separator)
      if (one !== undefined) changed[one] ||= first
      return changed
    })
    if (!isFound) orphanCount += sources.length
  }
  return { header: whole, parts, orphanCount, faults }
}

async function nameByContent(workbook: Workbook, part: string, faults: string[]): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of workbook.readPicture(part)) hash.update(chunk)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    faults.push(`a picture was left out: ${error.reason}`)
    return undefined
  }
  return `workbook-${hash.digest('hex').slice(0, 32)}${posix.extname(part).toLowerCase()}`
}

/**
 * Finds or adds the column for a picture. The column of single pictures is added only together with that of all
 * pictures, because the blank cells of a new column clear what is stored.
 */
function findColumn(
  whole: string[],
  header: readonly string[],
  column: PictureColumn | undefined,
  gallery: PictureColumn | undefined,
): number | undefined {
  if (!column) return undefined
  const index = findIndex(header, column)
  if (index !== -1) return index
  return gallery && findIndex(header, gallery) !== -1 ? undefined : whole.push(column.names[0]) - 1
}

function findIndex(header: readonly string[], { names }: PictureColumn): number {
  const folded = new Set(names.map(foldColumnName))
  return header.findIndex((name) => folded.has(foldColumnName(name)))
}

function joinSources(cell: string, sources: readonly string[], separator: string | undefined): string {
  if (separator === undefined) return cell || (sources[0] ?? '')
  return [...(cell.trim() === '' ? [] : [cell]), ...sources].join(separator)
}
