import './add-to-enquiry.css'
import { useState, type FormEvent } from 'react'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { isSameItem, listPath } from '../../../shared/enquiry-items.ts'
import { CarriedInputs } from '../../base/carried-list.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../../base/link.tsx'
import { addToDeviceList, useDeviceList } from './device-list.ts'

interface AddToEnquiryProps {
  readonly slug: string
  readonly name: string
  readonly variant?: string | null
  /** Shows only an icon button, which adds one piece. */
  readonly isCompact?: boolean
}

/** Adds a product to the enquiry list. Without scripts the form opens the contact page with the list in its URL. */
export function AddToEnquiry({ slug, name, variant = null, isCompact = false }: AddToEnquiryProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const items = useDeviceList()
  const [isAdded, setIsAdded] = useState<boolean | null>(null)
  const isListed = items.some((item) => isSameItem(item, { product: slug, variant }))

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const quantity = Number(new FormData(event.currentTarget).get('quantity') ?? 1)
    setIsAdded(addToDeviceList({ product: slug, variant, quantity, note: '' }))
  }

  const isFull = items.length >= ENQUIRY_ITEMS_MAX && !isListed
  const outcome = isAdded === false ? texts.full(ENQUIRY_ITEMS_MAX) : isAdded && isListed ? texts.added : null
  const inputs = (
    <>
      <CarriedInputs />
      <input type="hidden" name="product" value={slug} />
      {variant ? <input type="hidden" name="variant" value={variant} /> : null}
    </>
  )
  if (isCompact) {
    return (
      <form action={CONTACT_PATH} className="add-to-enquiry-row" onSubmit={add}>
        {inputs}
        <button
          type="submit"
          aria-label={texts.addProduct(name)}
          title={isFull ? texts.full(ENQUIRY_ITEMS_MAX) : texts.add}
          aria-disabled={isFull || undefined}
          data-added={isListed ? '' : undefined}
        >
          <Icon path={isListed ? 'M5 13l5 5 9-11' : 'M12 5v14M5 12h14'} />
        </button>
        <span className="visually-hidden" role="status">
          {outcome}
        </span>
      </form>
    )
  }
  return (
    <form action={CONTACT_PATH} className="add-to-enquiry" lang={messages.langAttribute} onSubmit={add}>
      {inputs}
      <label>
        <span className="caption">{texts.quantity}</span>
        <input
          className="field"
          type="number"
          name="quantity"
          defaultValue={1}
          min={1}
          max={QUANTITY_MAX}
          required
          inputMode="numeric"
          autoComplete="off"
        />
      </label>
      <button type="submit" className="button">
        {texts.add}
      </button>
      <p role="status">
        {outcome ? (
          <>
            {outcome} <Link to={listPath(items)}>{texts.show}</Link>
          </>
        ) : null}
      </p>
    </form>
  )
}
