import { readDateLocale } from '../../../shared/shop-times.ts'
import type { OpenDays } from '../../../shared/local-date-time.ts'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'
import type { DatepickerProblem } from '../../widgets/datepicker/datepicker.tsx'
import type { EnquiryPartProps } from './enquiry-fields.tsx'

interface PreferredTimeFieldsProps extends EnquiryPartProps {
  readonly id: string
  readonly openDays: OpenDays
  readonly onChange: (value: string, problem: DatepickerProblem | null) => void
}

export function PreferredTimeFields({ id, values, errors, openDays, onChange }: PreferredTimeFieldsProps) {
  const messages = useMessages()
  const { site } = useFrame()
  return (
    <div className="stack" id={id}>
      <Datepicker
        name="preferredTime"
        label={messages.enquiry.preferredTimeHint}
        locale={readDateLocale(site)}
        timeZone={site.timeZone}
        openDays={openDays}
        defaultValue={values.preferredTime}
        {...(errors.preferredTime === undefined ? {} : { error: errors.preferredTime })}
        onValueChange={onChange}
      />
    </div>
  )
}
