import type { EnquiryErrors, EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'
import type { DatepickerProblem } from '../../widgets/datepicker/datepicker-state.ts'
import { fieldId, FormField } from './form-field.tsx'

interface EnquiryPartProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

export function RequestFields(enquiry: EnquiryPartProps) {
  return (
    <div className="enquiry-fields">
      <FormField {...enquiry} field="request" isMultiline />
    </div>
  )
}

export function DetailsFields(enquiry: EnquiryPartProps) {
  return (
    <div className="enquiry-fields">
      <FormField {...enquiry} field="name" autoComplete="name" />
      <FormField {...enquiry} field="email" type="email" autoComplete="email" />
      <FormField {...enquiry} field="phone" type="tel" isOptional autoComplete="tel" />
    </div>
  )
}

interface PreferredTimeFieldsProps extends EnquiryPartProps {
  readonly onChange: (value: string, problem: DatepickerProblem | null) => void
}

export function PreferredTimeFields({ values, errors, onChange }: PreferredTimeFieldsProps) {
  const messages = useMessages()
  const { locale, timeZone } = useFrame().site
  return (
    <div className="enquiry-fields" id={fieldId('preferredTime')}>
      <Datepicker
        name="preferredTime"
        label={messages.enquiry.preferredTimeHint}
        locale={locale}
        timeZone={timeZone}
        defaultValue={values.preferredTime}
        {...(errors.preferredTime === undefined ? {} : { error: errors.preferredTime })}
        onValueChange={onChange}
      />
    </div>
  )
}
