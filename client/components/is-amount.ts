import type { Messages } from '../../shared/messages/messages.ts'

/** Returns false for hidden prices and prices on request. */
export function isAmount(price: string, { priceOnRequest }: Messages): boolean {
  return price !== '' && price !== priceOnRequest
}
