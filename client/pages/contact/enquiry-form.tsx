import { Suspense, useRef, useState } from 'react'
import {
  CONTACT_PATH,
  HONEYPOT_INPUT,
  type EnquiryErrorField,
  type EnquiryErrors,
} from '../../../shared/enquiry-fields.ts'
import { useSitePath, useCarriedPath, useFrame, useMessages } from '../../base/context.tsx'
import { readDateLocale } from '../../../shared/local-date-time.ts'
import { needsRequest } from '../../../shared/enquiry-items.ts'
import type { PageDataByRoute } from '../../../shared/page-data.ts'
import { Datepicker, type DatepickerProblem } from '../../widgets/datepicker/datepicker.tsx'
import { Stepper, StepperActions, StepperDone, StepperList, StepperPanel } from '../../widgets/stepper/stepper.tsx'
import { DetailsFields, FormField, fieldId } from './enquiry-fields.tsx'
import { EarlierReference, EnquiryReference, EnquiryReview } from './enquiry-review.tsx'
import { updateDraft } from './enquiry-draft.ts'
import { EnquiryItems } from './enquiry-items.tsx'
import { listEnquirySteps } from './enquiry-steps.ts'
import { useEnquiry } from './use-enquiry.ts'
import type { EnquiryList } from './use-listed-items.ts'

/** This is one plain form, which also works without scripts. The server always validates it. */
export function EnquiryForm({ data, list }: { readonly data: PageDataByRoute['contact']; readonly list: EnquiryList }) {
  const messages = useMessages()
  const { site } = useFrame()
  const { returned, openDays } = data
  /** A returned form that only has the text of a pasted list was not refused. */
  const isRefused = returned !== null && (returned.message !== null || Object.keys(returned.errors).length > 0)
  const form = useRef<HTMLFormElement>(null)
  const [dateProblem, setDateProblem] = useState<DatepickerProblem | null>(null)
  const [steps] = useState(() => listEnquirySteps(isRefused ? returned.errors : null, messages))
  /** A new key remounts the datepicker, whose fields have a state of their own. */
  const [formKey, setFormKey] = useState(0)
  const { values, errors, failure, failureRef, reference, isHydrated, check, send } = useEnquiry(form, data, list)
  return (
    <section className="enquiry stack" lang={messages.langAttribute} aria-labelledby="enquiry-heading">
      <h2 id="enquiry-heading">{messages.enquiry.heading}</h2>
      {isRefused ? <ErrorSummary errors={returned.errors} message={returned.message} /> : null}
      <form ref={form} method="post" action={useSitePath()(useCarriedPath(CONTACT_PATH))} noValidate>
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="enquiry-honeypot">{messages.enquiry.honeypot}</label>
          <input id="enquiry-honeypot" name={HONEYPOT_INPUT} tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <Stepper
          steps={steps}
          // The form's values omit an invalid date, so only the datepicker reports it.
          onBeforeNext={(step) =>
            step.step === 'preferredTime' && dateProblem ? focusInvalidDate(step.panel) : check(step)
          }
          onFinish={send}
        >
          {reference === null ? null : <EarlierReference reference={reference} />}
          <StepperList />
          <StepperPanel step="request">
            <EnquiryItems list={list} errors={errors} takeAwayTexts={data.texts.takeAway} />
            <FormField
              values={values}
              errors={errors}
              field="request"
              isOptional={!needsRequest(list.asked)}
              isMultiline
            />
          </StepperPanel>
          <StepperPanel step="details">
            <DetailsFields values={values} errors={errors} />
          </StepperPanel>
          <StepperPanel step="preferredTime">
            {/* These fields are hydrated later, because they are in the third step. */}
            <Suspense>
              <div className="stack" id={fieldId('preferredTime')}>
                <Datepicker
                  key={`${formKey} ${isHydrated}`}
                  name="preferredTime"
                  label={messages.enquiry.preferredTimeHint}
                  locale={readDateLocale(site)}
                  timeZone={site.timeZone}
                  openDays={openDays}
                  defaultValue={values.preferredTime}
                  error={errors.preferredTime}
                  onValueChange={(preferredTime, problem) => {
                    setDateProblem(problem)
                    updateDraft({ preferredTime })
                  }}
                />
              </div>
            </Suspense>
          </StepperPanel>
          <StepperPanel step="review" className="scripted">
            <EnquiryReview values={values} list={list} />
          </StepperPanel>
          <StepperDone heading={messages.enquiry.sentHeading}>
            {reference === null ? null : <EnquiryReference reference={reference} />}
          </StepperDone>
          {failure ? (
            <p ref={failureRef} className="form-error enquiry-failure" role="alert" tabIndex={-1}>
              {failure}
            </p>
          ) : null}
          <StepperActions
            skipsOptional={values.preferredTime === '' && dateProblem === null}
            finishLabel={messages.enquiry.send}
            resetLabel={messages.enquiry.another}
            onReset={() => setFormKey(formKey + 1)}
          />
        </Stepper>
      </form>
    </section>
  )
}

function focusInvalidDate(panel: HTMLElement): false {
  for (const field of panel.querySelectorAll('input')) if (!field.checkValidity()) field.focus()
  return false
}

function ErrorSummary({ errors, message }: { readonly errors: EnquiryErrors; readonly message: string | null }) {
  const messages = useMessages()
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts only autofocus can move the visitor to the errors
    <div className="enquiry-errors" role="alert" tabIndex={-1} autoFocus>
      <p>{message ?? messages.enquiry.summary}</p>
      <ul>
        {Object.entries(errors).map(([field, error]) => (
          <li key={field}>
            {field === 'items' ? error : <a href={`#${fieldId(field as EnquiryErrorField)}`}>{error}</a>}
          </li>
        ))}
      </ul>
    </div>
  )
}
