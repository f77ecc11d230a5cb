import type { ReactNode } from 'react'
import { CONTACT_PATH, ENQUIRY_LENGTHS, formatReference, REFERENCE_LENGTH } from '../../../shared/enquiry-fields.ts'
import type { EnquiryLookup as EnquiryLookupData, LookedUpEnquiry, SentItem } from '../../../shared/page-data.ts'
import { readDateLocale } from '../../../shared/shop-times.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'

export function EnquiryLookup({ lookup }: { readonly lookup: EnquiryLookupData | null }) {
  const messages = useMessages()
  return (
    <section className="enquiry" lang={messages.langAttribute} aria-labelledby="enquiry-lookup-heading">
      <h2 id="enquiry-lookup-heading">{messages.enquiry.lookupHeading}</h2>
      {lookup?.enquiry ? <FoundEnquiry enquiry={lookup.enquiry} typedEmail={lookup.typedEmail} /> : null}
      <form className="enquiry-lookup" method="get" action={CONTACT_PATH}>
        <PinInput
          key={lookup?.typed ?? ''}
          label={messages.enquiry.reference}
          name="reference"
          length={REFERENCE_LENGTH}
          normalize={(text) => text.toUpperCase()}
          autoComplete="off"
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

interface FoundEnquiryProps {
  readonly enquiry: LookedUpEnquiry
  readonly typedEmail: string
}

function FoundEnquiry({ enquiry, typedEmail }: FoundEnquiryProps) {
  return (
    <>
      <Status enquiry={enquiry} />
      {enquiry.items.length > 0 ? <SentItems items={enquiry.items} /> : null}
      {enquiry.request ? (
        <p className="enquiry-sent-text" id={MESSAGE_ID}>
          {enquiry.request}
        </p>
      ) : null}
      {enquiry.request === null ? <MessageForm reference={enquiry.reference} typedEmail={typedEmail} /> : null}
    </>
  )
}

function Status({ enquiry: { reference, receivedAt, answeredAt } }: Pick<FoundEnquiryProps, 'enquiry'>) {
  const messages = useMessages()
  const { site } = useFrame()
  const format = new Intl.DateTimeFormat(readDateLocale(site), { dateStyle: 'long', timeZone: site.timeZone })
  const state = answeredAt === null ? 'received' : 'answered'
  const renderDate = (instant: string) => (
    <time dateTime={instant} suppressHydrationWarning>
      {format.format(new Date(instant))}
    </time>
  )
  // This does not use `DescriptionItem`, because a shared component would become a separate chunk.
  const items: readonly (readonly [string, ReactNode])[] = [
    [messages.enquiry.reference, formatReference(reference)],
    [messages.enquiry.status, messages.enquiry.states[state]],
    [messages.enquiry.receivedOn, renderDate(receivedAt)],
    ...(answeredAt === null ? [] : [[messages.enquiry.answeredOn, renderDate(answeredAt)] as const]),
  ]
  return (
    <dl className="enquiry-status" data-state={state}>
      {items.map(([term, description]) => (
        <div key={term}>
          <dt className="caption">{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}

function SentItems({ items }: { readonly items: readonly SentItem[] }) {
  const messages = useMessages()
  return (
    <ul className="enquiry-sent-items" aria-label={messages.enquiry.products}>
      {items.map(({ name, variantName, sku, quantity, note }) => (
        <li key={[name, variantName, sku].join()}>
          <span>{quantity} ×</span>
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

/** Sends the address in the body of a request, because URLs are recorded by browsers and proxies. */
function MessageForm({
  reference,
  typedEmail,
}: Pick<FoundEnquiryProps, 'typedEmail'> & { readonly reference: string }) {
  const { email, otherEmail, showMessage } = useMessages().enquiry
  const isWrong = typedEmail !== ''
  return (
    <form className="enquiry-lookup form-field" method="post" action={`${CONTACT_PATH}?lookup#${MESSAGE_ID}`}>
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
