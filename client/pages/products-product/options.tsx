import './options.css'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ShownProduct } from '../../../shared/shown-product.ts'
import { productPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { findFittingQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { QuantityNotice } from '../../components/enquiry-list/quantity-notice.tsx'

/** Values are links to variants, so that a choice can be shared and needs no scripts. */
export function Options({ product, chosen }: { readonly product: ShownProduct; readonly chosen: ProductVariant }) {
  const messages = useMessages()
  const lang = product.langs?.specification
  return product.options.map((option, position) => (
    <div key={option.name} className="option" role="group" aria-label={option.name}>
      <p className="caption" lang={lang}>
        <span>{option.name}</span>
        <span>{': '}</span>
        <span className="option-chosen">{chosen.optionValues[position] ?? ''}</span>
      </p>
      <ul className="cluster">
        {option.values.map((value) => {
          const variant = findVariant(product, chosen, position, value)
          const isAvailable = variant.availability !== 'OutOfStock'
          return (
            <li key={value}>
              <Link
                to={productPath(product.slug, variant.key)}
                className="option-value"
                replaces
                keepsScroll
                aria-current={chosen.optionValues[position] === value ? 'true' : undefined}
                data-available={isAvailable}
              >
                <span lang={lang}>{value}</span>
                {isAvailable ? null : <span className="visually-hidden">{` (${messages.notAvailable})`}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  ))
}

/** Of several variants with this value, returns the one that has most other values in common with the chosen one. */
function findVariant(
  { variants }: ShownProduct,
  chosen: ProductVariant,
  position: number,
  value: string,
): ProductVariant {
  const similarity = (variant: ProductVariant) =>
    variant.optionValues.filter((other, index) => index !== position && other === chosen.optionValues[index]).length
  return variants
    .filter((variant) => variant.optionValues[position] === value)
    .reduce((best, variant) => (similarity(variant) > similarity(best) ? variant : best))
}

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
      <label className="labelled">
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
