import type { ShownColumn } from '../../../shared/shown-catalog.ts'
import type { ListedProduct, ListingColumn } from '../../catalog/search/listing.ts'

/** A number, range or fraction, with or without a unit: '5', '-0,5 mm', '1/4 in', '5–35 °C'. */
const NUMBER = /^[<>≤≥±+–-]?\s?\d[\d.,\s'’]*(?:\s?[-–/×x]\s?\d[\d.,]*)*\s?[^\d\s]{0,6}$/

/** A column is aligned as numbers if all its cells on this page are. */
export function buildColumns(
  columns: readonly ListingColumn[],
  items: readonly ListedProduct[],
): readonly ShownColumn[] {
  const shown = columns.filter(({ isShown }) => isShown)
  return columns.map((column) => {
    const { key, name, isShown } = column
    const cells = items.flatMap(({ values }) => values?.[shown.indexOf(column)] || [])
    const isNumeric = cells.length > 0 && cells.every((cell) => NUMBER.test(cell))
    return { key, name, isShown, ...(isNumeric && { isNumeric }) }
  })
}
