import {
  ENQUIRY_LENGTHS,
  PREFERRED_CLOCK_INPUT,
  PREFERRED_DATE_INPUT,
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import { DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { messages } from '../../../shared/messages/en.ts'
import { useFrame } from '../../frame-context.ts'
import { FormField } from './form-field.tsx'

const words = messages.enquiry

export interface EnquiryFieldsetProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

/** Where the page goes when somebody follows what is wrong with a field. */
export function fieldId(field: EnquiryField): string {
  return `enquiry-${field}`
}

/** What the visitor wants to know. */
export function RequestFieldset({ values, errors }: EnquiryFieldsetProps) {
  return (
    <fieldset>
      <legend>{words.requestLegend}</legend>
      <FormField
        id={fieldId('request')}
        name="request"
        label={words.request}
        isLong
        defaultValue={values.request}
        maxLength={ENQUIRY_LENGTHS.request}
        error={errors.request}
      />
    </fieldset>
  )
}

/** Who asks, and how to answer. */
export function DetailsFieldset({ values, errors }: EnquiryFieldsetProps) {
  return (
    <fieldset>
      <legend>{words.detailsLegend}</legend>
      <FormField
        id={fieldId('name')}
        name="name"
        label={words.name}
        autoComplete="name"
        defaultValue={values.name}
        maxLength={ENQUIRY_LENGTHS.name}
        error={errors.name}
      />
      <FormField
        id={fieldId('email')}
        name="email"
        type="email"
        label={words.email}
        autoComplete="email"
        defaultValue={values.email}
        maxLength={ENQUIRY_LENGTHS.email}
        error={errors.email}
      />
      <FormField
        id={fieldId('phone')}
        name="phone"
        type="tel"
        label={words.phone}
        isOptional
        autoComplete="tel"
        defaultValue={values.phone}
        maxLength={ENQUIRY_LENGTHS.phone}
        error={errors.phone}
      />
    </fieldset>
  )
}

/** When the visitor would like to be called or received, by the platform's own fields; the page is kept, so it knows no earliest day. */
export function PreferredTimeFieldset({ values, errors }: EnquiryFieldsetProps) {
  const { site } = useFrame()
  const [date, time] = values.preferredTime.split('T')
  const hintId = `${fieldId('preferredTime')}-hint`
  return (
    <fieldset>
      <legend>
        {words.preferredTimeLegend} <span className="caption">({words.optional})</span>
      </legend>
      <p className="caption" id={hintId}>
        {words.preferredTimeHint(site.timeZone.split('/').at(-1)!.replaceAll('_', ' '))}
      </p>
      <div className="form-row">
        <FormField
          id={fieldId('preferredTime')}
          name={PREFERRED_DATE_INPUT}
          type="date"
          label={words.date}
          isOptional
          defaultValue={date}
          max={DATEPICKER_LATEST_DATE}
          error={errors.preferredTime}
          describedBy={hintId}
        />
        <FormField id={`${fieldId('preferredTime')}-clock`} name={PREFERRED_CLOCK_INPUT} type="time" label={words.time} isOptional defaultValue={time} describedBy={hintId} />
      </div>
    </fieldset>
  )
}
