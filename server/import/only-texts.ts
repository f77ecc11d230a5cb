import type { ImportNotes } from './import-report.ts'

/** Omits the notices that do not concern a file of which only the texts are imported, such as those of prices. */
export function noteOnlyTexts(notes: ImportNotes): ImportNotes {
  return {
    onlyTexts: true,
    warn: (notice, isOfText) => {
      if (isOfText) notes.warn(notice)
    },
    reject: (notice, rowNumber) => notes.reject(notice, rowNumber),
    recordRejectedProduct: (rowNumbers) => notes.recordRejectedProduct(rowNumbers),
    adapt: (adaptation, place) => {
      if (adaptation !== 'barcode' && adaptation !== 'reduction') notes.adapt(adaptation, place)
    },
  }
}
