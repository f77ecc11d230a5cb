import { readPlainText } from '../../cells.ts'
import { readPrice } from '../../prices.ts'
import type { ComputedCell, SourceRow, SystemGroup } from './system.ts'

interface SalePriceRules<Field extends string> {
  readonly regular: Field
  readonly sale: Field
  /** Whether the sale price applies today; always by default. */
  isOnSale?(row: SourceRow<Field>, group: SystemGroup<Field>): boolean
  /** Writes the price in a field, which otherwise is as in the file. */
  write?(row: SourceRow<Field>, field: Field, group: SystemGroup<Field>): string
  /** Whether a row has no price of its own. */
  isUnpriced?(row: SourceRow<Field>, group: SystemGroup<Field>): boolean
}

type Cells<Field extends string> = Readonly<Record<'price' | 'compareAtPrice', ComputedCell<Field>>>

/** Builds the cells of a shop that has a regular and a sale price, which applies only if it is lower. */
export function buildPriceCells<Field extends string>(rules: SalePriceRules<Field>): Cells<Field> {
  const { regular, sale } = rules
  return {
    price: { from: [sale, regular], read: (row, group) => readSalePrice(row, group, rules).price },
    // Without a column of sale prices, stored former prices stay.
    compareAtPrice: { from: [sale], read: (row, group) => readSalePrice(row, group, rules).former },
  }
}

/** @returns the price, and that before the reduction or '' */
export function readSalePrice<Field extends string>(
  row: SourceRow<Field>,
  group: SystemGroup<Field>,
  { regular, sale, isOnSale, write = (own, field) => own.read(field), isUnpriced }: SalePriceRules<Field>,
): { readonly price: string; readonly former: string } {
  if (isUnpriced?.(row, group)) return { price: '', former: '' }
  const [price, reduced] = [write(row, regular, group), write(row, sale, group)]
  if (reduced === '') return { price, former: '' }
  const [usualMinor, reducedMinor] = [readMinor(price, group), readMinor(reduced, group)]
  // Prices that cannot be read are rejected later.
  if (usualMinor === undefined || reducedMinor === undefined) return { price: reduced, former: price }
  if (reducedMinor === 0) return { price, former: '' }
  if (usualMinor === 0) group.warn(row, sale, 'the sale price was left out, because the regular price is missing')
  else if (reducedMinor >= usualMinor) group.adapt(row, sale, 'reduction', reduced)
  else if (isOnSale?.(row, group) ?? true) return { price: reduced, former: price }
  return { price, former: '' }
}

/** @returns 0 without a price, undefined if it cannot be read */
function readMinor(text: string, { currency }: { readonly currency: string }): number | undefined {
  if (text === '') return 0
  const reading = readPrice(readPlainText(text), currency)
  return 'fault' in reading ? undefined : (reading.minor ?? 0)
}
