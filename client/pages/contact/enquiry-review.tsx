import type { EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { describeLocalDateTime } from '../../../shared/local-date-time.ts'
import { readDateLocale } from '../../../shared/shop-times.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { useStepper } from '../../widgets/stepper/use-stepper.ts'
import { DescriptionItem } from './description-item.tsx'
import type { EnquiryStep } from './enquiry-steps.ts'
import type { AskedItem } from './use-listed-items.ts'

interface EnquiryReviewProps {
  readonly values: EnquiryValues
  readonly items: readonly AskedItem[]
}

export function EnquiryReview({ values, items }: EnquiryReviewProps) {
  const messages = useMessages()
  const locale = readDateLocale(useFrame().site)
  return (
    <dl className="enquiry-review stack">
      <Part
        name={messages.enquiry.requestLegend}
        step="request"
        text={[...items.map(describeItem), values.request].join('\n')}
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
  const { goTo } = useStepper('EnquiryReview')
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
