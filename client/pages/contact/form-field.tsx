import type { ComponentProps } from 'react'
import { useMessages } from '../../messages-context.ts'

interface FormFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly id: string
  readonly label: string
  readonly isOptional?: boolean
  readonly isMultiline?: boolean
  readonly error?: string | undefined
}

export function FormField({ id, label, isOptional = false, isMultiline = false, error, ...input }: FormFieldProps) {
  const messages = useMessages()
  const errorId = `${id}-error`
  const attributes = {
    ...input,
    id,
    className: 'field',
    required: !isOptional,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : errorId,
  }
  return (
    <div className="form-field" data-state={error === undefined ? undefined : 'invalid'}>
      <label htmlFor={id}>
        {label} {isOptional ? <span className="caption">({messages.enquiry.optional})</span> : null}
      </label>
      {error === undefined ? null : (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
      {isMultiline ? <textarea {...(attributes as ComponentProps<'textarea'>)} rows={6} /> : <input {...attributes} />}
    </div>
  )
}
