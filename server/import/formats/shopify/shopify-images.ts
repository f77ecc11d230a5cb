import { cutText, readPlainText } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { ALT_MAX_LENGTH, type DraftImage } from '../../draft-product.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'
import type { ShopifyField } from './shopify-columns.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

/**
 * The gallery of a product, from all of its rows: a picture on a variant's row is just the next one of the gallery.
 * @returns undefined where the file has no column for pictures
 */
export function readGallery(sheet: ShopifySheet, rows: readonly CsvRow[]): readonly DraftImage[] | undefined {
  if (!sheet.has('imageUrl')) return undefined
  const images: { image: DraftImage; position: number }[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const image = readImage(sheet, row, 'imageUrl')
    if (!image || seen.has(pictureAddressKey(image.source))) continue
    seen.add(pictureAddressKey(image.source))
    images.push({ image: { ...image, alt: readAlt(sheet, row) }, position: readPosition(sheet, row) })
  }
  return images.sort((left, right) => left.position - right.position).map(({ image }) => image)
}

/** The picture of a variant, which only its own column names. */
export function readVariantImage(sheet: ShopifySheet, row: CsvRow): DraftImage | null | undefined {
  return sheet.has('variantImageUrl') ? (readImage(sheet, row, 'variantImageUrl') ?? null) : undefined
}

function readImage(sheet: ShopifySheet, row: CsvRow, field: ShopifyField): DraftImage | undefined {
  const source = readPlainText(sheet.read(row, field) ?? '')
  if (source === '') return undefined
  return { source, alt: undefined, line: sheet.lineOf(row, field), row: row.number, column: sheet.columnName(field) }
}

function readAlt(sheet: ShopifySheet, row: CsvRow): string | null | undefined {
  const cell = sheet.read(row, 'imageAlt')
  return cell === undefined ? undefined : cutText(readPlainText(cell), ALT_MAX_LENGTH) || null
}

/** Pictures without a position come last, in the order of their rows. */
function readPosition(sheet: ShopifySheet, row: CsvRow): number {
  const text = (sheet.read(row, 'imagePosition') ?? '').trim()
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}
