import { cutText } from '../../cells.ts'
import { BRAND_MAX_LENGTH, type DraftProduct, SAFETY_INFORMATION_MAX_LENGTH } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { CsvSheet } from '../../files/csv-sheet.ts'
import { readPictures } from './vitrine-cells.ts'
import type { VitrineSheet } from './vitrine-columns.ts'

export function readSafety(
  sheet: VitrineSheet,
  row: CsvRow,
): Pick<DraftProduct, 'manufacturer' | 'responsiblePerson' | 'safetyInformation' | 'pictograms'> {
  const pictograms = readPictures(sheet, row, 'pictograms')
  for (const { source, alt } of pictograms ?? []) {
    if (alt) continue
    const name = cutText(source, 60)
    const reason = `"${name}" has no alternative text, which screen readers need; write "${name} | Flammable", for example`
    sheet.warn(row, 'pictograms', reason)
  }
  return {
    manufacturer: sheet.readText(row, 'manufacturer', BRAND_MAX_LENGTH),
    responsiblePerson: sheet.readText(row, 'responsiblePerson', BRAND_MAX_LENGTH),
    safetyInformation: readSafetyInformation(sheet, row),
    pictograms,
  }
}

/** @returns null if the cell is blank */
export function readSafetyInformation<Field extends string>(
  sheet: CsvSheet<Field | 'safetyInformation'>,
  row: CsvRow,
): string | null | undefined {
  const text = sheet.readLongText(row, 'safetyInformation', SAFETY_INFORMATION_MAX_LENGTH)
  return text === undefined ? undefined : text.replaceAll(/\r\n?/g, '\n') || null
}
