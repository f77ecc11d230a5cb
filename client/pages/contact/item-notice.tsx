import { TOLD_PARAMETER, writeItem } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { QuantityNotice } from '../../components/enquiry-list/quantity-notice.tsx'
import type { AskedItem } from './use-listed-items.ts'

export interface ItemNoticeProps {
  readonly item: AskedItem
  readonly terms: QuantityTerms
  readonly noticeId: string
  readonly fieldId: string
  readonly onUse: (quantity: number) => void
}

/** A hidden input tells the server that the visitor has seen the notice, so it accepts the quantity. */
export function ItemNotice({ item, terms, noticeId, fieldId, onUse }: ItemNoticeProps) {
  return (
    <>
      <QuantityNotice
        id={noticeId}
        quantity={item.quantity}
        terms={terms}
        onUse={(fitting) => {
          onUse(fitting)
          document.getElementById(fieldId)?.focus()
        }}
      />
      {findFittingQuantity(item.quantity, terms) === item.quantity ? null : (
        <input type="hidden" name={TOLD_PARAMETER} value={writeItem(item)} />
      )}
    </>
  )
}
