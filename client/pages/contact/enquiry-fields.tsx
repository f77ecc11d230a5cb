import type { EnquiryErrors, EnquiryValues } from '../../../shared/enquiry-fields.ts'
import { Link } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { FormField } from './form-field.tsx'

export interface EnquiryPartProps {
  readonly values: EnquiryValues
  readonly errors: EnquiryErrors
}

export function RequestFields({ isOptional, ...enquiry }: EnquiryPartProps & { readonly isOptional: boolean }) {
  return (
    <div className="stack">
      <FormField {...enquiry} field="request" isOptional={isOptional} isMultiline />
    </div>
  )
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
