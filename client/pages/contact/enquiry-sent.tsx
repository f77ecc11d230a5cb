import { CONTACT_PATH } from '../../../shared/enquiry-fields.ts'
import { formatReference } from '../../../shared/enquiry-reference.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { useStepper } from '../../widgets/stepper/use-stepper.ts'

export function EnquirySent({ reference }: { readonly reference: string }) {
  const messages = useMessages()
  return (
    <section className="enquiry stack" lang={messages.langAttribute} aria-labelledby="enquiry-sent-heading">
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
    <div className="stack">
      <p className="caption">{messages.enquiry.sentReference}</p>
      <p className="enquiry-reference">{formatReference(reference)}</p>
      <p>{messages.enquiry.sentHint}</p>
      <p>
        <Link className="quiet-link" to={lookupPath(reference)}>
          {messages.enquiry.lookUp}
        </Link>
      </p>
    </div>
  )
}

export function EarlierReference({ reference }: { readonly reference: string }) {
  const messages = useMessages()
  const { isFinished } = useStepper('EarlierReference')
  if (isFinished) return null
  return (
    <p className="enquiry-earlier">
      <span>{`${messages.enquiry.sentReference}:`}</span>{' '}
      <Link className="quiet-link" to={lookupPath(reference)}>
        {formatReference(reference)}
      </Link>
    </p>
  )
}

const lookupPath = (reference: string) => `${CONTACT_PATH}?reference=${reference}`
