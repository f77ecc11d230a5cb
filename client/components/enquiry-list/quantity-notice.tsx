import './add-to-enquiry.css'
import { findFittingQuantity, fillInQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { useMessages } from '../../base/context.tsx'

interface QuantityNoticeProps {
  readonly id: string
  readonly quantity: number
  readonly terms: QuantityTerms
  /** Enters a quantity that fits, and moves focus to the field, because the button disappears. */
  readonly onUse: (quantity: number) => void
}

/** The element is always rendered, so that changes are announced. */
export function QuantityNotice({ id, quantity, terms, onUse }: QuantityNoticeProps) {
  const { formatCount } = useMessages()
  const fitting = findFittingQuantity(quantity, terms)
  const shown = formatCount(fitting)
  return (
    <p id={id} role="status" className="quantity-notice caption">
      {fitting === quantity || Number.isNaN(quantity) ? null : (
        <>
          <span>{fillInQuantity(terms.misfit, shown)}</span>{' '}
          <button type="button" className="text-button scripted" onClick={() => onUse(fitting)}>
            {fillInQuantity(terms.use, shown)}
          </button>
        </>
      )}
    </p>
  )
}
