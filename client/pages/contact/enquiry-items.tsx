import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  ENQUIRY_ITEMS_MAX,
  ITEM_LENGTHS,
  QUANTITY_MAX,
  type EnquiryErrors,
  type EnquiryItem,
} from '../../../shared/enquiry-fields.ts'
import {
  isSameItem,
  ITEM_PARAMETER,
  listPath,
  noteInput,
  quantityInput,
  writeItem,
} from '../../../shared/enquiry-items.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { productPath } from '../../../shared/urls.ts'
import { useDeviceList } from '../../components/enquiry-list/device-list.ts'
import { Link } from '../../base/link.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import { fieldId } from './form-field.tsx'
import type { useListedItems } from './use-listed-items.ts'

interface EnquiryItemsProps {
  readonly list: ReturnType<typeof useListedItems>
  readonly errors: EnquiryErrors
}

/** The products of an enquiry, with their quantities and notes. */
export function EnquiryItems({ list, errors }: EnquiryItemsProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const isHydrated = useHydrated()
  const { search } = useLocation()
  const [isFull, setIsFull] = useState(false)
  const { shown, edited, saved, edit, remove, save } = list
  const device = useDeviceList()
  // A link to the list on this device, which the visitor may have forgotten.
  const reminder =
    saved === null && device.length > 0 ? (
      <p className="enquiry-list-links">
        <Link to={listPath(device)}>{texts.listOf(device.length)}</Link>
      </p>
    ) : null
  if (shown.length === 0) return reminder
  const isFromLink = isHydrated && saved === null && new URLSearchParams(search).has(ITEM_PARAMETER)
  return (
    <div onInput={edit}>
      {reminder}
      {isFromLink ? (
        <p className="enquiry-list-links" role="status">
          {isFull ? texts.full(ENQUIRY_ITEMS_MAX) : texts.fromLink}
          <button type="button" className="text-button" onClick={() => setIsFull(!save())}>
            {texts.save}
          </button>
        </p>
      ) : null}
      <ul className="enquiry-items" aria-label={texts.list}>
        {shown.map((item, index) => (
          <Item
            key={writeItem(item)}
            item={item}
            index={index}
            saved={saved?.find((other) => isSameItem(other, item))}
            errors={errors}
            removePath={listPath(shown.filter((other) => other !== item))}
            onRemove={() => remove(item)}
          />
        ))}
      </ul>
      <p className="enquiry-list-links">
        <Link className="quiet-link" to={ROUTES.products.path}>
          {texts.more}
        </Link>
        {/* This link and those that remove an item hold a list of their own, so they are not `Link`s, which carry one. */}
        <a className="quiet-link" rel="nofollow" href={listPath(edited)}>
          {texts.share}
        </a>
      </p>
    </div>
  )
}

interface ItemProps {
  readonly item: ListedItem
  readonly index: number
  /** The same item in the list on this device. */
  readonly saved: EnquiryItem | undefined
  readonly errors: EnquiryErrors
  readonly removePath: string
  readonly onRemove: () => void
}

function Item({ item, index, saved, errors, removePath, onRemove }: ItemProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const { product, variant, name, variantName, sku, state } = item
  const details = [variantName, sku].filter(Boolean).join(' · ')
  const [quantity, note] = [quantityInput(index), noteInput(index)]
  const ref = useRef<HTMLLIElement>(null)
  const isSaved = saved !== undefined
  // Fills in quantity and note from the device, because a URL has no notes and its quantities may be out of date.
  const fillFromDevice = useEffectEvent(() => {
    for (const field of ref.current?.querySelectorAll('input') ?? [])
      if (field.name === quantity) field.value = String(saved?.quantity)
      else if (field.name === note) field.value = saved?.note ?? ''
  })
  useEffect(() => {
    if (isSaved) fillFromDevice()
  }, [isSaved])
  const error = errors[quantity] ?? errors[note]
  const errorId = `${fieldId(quantity)}-error`
  const describe = (field: typeof quantity | typeof note) =>
    errors[field] === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId }
  return (
    <li ref={ref} data-slug={product} data-state={state}>
      <input type="hidden" name={ITEM_PARAMETER} value={writeItem(item)} />
      {item.image ? <ProductImage image={item.image} place="row" isDecorative /> : null}
      <div className="enquiry-item-name">
        {state === 'vanished' ? name : <Link to={productPath(product, variant ?? '')}>{name}</Link>}
        {details ? <p className="caption">{details}</p> : null}
        {state === 'known' ? null : (
          <p className="form-error">
            {state === 'vanished' ? messages.enquiry.vanished : messages.enquiry.variantVanished}
          </p>
        )}
      </div>
      <label className="enquiry-item-quantity">
        <span className="caption">{texts.quantity}</span>
        <input
          id={fieldId(quantity)}
          className="field"
          type="number"
          name={quantity}
          defaultValue={item.quantity}
          min={0}
          max={QUANTITY_MAX}
          inputMode="numeric"
          autoComplete="off"
          aria-label={texts.quantityOf(name)}
          {...describe(quantity)}
        />
      </label>
      <label className="enquiry-item-note">
        <span className="caption">
          {texts.note} ({messages.enquiry.optional})
        </span>
        <input
          id={fieldId(note)}
          className="field"
          name={note}
          defaultValue={item.note}
          maxLength={ITEM_LENGTHS.note}
          autoComplete="off"
          aria-label={texts.noteOf(name)}
          {...describe(note)}
        />
      </label>
      <a
        href={removePath}
        rel="nofollow"
        className="enquiry-item-remove quiet-link caption"
        aria-label={texts.removeProduct(name)}
        onClick={(event) => {
          event.preventDefault()
          onRemove()
        }}
      >
        {texts.remove}
      </a>
      {error === undefined ? null : (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
    </li>
  )
}
