import {
  type EnquiryErrors,
  type EnquiryValues,
  ENQUIRY_LENGTHS,
  type EnquiryErrorField,
} from '../../../shared/enquiry-fields.ts'
import { Link } from '../../base/link.tsx'
import { useFrame, useMessages } from '../../base/context.tsx'
import type { ChangeEvent, ComponentProps } from 'react'
import { updateDraft } from './enquiry-draft.ts'

interface EnquiryPartProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

export function DetailsFields(enquiry: EnquiryPartProps) {
  const { stored, privacy } = useMessages().enquiry
  const { privacyPath } = useFrame()
  return (
    <div className="stack">
      <FormField {...enquiry} field="name" autoComplete="name" />
      {/* No input of the type email: Chromium would replace the umlauts of a domain. */}
      <FormField
        {...enquiry}
        field="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormField {...enquiry} field="phone" type="tel" isOptional autoComplete="tel" />
      <p className="caption">
        <span>{stored}</span> {privacyPath ? <Link to={privacyPath}>{privacy}</Link> : null}
      </p>
    </div>
  )
}

/** The error summary links to this id. */
export function fieldId(field: EnquiryErrorField): string {
  return `enquiry-${field}`
}

interface FormFieldProps
  extends
    EnquiryPartProps,
    Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'> {
  readonly field: 'request' | 'name' | 'email' | 'phone'
  readonly isOptional?: boolean
  readonly isMultiline?: boolean
}

export function FormField({
  field,
  values,
  errors,
  isOptional = false,
  isMultiline = false,
  ...input
}: FormFieldProps) {
  const messages = useMessages()
  const limit = ENQUIRY_LENGTHS[field]
  const { length } = values[field].trim()
  // Browsers would cut a pasted text at `maxLength` silently.
  const isTooLong = length > limit
  const tooLong = messages.enquiryErrors.tooLong(limit)
  const found = errors[field] === tooLong ? undefined : errors[field]
  const error = isTooLong ? tooLong : found
  const id = fieldId(field)
  const errorId = `${id}-error`
  const attributes = {
    name: field,
    value: values[field],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      updateDraft({ [field]: currentTarget.value }),
    id,
    className: 'field',
    required: !isOptional,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : errorId,
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>
        <span>{messages.enquiry[field]}</span>{' '}
        {isOptional ? <span className="caption">{`(${messages.enquiry.optional})`}</span> : null}
      </label>
      {error === undefined ? null : (
        <p className="form-error" id={errorId}>
          <span>{error}</span>
          {isTooLong ? (
            <span className="field-length">{`${messages.formatCount(length)} / ${messages.formatCount(limit)}`}</span>
          ) : null}
        </p>
      )}
      {isMultiline ? <textarea {...attributes} rows={6} /> : <input {...input} {...attributes} />}
    </div>
  )
}
