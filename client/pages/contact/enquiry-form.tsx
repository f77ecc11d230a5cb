import { useEffect, useRef, type FormEvent } from 'react'
import {
  CONTACT_PATH,
  EMPTY_ENQUIRY,
  ENQUIRY_FIELDS,
  FILLED_IN_MS_INPUT,
  HONEYPOT_INPUT,
  type EnquiryErrors,
} from '../../../shared/enquiry-fields.ts'
import { messages } from '../../../shared/messages/en.ts'
import type { ReturnedEnquiry } from '../../../shared/page-data.ts'
import { DetailsFieldset, fieldId, PreferredTimeFieldset, RequestFieldset } from './enquiry-fieldsets.tsx'

const words = messages.enquiry

interface EnquiryFormProps {
  /** Slug of the product that is asked about. */
  readonly product: string | null
  /** What was sent before and could not be taken. */
  readonly returned: ReturnedEnquiry | null
}

/** The whole enquiry as one plain form, which works without scripts. The server checks it, and says more than a browser would. */
export function EnquiryForm({ product, returned }: EnquiryFormProps) {
  const filledInMs = useRef<HTMLInputElement>(null)
  const drawnAt = useRef<number>(null)
  useEffect(() => {
    // What came back is put right in a moment by anybody.
    if (returned === null) drawnAt.current = performance.now()
  }, [returned])
  const measure = (_event: FormEvent) => {
    if (drawnAt.current !== null) filledInMs.current!.value = String(Math.round(performance.now() - drawnAt.current))
  }
  const { values, errors, message } = returned ?? { values: EMPTY_ENQUIRY, errors: {}, message: null }
  return (
    <section className="enquiry" aria-labelledby="enquiry-heading">
      <h2 id="enquiry-heading">{words.heading}</h2>
      {returned ? <ErrorSummary errors={errors} message={message} /> : null}
      <form className="enquiry-form" method="post" action={CONTACT_PATH} noValidate onSubmit={measure}>
        <p className="caption">{words.required}</p>
        {product === null ? null : <input type="hidden" name="product" value={product} />}
        <RequestFieldset values={values} errors={errors} />
        <DetailsFieldset values={values} errors={errors} />
        <PreferredTimeFieldset values={values} errors={errors} />
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="enquiry-honeypot">{words.honeypot}</label>
          <input id="enquiry-honeypot" name={HONEYPOT_INPUT} tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <input ref={filledInMs} type="hidden" name={FILLED_IN_MS_INPUT} defaultValue="" />
        <button type="submit" className="button button-primary">
          {words.send}
        </button>
      </form>
    </section>
  )
}

/** What is wrong, all in one place, with the way to each field; it takes the focus of the page that it comes with. */
function ErrorSummary({ errors, message }: { readonly errors: EnquiryErrors; readonly message: string | null }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else can bring a visitor to what went wrong
    <div className="enquiry-errors" role="alert" tabIndex={-1} autoFocus>
      <p>{message ?? words.summary}</p>
      <ul>
        {ENQUIRY_FIELDS.map((field) =>
          errors[field] === undefined ? null : (
            <li key={field}>{field === 'product' ? errors[field] : <a href={`#${fieldId(field)}`}>{errors[field]}</a>}</li>
          ),
        )}
      </ul>
    </div>
  )
}
