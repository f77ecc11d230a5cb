import type { ReactNode } from 'react'
import { CONTACT_PATH, formatReference, REFERENCE_LENGTH, type EnquiryStatus } from '../../../shared/enquiry-fields.ts'
import type { EnquiryLookup as EnquiryLookupData } from '../../../shared/page-data.ts'
import { readDateLocale } from '../../../shared/shop-times.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'

export function EnquiryLookup({ lookup }: { readonly lookup: EnquiryLookupData | null }) {
  const messages = useMessages()
  return (
    <section className="enquiry" lang={messages.langAttribute} aria-labelledby="enquiry-lookup-heading">
      <h2 id="enquiry-lookup-heading">{messages.enquiry.lookupHeading}</h2>
      {lookup?.status ? <Status status={lookup.status} /> : null}
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
          {...(lookup && !lookup.status ? { error: messages.enquiry.unknown(lookup.typed) } : {})}
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

function Status({ status: { reference, receivedAt, answeredAt } }: { readonly status: EnquiryStatus }) {
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
