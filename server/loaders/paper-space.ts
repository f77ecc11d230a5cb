/**
 * Estimates how much room texts take on paper, on the high side, because fonts differ. A4 and Letter share 184 by 253
 * mm within margins of 13 mm.
 */

/** Height of two pages, without the site's name, the owner's contact, and the space that page breaks leave blank. */
export const TWO_PAGES_MM = 465

export const PAGE_WIDTH_MM = 184

/** Height of a heading with the space around it. */
export const HEADING_MM = 9

const LINE_MM = 4
const ROW_EDGES_MM = 1.3
const CHARACTER_MM = 1.65

/** Lines that break between words are not filled. */
const FILLED = 0.88

/** East Asian letters, and pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\p{Extended_Pictographic}]/u
const NARROW = /[\p{Ll}\p{P}\s]/u

interface Cell {
  readonly text: string
  readonly widthMm: number
}

export function measureRow(cells: readonly Cell[]): number {
  return ROW_EDGES_MM + LINE_MM * Math.max(...cells.map(countLines))
}

function countLines({ text, widthMm }: Cell): number {
  let characters = 0
  for (const character of text) characters += WIDE.test(character) ? 2 : NARROW.test(character) ? 1 : 1.4
  const lines = (characters * CHARACTER_MM) / widthMm
  return lines <= 1 ? 1 : Math.ceil(lines / FILLED)
}

interface FittingRows<Row> {
  readonly rows: readonly Row[]
  readonly restCount: number
  readonly heightMm: number
}

/**
 * If some items are left out, there is room for a note about them.
 * @param write called only for the first of what may be thousands of items
 */
export function takeFitting<Item, Row>(
  items: readonly Item[],
  roomMm: number,
  write: (item: Item) => Row,
  measure: (row: Row) => number,
): FittingRows<Row> {
  const noteMm = measureRow([{ text: '', widthMm: PAGE_WIDTH_MM }]) + LINE_MM
  const rows: Row[] = []
  let heightMm = 0
  /** The first rows that leave room for the note, and their height with it. */
  let withNote = { count: 0, heightMm: noteMm }
  for (const item of items) {
    const row = write(item)
    heightMm += measure(row)
    if (heightMm > roomMm)
      return {
        rows: rows.slice(0, withNote.count),
        restCount: items.length - withNote.count,
        heightMm: withNote.heightMm,
      }
    rows.push(row)
    if (heightMm + noteMm <= roomMm) withNote = { count: rows.length, heightMm: heightMm + noteMm }
  }
  return { rows, restCount: 0, heightMm }
}
