import { type EnquiryValues, CONTACT_PATH } from '../../../shared/enquiry-fields.ts'
import { describeLocalDateTime, readDateLocale } from '../../../shared/local-date-time.ts'
import { useFrame, useMessages } from '../../base/context.tsx'
import { useStepper } from '../../widgets/stepper/use-stepper.ts'
import type { EnquiryStep } from './enquiry-steps.ts'
import type { AskedItem, EnquiryList } from './use-listed-items.ts'
import { formatReference } from '../../../shared/enquiry-items.ts'
import { Link } from '../../base/link.tsx'
import { DescriptionItem } from '../../components/description-item.tsx'

export function EnquiryReview({ values, list }: { readonly values: EnquiryValues; readonly list: EnquiryList }) {
  const messages = useMessages()
  const locale = readDateLocale(useFrame().site)
  return (
    <dl className="enquiry-review stack">
      <Part
        name={messages.enquiry.requestLegend}
        step="request"
        text={[...list.asked.map(describeItem), values.request].join('\n')}
      />
      <Part
        name={messages.enquiry.detailsLegend}
        step="details"
        text={[values.name, values.email, values.phone].filter(Boolean).join('\n')}
      />
      <Part
        name={messages.enquiry.preferredTimeLegend}
        step="preferredTime"
        text={
          values.preferredTime ? describeLocalDateTime(values.preferredTime, locale) : messages.enquiry.noPreferredTime
        }
      />
    </dl>
  )
}

function describeItem({ quantity, name, variantName, note }: AskedItem): string {
  return [`${quantity} × ${name}`, variantName, note].filter(Boolean).join(', ')
}

function Part({ name, step, text }: { readonly name: string; readonly step: EnquiryStep; readonly text: string }) {
  const messages = useMessages()
  const { goTo } = useStepper()
  return (
    <DescriptionItem term={name}>
      <p>{text}</p>
      <button
        type="button"
        className="text-button"
        aria-label={messages.enquiry.change(name)}
        onClick={() => goTo(step)}
      >
        {messages.enquiry.changeShort}
      </button>
    </DescriptionItem>
  )
}

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
  const { isFinished } = useStepper()
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
