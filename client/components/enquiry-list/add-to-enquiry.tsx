import './add-to-enquiry.css'
import { useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { isSameItem, listPath } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { Form, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { addToDeviceList, useDeviceList } from './device-list.ts'
import { QuantityNotice } from './quantity-notice.tsx'

interface AddToEnquiryProps {
  readonly slug: string
  /** Part of the names of field and button, if the page has several products. */
  readonly name?: string
  /** Null if the product has none, or none was chosen. */
  readonly variant: string | null
  /** Set if not every quantity fits. Others are accepted too, but a notice says which one fits. */
  readonly terms?: QuantityTerms | null
}

/** Without scripts, the form opens the contact page with the list in its URL. */
export function AddToEnquiry({ slug, name, variant, terms = null }: AddToEnquiryProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const items = useDeviceList()
  const [isFull, setFull] = useState(false)
  const lowest = terms ? findFittingQuantity(1, terms) : 1
  const [quantity, setQuantity] = useState(lowest)
  const input = useRef<HTMLInputElement>(null)
  const noticeId = useId()
  // The visitor may have entered another quantity before hydration, which a controlled input would overwrite.
  useLayoutEffect(() => setQuantity(Number(input.current?.value)), [])
  const added = { product: slug, variant }
  const listed = items.find((item) => isSameItem(item, added))

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setFull(!addToDeviceList({ ...added, quantity, note: '' }))
  }

  return (
    <Form
      action={CONTACT_PATH}
      className="add-to-enquiry cluster"
      lang={messages.langAttribute}
      data-in-place=""
      onSubmit={submit}
    >
      <input type="hidden" name="product" value={slug} />
      {variant ? <input type="hidden" name="variant" value={variant} /> : null}
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
          aria-label={name && texts.quantityOf(name)}
          aria-describedby={terms ? noticeId : undefined}
        />
      </label>
      {terms ? (
        <QuantityNotice
          id={noticeId}
          quantity={quantity}
          terms={terms}
          onUse={(fitting) => {
            setQuantity(fitting)
            input.current!.value = String(fitting)
            input.current!.focus()
          }}
        />
      ) : null}
      <button
        type="submit"
        className="button"
        aria-label={name && (listed ? `${texts.addMore}: ${name}` : texts.addProduct(name))}
        // The second click of a double click would add the product again.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {listed ? texts.addMore : texts.add}
      </button>
      <p role="status" className="caption">
        {listed ? (
          <Link to={listPath(items)}>{texts.listed(listed.quantity)}</Link>
        ) : isFull && items.length >= ENQUIRY_ITEMS_MAX ? (
          texts.full(ENQUIRY_ITEMS_MAX)
        ) : null}
      </p>
    </Form>
  )
}
