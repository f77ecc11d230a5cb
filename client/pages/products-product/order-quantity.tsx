import { useId, useLayoutEffect, useRef, useState } from 'react'
import { QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { findFittingQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { useMessages } from '../../base/messages-context.ts'
import { QuantityNotice } from '../../components/enquiry-list/quantity-notice.tsx'

/**
 * This field is for products sold in packs or from a minimum quantity. It begins with the lowest quantity that fits.
 * Others are accepted, but a notice says which one fits.
 */
export function OrderQuantity({ terms }: { readonly terms: QuantityTerms }) {
  const { enquiryList: texts } = useMessages()
  const lowest = findFittingQuantity(1, terms)
  const [quantity, setQuantity] = useState(lowest)
  const input = useRef<HTMLInputElement>(null)
  const noticeId = useId()
  // The visitor may have entered another quantity before hydration, which a controlled input would overwrite.
  useLayoutEffect(() => setQuantity(Number(input.current?.value)), [])
  return (
    <>
      <label>
        <span className="caption">{texts.quantity}</span>
        <input
          ref={input}
          className="field"
          type="number"
          name="quantity"
          defaultValue={lowest}
          onChange={({ currentTarget }) => setQuantity(Number(currentTarget.value))}
          min={1}
          max={QUANTITY_MAX}
          required
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={noticeId}
        />
      </label>
      <QuantityNotice
        id={noticeId}
        quantity={quantity}
        terms={terms}
        onUse={(fitting) => {
          setQuantity(fitting)
          if (!input.current) return
          input.current.value = String(fitting)
          input.current.focus()
        }}
      />
    </>
  )
}
