import { useRef, useState, type RefObject } from 'react'
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
import { type StepCheck, type StepDefinition, useStepper } from '../../widgets/stepper/use-stepper.ts'

const ENQUIRY_STEPS: readonly StepDefinition[] = [
  { id: 'request', title: 'Your request' },
  { id: 'details', title: 'Your details' },
  { id: 'time', title: 'Preferred time', isOptional: true },
  { id: 'review', title: 'Review' },
]

const FREE_STEPS: readonly StepDefinition[] = [
  { id: 'shape', title: 'Shape', initialStatus: 'completed' },
  { id: 'glaze', title: 'Glaze', isOptional: true },
  { id: 'engraving', title: 'Engraving', isDisabled: true },
  { id: 'delivery', title: 'Delivery', initialStatus: 'errored' },
]

const SHORT_STEPS: readonly StepDefinition[] = [
  { id: 'first', title: 'First' },
  { id: 'last', title: 'Last', isOptional: true },
]

export function StepperExamples() {
  return (
    <section aria-labelledby="stepper-examples">
      <h2 id="stepper-examples">Stepper</h2>
      <div className="widgets-row">
        <EnquiryExample />
      </div>
      <div className="widgets-row">
        <Stepper steps={FREE_STEPS} mode="free" className="stepper-free">
          <StepperList aria-label="Steps to a bowl of your own" />
          {FREE_STEPS.map(({ id, title }) => (
            <StepperPanel key={id} step={id}>
              <p>Anything about: {title}.</p>
            </StepperPanel>
          ))}
          <StepperDone heading="Your bowl is made" />
          <Actions />
        </Stepper>
      </div>
      <div className="widgets-row">
        <Stepper steps={SHORT_STEPS} className="stepper-short">
          <StepperList aria-label="Two steps" />
          {SHORT_STEPS.map(({ id, title }) => (
            <StepperPanel key={id} step={id}>
              <p>{title} of two.</p>
            </StepperPanel>
          ))}
          <StepperDone heading="Both are done" />
          <Actions />
        </Stepper>
      </div>
    </section>
  )
}

function Actions() {
  return (
    <StepperActions>
      <StepperBack />
      <StepperNext />
      <StepperSkip />
      <StepperFinish />
      <StepperReset />
    </StepperActions>
  )
}

type ServerResponse = 'accept' | 'reject' | 'fail'

function EnquiryExample() {
  const [isMounted, setMounted] = useState(true)
  const [log, setLog] = useState<readonly string[]>([])
  const respond = useRef<((response: ServerResponse) => void) | undefined>(undefined)
  const writeLog = (line: string) => setLog((lines) => [...lines, line])
  return (
    <div>
      {isMounted ? <EnquiryStepper respond={respond} writeLog={writeLog} /> : null}
      <div className="widgets-row">
        <button type="button" className="button" onClick={() => respond.current?.('accept')}>
          The server accepts
        </button>
        <button type="button" className="button" onClick={() => respond.current?.('reject')}>
          The server rejects
        </button>
        <button type="button" className="button" onClick={() => respond.current?.('fail')}>
          The server fails
        </button>
        <button type="button" className="button" onClick={() => setMounted(false)}>
          Unmount the stepper
        </button>
      </div>
      <output className="caption" aria-label="Requests to the server">
        {log.join(', ')}
      </output>
    </div>
  )
}

interface EnquiryStepperProps {
  readonly respond: RefObject<((response: ServerResponse) => void) | undefined>
  readonly writeLog: (line: string) => void
}

function EnquiryStepper({ respond, writeLog }: EnquiryStepperProps) {
  const checkOnServer = ({ step, signal }: StepCheck) => {
    writeLog(`checking ${step}`)
    signal.addEventListener('abort', () => writeLog(`aborted ${step}`))
    return new Promise<boolean>((resolve, reject) => {
      respond.current = (response) =>
        response === 'fail' ? reject(new Error('The server failed')) : resolve(response === 'accept')
    })
  }
  return (
    <form action="/widgets" method="get" aria-label="Enquiry">
      <Stepper
        steps={ENQUIRY_STEPS}
        className="stepper-enquiry"
        onBeforeNext={(check) => areFieldsValid(check) && (check.step === 'details' ? checkOnServer(check) : true)}
        onFinish={async (check) => (await checkOnServer(check)) || { failedStep: 'details' }}
      >
        <StepperList />
        <StepperPanel step="request">
          <label htmlFor="enquiry-request">What would you like to know?</label>
          <input id="enquiry-request" className="field" name="request" required />
        </StepperPanel>
        <StepperPanel step="details">
          <label htmlFor="enquiry-name">Name</label>
          <input id="enquiry-name" className="field" name="name" autoComplete="off" />
        </StepperPanel>
        <StepperPanel step="time">
          <label htmlFor="enquiry-time">When may we call?</label>
          <input id="enquiry-time" className="field" name="time" />
        </StepperPanel>
        <StepperPanel step="review">
          <p>Is everything correct?</p>
          <ChangeButton />
        </StepperPanel>
        <StepperDone heading="Thank you">
          <p>We will answer soon.</p>
        </StepperDone>
        <Actions />
      </Stepper>
    </form>
  )
}

function ChangeButton() {
  const { isEnhanced, goTo } = useStepper('ChangeButton')
  if (!isEnhanced) return null
  return (
    <button type="button" className="button" onClick={() => goTo('request')}>
      Change the request
    </button>
  )
}

function areFieldsValid({ panel }: StepCheck): boolean {
  return [...panel.querySelectorAll('input')].every((field) => field.reportValidity())
}
