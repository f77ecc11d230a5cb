import type { EnquiryErrors, EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { readDateLocale } from '../../../shared/shop-times.ts'
import type { OpenDays } from '../../../shared/local-date-time.ts'
import { Link } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'
import type { DatepickerProblem } from '../../widgets/datepicker/datepicker-state.ts'
import { fieldId, FormField } from './form-field.tsx'

interface EnquiryPartProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

export function RequestFields({ isOptional, ...enquiry }: EnquiryPartProps & { readonly isOptional: boolean }) {
  return (
    <div className="enquiry-fields">
      <FormField {...enquiry} field="request" isOptional={isOptional} isMultiline />
    </div>
  )
}

export function DetailsFields(enquiry: EnquiryPartProps) {
  const { stored, privacy } = useMessages().enquiry
  const { privacyPath } = useFrame()
  return (
    <div className="enquiry-fields">
      <FormField {...enquiry} field="name" autoComplete="name" />
      <FormField {...enquiry} field="email" type="email" autoComplete="email" />
      <FormField {...enquiry} field="phone" type="tel" isOptional autoComplete="tel" />
      <p className="caption">
        {stored} {privacyPath ? <Link to={privacyPath}>{privacy}</Link> : null}
      </p>
    </div>
  )
}

interface PreferredTimeFieldsProps extends EnquiryPartProps {
  readonly openDays: OpenDays
  readonly onChange: (value: string, problem: DatepickerProblem | null) => void
}

export function PreferredTimeFields({ values, errors, openDays, onChange }: PreferredTimeFieldsProps) {
  const messages = useMessages()
  const { site } = useFrame()
  return (
    <div className="enquiry-fields" id={fieldId('preferredTime')}>
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
