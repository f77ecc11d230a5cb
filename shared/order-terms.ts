import { QUANTITY_MAX } from './enquiry-fields.ts'

/** What a buyer has to know before ordering a variant. Quantities are pieces. */
export interface OrderTerms {
  /** An order is a multiple of this. */
  readonly packSize?: number | undefined
  readonly minimumQuantity?: number | undefined
  /** As the owner wrote it; a number or a range such as '5-7' means days. */
  readonly leadTime?: string | undefined
}

export const ORDER_TERMS = ['packSize', 'minimumQuantity', 'leadTime'] as const satisfies readonly (keyof OrderTerms)[]

/** The terms of a variant that limit its quantity, with texts in the site's language. */
export interface QuantityTerms extends Pick<OrderTerms, 'packSize' | 'minimumQuantity'> {
  /** What is wrong with a quantity that does not fit; '{quantity}' stands for the next one that does. */
  readonly misfit: string
  /** Label of a button that enters the quantity that fits. */
  readonly use: string
}

/** Writes a text of `QuantityTerms`. @param quantity formatted */
export function writeQuantity(text: string, quantity: string): string {
  return text.replace('{quantity}', quantity)
}

/** Picks those terms that are set. */
export function pickOrderTerms({ packSize, minimumQuantity, leadTime }: OrderTerms): OrderTerms {
  return {
    ...(packSize !== undefined && { packSize }),
    ...(minimumQuantity !== undefined && { minimumQuantity }),
    ...(leadTime !== undefined && { leadTime }),
  }
}

/**
 * Finds the quantity to order instead of one that does not fit: the next higher one or, above the highest quantity of an
 * enquiry, the last one below it.
 * @returns the same quantity if it fits, or if it is not a quantity at all
 */
export function findFittingQuantity(
  quantity: number,
  { packSize = 1, minimumQuantity = 1 }: Pick<OrderTerms, 'packSize' | 'minimumQuantity'>,
): number {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) return quantity
  const next = Math.ceil(Math.max(quantity, minimumQuantity) / packSize) * packSize
  return next <= QUANTITY_MAX ? next : Math.floor(QUANTITY_MAX / packSize) * packSize
}
