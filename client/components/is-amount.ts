import type { Messages } from '../../shared/messages/messages.ts'

/** Whether the text of a price is an amount: neither hidden nor on request. */
export function isAmount(price: string, { priceOnRequest }: Messages): boolean {
  return price !== '' && price !== priceOnRequest
}
