import type { CsvRow } from '../../files/csv-file.ts'
import type { DraftImage } from '../../draft-product.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import type { WooCommerceSheet } from './woocommerce-sheet.ts'

/**
 * The pictures of a row, the main one first, each once.
 * @returns undefined where the file has no column for them
 */
export function readImages(sheet: WooCommerceSheet, row: CsvRow): readonly DraftImage[] | undefined {
  const sources = sheet.readList(row, 'images')
  if (sources === undefined) return undefined
  const line = sources.length > 0 ? sheet.lineOf(row, 'images') : row.line
  const images = new Map<string, DraftImage>()
  for (const source of sources) {
    const key = pictureAddressKey(source)
    if (!images.has(key))
      images.set(key, { source, alt: undefined, line, row: row.number, column: sheet.columnName('images') })
  }
  return [...images.values()]
}

/** The picture of a variation. */
export function readVariationImage(sheet: WooCommerceSheet, row: CsvRow): DraftImage | null | undefined {
  const images = readImages(sheet, row)
  return images && (images[0] ?? null)
}
