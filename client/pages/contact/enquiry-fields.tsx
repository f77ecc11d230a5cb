import {
  ENQUIRY_LENGTHS,
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import { useFrame } from '../../frame-context.ts'
import { useMessages } from '../../messages-context.ts'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'
import type { DatepickerProblem } from '../../widgets/datepicker/datepicker-state.ts'
import { FormField } from './form-field.tsx'

interface EnquiryPartProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

/** @returns the id of a field, to which the error summary links */
export function fieldId(field: EnquiryField): string {
  return `enquiry-${field}`
}

export function RequestFields({ values, errors }: EnquiryPartProps) {
  const messages = useMessages()
  return (
    <div className="enquiry-fields">
      <FormField
        id={fieldId('request')}
        name="request"
        label={messages.enquiry.request}
        isMultiline
        defaultValue={values.request}
        maxLength={ENQUIRY_LENGTHS.request}
        error={errors.request}
      />
    </div>
  )
}

export function DetailsFields({ values, errors }: EnquiryPartProps) {
  const messages = useMessages()
  return (
    <div className="enquiry-fields">
      <FormField
        id={fieldId('name')}
        name="name"
        label={messages.enquiry.name}
        autoComplete="name"
        defaultValue={values.name}
        maxLength={ENQUIRY_LENGTHS.name}
        error={errors.name}
      />
      <FormField
        id={fieldId('email')}
        name="email"
        type="email"
        label={messages.enquiry.email}
        autoComplete="email"
        defaultValue={values.email}
        maxLength={ENQUIRY_LENGTHS.email}
        error={errors.email}
      />
      <FormField
        id={fieldId('phone')}
        name="phone"
        type="tel"
        label={messages.enquiry.phone}
        isOptional
        autoComplete="tel"
        defaultValue={values.phone}
        maxLength={ENQUIRY_LENGTHS.phone}
        error={errors.phone}
      />
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
