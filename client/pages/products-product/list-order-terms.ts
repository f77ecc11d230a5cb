import { ORDER_TERMS, type OrderTerms } from '../../../shared/order-terms.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { ProductPageData } from '../../../shared/page-data.ts'

/** Lists the order terms of a variant with their names. */
export function listOrderTerms(
  variant: OrderTerms,
  names: ProductPageData['orderTerms'],
  { formatCount }: Messages,
): readonly { readonly name: string; readonly value: string }[] {
  return ORDER_TERMS.flatMap((term) => {
    const [name, value] = [names?.[term], variant[term]]
    if (name === undefined || value === undefined) return []
    return [{ name, value: typeof value === 'number' ? formatCount(value) : value }]
  })
}
