import './add-to-enquiry.css'
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { isSameItem, listPath } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity, type QuantityTerms } from '../../../shared/order-terms.ts'
import { Form, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { Icon } from '../icon.tsx'
import { addToDeviceList, useDeviceList } from './device-list.ts'
import { QuantityNotice } from './quantity-notice.tsx'

interface AddToEnquiryProps {
  readonly slug: string
  readonly name: string
  /** Null if the product has none; undefined in a list that shows the product without choosing a variant. */
  readonly variant?: string | null | undefined
  /** Whether only an icon button is shown, which adds one piece or, if the product is on the list, opens the list. */
  readonly isCompact?: boolean
  /** Set if not every quantity fits. Others are accepted too, but a notice says which one fits. */
  readonly terms?: QuantityTerms | null
}

/** Without scripts, the form opens the contact page with the list in its URL. */
export function AddToEnquiry({ slug, name, variant, isCompact = false, terms = null }: AddToEnquiryProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const navigate = useNavigate()
  const items = useDeviceList()
  const [outcome, setOutcome] = useState<'added' | 'full' | null>(null)
  const lowest = terms ? findFittingQuantity(1, terms) : 1
  const [quantity, setQuantity] = useState(lowest)
  const input = useRef<HTMLInputElement>(null)
  const noticeId = useId()
  // The visitor may have entered another quantity before hydration, which a controlled input would overwrite.
  useLayoutEffect(() => setQuantity(Number(input.current?.value)), [])
  const added = { product: slug, variant: variant ?? null }
  const listed = items.filter((item) => (variant === undefined ? item.product === slug : isSameItem(item, added)))
  const listedQuantity = listed.reduce((sum, { quantity }) => sum + quantity, 0)
  const isListed = listedQuantity > 0
  const isFull = items.length >= ENQUIRY_ITEMS_MAX && !isListed
  const isRefused = isFull && outcome === 'full'

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isCompact && isListed) return void navigate(listPath(items))
    setOutcome(addToDeviceList({ ...added, quantity: isCompact ? 1 : quantity, note: '' }) ? 'added' : 'full')
  }

  const inputs = (
    <>
      <input type="hidden" name="product" value={slug} />
      {variant ? <input type="hidden" name="variant" value={variant} /> : null}
    </>
  )
  const writeFull = () => texts.full(ENQUIRY_ITEMS_MAX)
  const listedText = texts.listed(listedQuantity)
  if (isCompact) {
    return (
      <Form action={CONTACT_PATH} className="add-to-enquiry-row" data-in-place="" onSubmit={submit}>
        {inputs}
        <button
          type="submit"
          aria-label={isListed ? `${name}. ${listedText}. ${texts.show}` : texts.addProduct(name)}
          title={isListed ? `${listedText}. ${texts.show}` : isFull ? writeFull() : texts.add}
          aria-disabled={isFull || undefined}
          data-added={isListed ? '' : undefined}
          onClick={ignoreDoubleClick}
        >
          <Icon path={isListed ? 'M5 13l5 5 9-11' : 'M12 5v14M5 12h14'} />
          {listedQuantity > 1 ? <span>{messages.formatCount(listedQuantity)}</span> : null}
        </button>
        <span className="visually-hidden" role="status">
          {isRefused ? writeFull() : outcome && isListed ? listedText : null}
        </span>
      </Form>
    )
  }
  return (
    <Form
      action={CONTACT_PATH}
      className="add-to-enquiry cluster"
      lang={messages.langAttribute}
      data-in-place=""
      onSubmit={submit}
    >
      {inputs}
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
      <button type="submit" className="button" onClick={ignoreDoubleClick}>
        {isListed ? texts.addMore : texts.add}
      </button>
      <p role="status" className="caption">
        {isRefused ? writeFull() : isListed ? <Link to={listPath(items)}>{listedText}</Link> : null}
      </p>
    </Form>
  )
}

/** The second click of a double click would add the product again, or open the list that the first one added to. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}
