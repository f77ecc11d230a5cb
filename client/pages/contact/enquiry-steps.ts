import type { EnquiryErrorField, EnquiryErrors } from '../../../shared/enquiry-fields.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { StepDefinition } from '../../widgets/stepper/use-stepper.ts'

const STEP_FIELDS = {
  request: ['items', 'request'],
  details: ['name', 'email', 'phone'],
  preferredTime: ['preferredTime'],
  review: [],
} as const satisfies Record<string, readonly EnquiryErrorField[]>

export type EnquiryStep = keyof typeof STEP_FIELDS

const STEPS = Object.keys(STEP_FIELDS) as EnquiryStep[]

/** @param errors the errors of a rejected form, which starts with its first invalid step; null for a new form */
export function listEnquirySteps(errors: EnquiryErrors | null, messages: Messages): readonly StepDefinition[] {
  const { requestLegend, detailsLegend, preferredTimeLegend, reviewHeading } = messages.enquiry
  const titles = [requestLegend, detailsLegend, preferredTimeLegend, reviewHeading]
  return STEPS.map((id, index) => ({
    id,
    title: titles[index]!,
    isOptional: id === 'preferredTime',
    // A short request needs neither a time nor a review.
    canBeLast: id === 'details',
    ...(errors && id !== 'review' && { initial: hasErrors(id, errors) ? 'errored' : 'completed' }),
  }))
}

export function pickStepErrors(step: string, errors: EnquiryErrors): EnquiryErrors {
  const fields: readonly string[] = STEP_FIELDS[step as EnquiryStep]
  // The inputs of items are named by their index.
  const isInStep = (field: string) => fields.includes(/^(?:quantity|note)-/.test(field) ? 'items' : field)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isInStep(field)))
}

export function findErroredStep(errors: EnquiryErrors): EnquiryStep | undefined {
  return STEPS.find((step) => hasErrors(step, errors))
}

function hasErrors(step: EnquiryStep, errors: EnquiryErrors): boolean {
  return Object.keys(pickStepErrors(step, errors)).length > 0
}
