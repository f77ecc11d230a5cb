import { useRef, useState } from 'react'
import {
  CONTACT_PATH,
  EMPTY_ENQUIRY,
  ENQUIRY_FIELDS,
  FILLED_IN_MS_INPUT,
  HONEYPOT_INPUT,
  type EnquiryErrors,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import type { ReturnedEnquiry } from '../../../shared/page-data.ts'
import { useMessages } from '../../messages-context.ts'
import type { DatepickerProblem } from '../../widgets/datepicker/datepicker-state.ts'
import {
  Stepper,
  StepperActions,
  StepperBack,
  StepperDone,
  StepperFinish,
  StepperList,
  StepperNext,
  StepperPanel,
  StepperReset,
  StepperSkip,
} from '../../widgets/stepper/stepper.tsx'
import { DetailsFields, fieldId, PreferredTimeFields, RequestFields } from './enquiry-fields.tsx'
import { EnquiryReference } from './enquiry-sent.tsx'
import { EnquiryReview } from './enquiry-review.tsx'
import { listEnquirySteps } from './enquiry-steps.ts'
import { useEnquiry } from './use-enquiry.ts'

interface EnquiryFormProps {
  /** Slug of the product that is asked about, and key of its variant; '' if there is none. */
  readonly asked: Pick<EnquiryValues, 'product' | 'variant'>
  /** What the request begins with: the chosen variant, which the visitor sees and may write otherwise. */
  readonly opening: string
  /** What was sent before and could not be taken. */
  readonly returned: ReturnedEnquiry | null
}

/**
 * The enquiry, step by step. It is one plain form, which works before the scripts come and without them; the server checks
 * it in any case, and says more than a browser would.
 */
export function EnquiryForm({ asked, opening, returned }: EnquiryFormProps) {
  const messages = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const filledInMs = useRef<HTMLInputElement>(null)
  const dateProblem = useRef<DatepickerProblem>(null)
  const [steps] = useState(() => listEnquirySteps(returned?.errors ?? null, messages))
  const { values, errors, message, reference, round, check, send, measure, follow, begin } = useEnquiry(form, returned)
  const drawn = returned?.values ?? { ...EMPTY_ENQUIRY, request: opening }
  return (
    <section className="enquiry" lang={messages.langAttribute} aria-labelledby="enquiry-heading">
      <h2 id="enquiry-heading">{messages.enquiry.heading}</h2>
      {returned ? <ErrorSummary errors={returned.errors} message={returned.message} /> : null}
      <form
        ref={form}
        method="post"
        action={CONTACT_PATH}
        noValidate
        onSubmit={() => {
          const taken = measure()
          if (taken !== undefined) filledInMs.current!.value = String(taken)
        }}
      >
        {Object.entries(asked).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="enquiry-honeypot">{messages.enquiry.honeypot}</label>
          <input id="enquiry-honeypot" name={HONEYPOT_INPUT} tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <input ref={filledInMs} type="hidden" name={FILLED_IN_MS_INPUT} defaultValue="" />
        <Stepper
          steps={steps}
          // A date that nobody can read is no date yet: its field says so.
          onBeforeNext={(step) =>
            step.step === 'preferredTime' && dateProblem.current ? showDateProblem(step.panel) : check(step)
          }
          onFinish={send}
        >
          <StepperList />
          <StepperPanel step="request" headingLevel={3}>
            <RequestFields values={drawn} errors={errors} />
          </StepperPanel>
          <StepperPanel step="details" headingLevel={3}>
            <DetailsFields values={drawn} errors={errors} />
          </StepperPanel>
          <StepperPanel step="preferredTime" headingLevel={3}>
            <PreferredTimeFields
              key={round}
              values={drawn}
              errors={errors}
              onChange={(_value, problem) => {
                dateProblem.current = problem
                follow()
              }}
            />
          </StepperPanel>
          <StepperPanel step="review" headingLevel={3} className="enquiry-review-panel">
            <EnquiryReview values={values} />
            {message === null || returned?.message === message ? null : (
              <p className="form-error" role="alert">
                {message}
              </p>
            )}
          </StepperPanel>
          <StepperDone heading={messages.enquiry.sentHeading} headingLevel={3}>
            {reference === null ? null : <EnquiryReference reference={reference} />}
          </StepperDone>
          <StepperActions>
            <StepperBack />
            <StepperNext />
            <StepperSkip />
            <StepperFinish>{messages.enquiry.send}</StepperFinish>
            <StepperReset onClick={begin}>{messages.enquiry.another}</StepperReset>
          </StepperActions>
        </Stepper>
      </form>
    </section>
  )
}

function showDateProblem(panel: HTMLElement): false {
  for (const field of panel.querySelectorAll('input')) if (!field.checkValidity()) field.focus()
  return false
}

/** What is wrong, all in one place, with the way to each field; it takes the focus of the page that it comes with. */
function ErrorSummary({ errors, message }: { readonly errors: EnquiryErrors; readonly message: string | null }) {
  const messages = useMessages()
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else can bring a visitor to what went wrong
    <div className="enquiry-errors" role="alert" tabIndex={-1} autoFocus>
      <p>{message ?? messages.enquiry.summary}</p>
      <ul>
        {ENQUIRY_FIELDS.map((field) =>
          errors[field] === undefined ? null : (
            <li key={field}>
              {field === 'product' ? errors[field] : <a href={`#${fieldId(field)}`}>{errors[field]}</a>}
            </li>
          ),
        )}
      </ul>
    </div>
  )
}
