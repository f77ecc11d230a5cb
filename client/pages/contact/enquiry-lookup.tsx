import { CONTACT_PATH, type EnquiryStatus } from '../../../shared/enquiry-fields.ts'
import { formatReference, REFERENCE_LENGTH } from '../../../shared/enquiry-fields.ts'
import type { EnquiryLookup as EnquiryLookupData } from '../../../shared/page-data.ts'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'

/** A form to look up an enquiry by its reference, and the enquiry's status. */
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
  const format = new Intl.DateTimeFormat(site.locale, { dateStyle: 'long', timeZone: site.timeZone })
  return (
    <dl className="enquiry-status" data-state={answeredAt === null ? 'received' : 'answered'}>
      <div>
        <dt className="caption">{messages.enquiry.reference}</dt>
        <dd>{formatReference(reference)}</dd>
      </div>
      <div>
        <dt className="caption">{messages.enquiry.status}</dt>
        <dd>{messages.enquiry.states[answeredAt === null ? 'received' : 'answered']}</dd>
      </div>
      <div>
        <dt className="caption">{messages.enquiry.receivedOn}</dt>
        <dd>
          <time dateTime={receivedAt} suppressHydrationWarning>
            {format.format(new Date(receivedAt))}
          </time>
        </dd>
      </div>
      {answeredAt === null ? null : (
        <div>
          <dt className="caption">{messages.enquiry.answeredOn}</dt>
          <dd>
            <time dateTime={answeredAt} suppressHydrationWarning>
              {format.format(new Date(answeredAt))}
            </time>
          </dd>
        </div>
      )}
    </dl>
  )
}
