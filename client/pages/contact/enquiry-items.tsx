import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSitePath, useMessages, useHydrated, useFrame } from '../../base/context.tsx'
import { ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryErrors } from '../../../shared/enquiry-fields.ts'
import {
  fitAddress,
  ITEM_PARAMETER,
  listPath,
  writeItem,
  noteInput,
  pastedInput,
  quantityInput,
  TOLD_PARAMETER,
} from '../../../shared/enquiry-items.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { productPath } from '../../../shared/urls.ts'
import { useDeviceList } from '../../components/enquiry-list/device-list.ts'
import { Link } from '../../base/link.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import type { TakeAwayTexts } from '../../../shared/messages/server-texts/en.ts'
import { fieldId } from './enquiry-fields.tsx'
import type { AskedItem, EnquiryList, ItemChange } from './use-listed-items.ts'
import { findFittingQuantity } from '../../../shared/order-terms.ts'
import { QuantityNotice } from '../../components/enquiry-list/quantity-notice.tsx'
import { TakeAway } from '../../components/take-away.tsx'

interface EnquiryItemsProps {
  readonly list: EnquiryList
  readonly errors: EnquiryErrors
  readonly takeAwayTexts: TakeAwayTexts
}

export function EnquiryItems({ list, errors, takeAwayTexts }: EnquiryItemsProps) {
  const messages = useMessages()
  const sitePath = useSitePath()
  const texts = messages.enquiryList
  const isHydrated = useHydrated()
  const { search } = useLocation()
  const [isFull, setIsFull] = useState(false)
  const { shown, asked, isOnDevice, save } = list
  const device = useDeviceList()
  // The visitor may have forgotten the list on this device, so the page links to it.
  const reminder =
    !isOnDevice && device.length > 0 ? (
      <p className="enquiry-list-links cluster">
        <Link to={listPath(device)}>{texts.listOf(device.length)}</Link>
      </p>
    ) : null
  if (shown.length === 0) return reminder
  const beyondLink = asked.length - fitAddress(asked).length
  const isFromLink = isHydrated && !isOnDevice && new URLSearchParams(search).has(ITEM_PARAMETER)
  return (
    <div>
      {reminder}
      {isFromLink ? (
        <p className="enquiry-list-links cluster" role="status">
          <span>{isFull ? texts.full(ENQUIRY_ITEMS_MAX) : texts.fromLink}</span>
          <button type="button" className="text-button" onClick={() => setIsFull(!save())}>
            {texts.save}
          </button>
        </p>
      ) : null}
      <ul className="enquiry-lines enquiry-items" aria-label={texts.list}>
        {shown.map((item, index) => (
          <Item
            key={`${item.product}:${item.variant}`}
            item={item}
            index={index}
            errors={errors}
            askedIndex={asked.indexOf(item)}
            removePath={listPath(shown.filter((other) => other !== item))}
            list={list}
          />
        ))}
      </ul>
      {errors.items === undefined ? null : (
        <p className="form-error" role="alert">
          {errors.items}
        </p>
      )}
      <p className="enquiry-list-links cluster">
        <Link className="quiet-link" to={ROUTES.products.path}>
          {texts.more}
        </Link>
        {/* The URL of this link has a list of its own. A `Link` would add the list of the page. */}
        <a className="quiet-link" rel="nofollow" href={sitePath(listPath(asked))}>
          {texts.share}
        </a>
        <span className="take-away-place">
          {isHydrated ? <TakeListAway items={asked} texts={takeAwayTexts} /> : null}
        </span>
      </p>
      {beyondLink > 0 ? <p className="caption">{messages.enquiry.notInLink(beyondLink)}</p> : null}
    </div>
  )
}

interface ItemProps extends Omit<EnquiryItemsProps, 'takeAwayTexts'> {
  readonly item: AskedItem
  readonly index: number
  /** Index in the submission, by which errors are named; items with a quantity of 0 are not submitted. */
  readonly askedIndex: number
  readonly removePath: string
}

function Item({ item, index, askedIndex, list, errors, removePath }: ItemProps) {
  const messages = useMessages()
  const sitePath = useSitePath()
  const texts = messages.enquiryList
  const { product, variant, name, variantName, sku, state, quantityTerms } = item
  const details = [variantName, sku].filter(Boolean).join(' · ')
  const [quantity, note] = [quantityInput(index), noteInput(index)]
  const [quantityError, noteError] = [errors[quantityInput(askedIndex)], errors[noteInput(askedIndex)]]
  const error = quantityError ?? noteError
  const errorId = `${fieldId(quantity)}-error`
  const noticeId = `${fieldId(quantity)}-notice`
  const describe = (message: string | undefined) =>
    message === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId }
  const edit = (change: ItemChange) => list.edit((other) => (other === item ? change : {}))
  return (
    <li className="cluster" data-slug={product} data-state={state}>
      <input type="hidden" name={ITEM_PARAMETER} value={writeItem(item)} />
      {item.pasted === undefined ? null : <input type="hidden" name={pastedInput(index)} value={item.pasted} />}
      {item.image ? <ProductImage image={item.image} place="row" isDecorative /> : null}
      <div className="enquiry-item-name">
        {state === 'vanished' ? (
          <span>{name}</span>
        ) : (
          <Link to={productPath(product, variant ?? '')} lang={item.lang}>
            {name}
          </Link>
        )}
        {details ? <p className="caption">{details}</p> : null}
        {item.pasted === undefined ? null : (
          <p className="caption enquiry-item-pasted">{`${messages.enquiry.pasted}: ${item.pasted}`}</p>
        )}
        {state === 'known' ? null : (
          <p className="form-error">
            {state === 'vanished' ? messages.enquiry.vanished : messages.enquiry.variantVanished}
          </p>
        )}
      </div>
      <label className="enquiry-line-quantity labelled">
        <span className="caption">{texts.quantity}</span>
        <input
          id={fieldId(quantity)}
          className="field"
          type="number"
          name={quantity}
          value={item.quantityText}
          onChange={({ currentTarget }) => edit({ quantityText: currentTarget.value })}
          min={0}
          max={QUANTITY_MAX}
          inputMode="numeric"
          autoComplete="off"
          aria-label={texts.quantityOf(name)}
          aria-describedby={quantityTerms && noticeId}
          {...describe(quantityError)}
        />
      </label>
      <label className="enquiry-item-note labelled">
        <span className="caption">{`${texts.note} (${messages.enquiry.optional})`}</span>
        <input
          id={fieldId(note)}
          className="field"
          name={note}
          value={item.note}
          onChange={({ currentTarget }) => edit({ note: currentTarget.value })}
          autoComplete="off"
          aria-label={texts.noteOf(name)}
          {...describe(noteError)}
        />
      </label>
      <a
        href={sitePath(removePath)}
        rel="nofollow"
        className="enquiry-item-remove quiet-link caption"
        aria-label={texts.removeProduct(name)}
        onClick={(event) => {
          event.preventDefault()
          // The focused link is removed together with its item.
          event.currentTarget.closest('.stepper-panel')?.querySelector('h3')?.focus({ preventScroll: true })
          list.remove(item)
        }}
      >
        {texts.remove}
      </a>
      {quantityTerms ? (
        <QuantityNotice
          id={noticeId}
          quantity={item.quantity}
          terms={quantityTerms}
          onUse={(fitting) => {
            edit({ quantityText: String(fitting) })
            document.getElementById(fieldId(quantity))?.focus()
          }}
        />
      ) : null}
      {quantityTerms && findFittingQuantity(item.quantity, quantityTerms) !== item.quantity ? (
        // This tells the server that the visitor has seen the notice, so it accepts the quantity.
        <input type="hidden" name={TOLD_PARAMETER} value={writeItem(item)} />
      ) : null}
      {error === undefined ? null : (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
    </li>
  )
}

function TakeListAway({ items, texts }: { readonly items: readonly AskedItem[]; readonly texts: TakeAwayTexts }) {
  const { sku, enquiry } = useMessages()
  const { siteUrl } = useFrame()
  const sitePath = useSitePath()
  const { product, variant, quantity, note } = enquiry
  return (
    <TakeAway
      name="list"
      texts={texts}
      writeRows={() => [
        [product, variant, sku, quantity, note, texts.address],
        ...items.map((item) => [
          item.name,
          item.variantName ?? '',
          item.sku ?? '',
          item.quantityText,
          item.note,
          siteUrl + sitePath(productPath(item.product, item.variant ?? '')),
        ]),
      ]}
    />
  )
}
