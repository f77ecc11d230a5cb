import { CONTACT_PATH, formatReference } from '../../../shared/enquiry-fields.ts'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'

export function EnquirySent({ reference }: { readonly reference: string }) {
  const messages = useMessages()
  return (
    <section className="enquiry" lang={messages.langAttribute} aria-labelledby="enquiry-sent-heading">
      <h2 id="enquiry-sent-heading">{messages.enquiry.sentHeading}</h2>
      <EnquiryReference reference={reference} />
      <p>
        <Link className="button" to={CONTACT_PATH}>
          {messages.enquiry.another}
        </Link>
      </p>
    </section>
  )
}

export function EnquiryReference({ reference }: { readonly reference: string }) {
  const messages = useMessages()
  return (
    <div className="enquiry-fields">
      <p className="caption">{messages.enquiry.sentReference}</p>
      <p className="enquiry-reference">{formatReference(reference)}</p>
      <p>{messages.enquiry.sentHint}</p>
      <p>
        <Link className="quiet-link" to={`${CONTACT_PATH}?reference=${reference}`}>
          {messages.enquiry.lookUp}
        </Link>
      </p>
    </div>
  )
}
