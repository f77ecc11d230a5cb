import { readPlainText } from '../../cells.ts'
import { readPrice } from '../../prices.ts'
import type { SourceRow, SystemGroup } from './system.ts'

export interface SalePrice {
  readonly price: string
  /** The price before the reduction, or ''. */
  readonly former: string
}

/**
 * Reads the price of a shop that has a regular and a sale price, which applies only if it is lower.
 * @param isOnSale whether the sale price applies today
 */
export function readSalePrice<Field extends string>(
  row: SourceRow<Field>,
  group: SystemGroup<Field>,
  fields: { readonly regular: Field; readonly sale: Field },
  isOnSale: (row: SourceRow<Field>, group: SystemGroup<Field>) => boolean,
): SalePrice {
  const [regular, sale] = [row.read(fields.regular), row.read(fields.sale)]
  const unreduced = { price: regular, former: '' }
  if (sale === '') return unreduced
  const [usual, reduced] = [readMinor(regular, group), readMinor(sale, group)]
  // Prices that cannot be read are rejected later.
  if (usual === undefined || reduced === undefined) return { price: sale, former: regular }
  if (reduced === 0) return unreduced
  if (usual === 0) group.warn(row, fields.sale, 'the sale price was left out, because the regular price is missing')
  else if (reduced >= usual) group.adapt(row, fields.sale, 'reduction', sale)
  else if (isOnSale(row, group)) return { price: sale, former: regular }
  return unreduced
}

/** @returns 0 without a price, undefined if it cannot be read */
function readMinor(text: string, { currency }: { readonly currency: string }): number | undefined {
  if (text === '') return 0
  const reading = readPrice(readPlainText(text), currency)
  return 'fault' in reading ? undefined : (reading.minor ?? 0)
}
