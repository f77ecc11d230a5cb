import { QUANTITY_MAX } from './enquiry-fields.ts'

/** What a buyer has to know before ordering a variant. Quantities are pieces. */
export interface OrderTerms {
  /** An order has to be a multiple of this quantity. */
  readonly packSize?: number | undefined
  readonly minimumQuantity?: number | undefined
  /** The lead time as the owner wrote it. A number or a range such as '5-7' means days. */
  readonly leadTime?: string | undefined
}

export const ORDER_TERMS = ['packSize', 'minimumQuantity', 'leadTime'] as const satisfies readonly (keyof OrderTerms)[]

/** The terms that limit a quantity, with texts in the site's language. */
export interface QuantityTerms extends Pick<OrderTerms, 'packSize' | 'minimumQuantity'> {
  /** A message about a quantity that does not fit; '{quantity}' stands for the next one that does. */
  readonly misfit: string
  /** Label of a button that enters the quantity that fits. */
  readonly use: string
}

/** Fills in a text of `QuantityTerms`. @param quantity the formatted quantity */
export function fillInQuantity(text: string, quantity: string): string {
  return text.replace('{quantity}', quantity)
}

/**
 * Finds the quantity to order instead of one that does not fit. It is the next higher one or, above the maximum of an enquiry,
 * the last one below.
 * @returns the same quantity if it fits or is not a quantity
 */
export function findFittingQuantity(
  quantity: number,
  { packSize = 1, minimumQuantity = 1 }: Pick<OrderTerms, 'packSize' | 'minimumQuantity'>,
): number {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) return quantity
  const next = Math.ceil(Math.max(quantity, minimumQuantity) / packSize) * packSize
  return next <= QUANTITY_MAX ? next : Math.floor(QUANTITY_MAX / packSize) * packSize
}
