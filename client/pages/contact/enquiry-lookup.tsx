import { useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSitePath, useMessages } from '../../base/context.tsx'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, ENQUIRY_LENGTHS } from '../../../shared/enquiry-fields.ts'
import { formatReference, REFERENCE_LENGTH, isSameItem, listPath } from '../../../shared/enquiry-items.ts'
import type { EnquiryLookup as EnquiryLookupData, LookedUpEnquiry, SentItem } from '../../../shared/page-data.ts'
import { Link } from '../../base/link.tsx'
import { isPlainClick } from '../../base/plain-click.ts'
import { getDeviceList, setDeviceList } from '../../components/enquiry-list/device-list.ts'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'
import { DescriptionItem } from '../../components/description-item.tsx'

interface EnquiryLookupProps {
  readonly lookup: EnquiryLookupData | null
  /** Label of the link that puts the products of an enquiry onto the list. */
  readonly useAgainLabel: string
}

export function EnquiryLookup({ lookup, useAgainLabel }: EnquiryLookupProps) {
  const messages = useMessages()
  const enquiry = lookup?.enquiry
  return (
    <section className="enquiry stack" lang={messages.langAttribute} aria-labelledby="enquiry-lookup-heading">
      <h2 id="enquiry-lookup-heading">{messages.enquiry.lookupHeading}</h2>
      {enquiry ? <Status enquiry={enquiry} /> : null}
      {enquiry && enquiry.items.length > 0 ? (
        <>
          <SentItems items={enquiry.items} />
          <UseAgain items={enquiry.items} label={useAgainLabel} />
        </>
      ) : null}
      {enquiry?.request ? (
        <p className="enquiry-sent-text" id={MESSAGE_ID}>
          {enquiry.request}
        </p>
      ) : null}
      {lookup && enquiry?.request === null ? (
        <MessageForm reference={enquiry.reference} typedEmail={lookup.typedEmail} />
      ) : null}
      <form className="enquiry-lookup" method="get" action={useSitePath()(CONTACT_PATH)}>
        <PinInput
          key={lookup?.typed ?? ''}
          label={messages.enquiry.reference}
          name="reference"
          length={REFERENCE_LENGTH}
          required
          aria-describedby="enquiry-lookup-hint"
          {...(lookup ? { defaultValue: lookup.typed.toUpperCase() } : {})}
          {...(lookup && !lookup.enquiry ? { error: messages.enquiry.unknown(lookup.typed) } : {})}
        />
        <button type="submit" className="button">
          {messages.enquiry.lookUp}
        </button>
        <p className="caption" id="enquiry-lookup-hint">
          {messages.enquiry.lookupHint}
        </p>
      </form>
    </section>
  )
}

/** Id of the message, or of the reason why it is not shown. The browser scrolls to it. */
const MESSAGE_ID = 'enquiry-lookup-message'

function Status({ enquiry }: { readonly enquiry: LookedUpEnquiry }) {
  const { enquiry: texts } = useMessages()
  const { reference, receivedAt, receivedOn, answeredAt, answeredOn } = enquiry
  const state = answeredAt === null ? 'received' : 'answered'
  return (
    <dl className="enquiry-status stack" data-state={state}>
      <DescriptionItem term={texts.reference}>{formatReference(reference)}</DescriptionItem>
      <DescriptionItem term={texts.status}>{texts.states[state]}</DescriptionItem>
      <DescriptionItem term={texts.receivedOn}>
        <time dateTime={receivedAt}>{receivedOn}</time>
      </DescriptionItem>
      {answeredAt === null ? null : (
        <DescriptionItem term={texts.answeredOn}>
          <time dateTime={answeredAt}>{answeredOn}</time>
        </DescriptionItem>
      )}
    </dl>
  )
}

function SentItems({ items }: { readonly items: readonly SentItem[] }) {
  const messages = useMessages()
  return (
    <ul className="enquiry-sent-items" aria-label={messages.enquiry.products}>
      {items.map(({ name, variantName, sku, quantity, note }) => (
        <li key={[name, variantName, sku].join()}>
          <span>{`${quantity} ×`}</span>
          <div>
            <p>{[name, variantName].filter(Boolean).join(', ')}</p>
            {[sku, note].filter(Boolean).map((text) => (
              <p key={text} className="caption">
                {text}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/**
 * Puts the products of a sent enquiry onto the list. Products already there keep their note and the larger quantity, so
 * a second click changes nothing. Without scripts, the products are in the link's URL, after those of the page.
 */
function UseAgain({ items, label }: { readonly items: readonly SentItem[]; readonly label: string }) {
  const messages = useMessages()
  const navigate = useNavigate()
  const [isFull, setIsFull] = useState(false)

  function putOnList(event: MouseEvent): void {
    event.preventDefault()
    const device = getDeviceList()
    const kept = device.map((item) => {
      const again = items.find((other) => isSameItem(other, item))
      return again ? { ...item, quantity: Math.max(item.quantity, again.quantity) } : item
    })
    const added = items
      .filter((item) => !device.some((other) => isSameItem(other, item)))
      .map(({ product, variant, quantity, note }) => ({ product, variant, quantity, note }))
    const next = [...kept, ...added]
    if (next.length > ENQUIRY_ITEMS_MAX) return setIsFull(true)
    setDeviceList(next)
    void navigate(listPath(next))
  }

  return (
    <>
      <p>
        <Link
          to={listPath(items)}
          rel="nofollow"
          className="button"
          data-in-place=""
          // A modified click opens the list of the enquiry in another tab.
          onClick={(event) => (isPlainClick(event) ? putOnList(event) : undefined)}
        >
          {label}
        </Link>
      </p>
      <p role="status">{isFull ? messages.enquiryList.full(ENQUIRY_ITEMS_MAX) : null}</p>
    </>
  )
}

/** The e-mail address is sent in the body of a request, because browsers and proxies record URLs. */
function MessageForm({ reference, typedEmail }: { readonly reference: string; readonly typedEmail: string }) {
  const { email, otherEmail, showMessage } = useMessages().enquiry
  const isWrong = typedEmail !== ''
  return (
    <form
      className="enquiry-lookup form-field"
      method="post"
      action={useSitePath()(`${CONTACT_PATH}?lookup#${MESSAGE_ID}`)}
    >
      <input type="hidden" name="reference" value={reference} />
      <label htmlFor="enquiry-lookup-email">{email}</label>
      <input
        id="enquiry-lookup-email"
        className="field"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={ENQUIRY_LENGTHS.email}
        required
        defaultValue={typedEmail}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? MESSAGE_ID : undefined}
      />
      {isWrong ? (
        <p className="form-error" id={MESSAGE_ID}>
          {otherEmail}
        </p>
      ) : null}
      <button type="submit" className="button">
        {showMessage}
      </button>
    </form>
  )
}
