import { useRef, useState } from 'react'
import { Stepper, StepperActions, StepperDone, StepperList, StepperPanel } from '../../widgets/stepper/stepper.tsx'
import { type StepCheck, type StepDefinition, useStepper } from '../../widgets/stepper/use-stepper.ts'

const STEPS: readonly StepDefinition[] = [
  { id: 'request', title: 'Your request' },
  { id: 'details', title: 'Your details' },
  { id: 'engraving', title: 'Engraving', isDisabled: true },
  { id: 'time', title: 'Preferred time', isOptional: true },
  { id: 'review', title: 'Review' },
]

type ServerResponse = 'accept' | 'reject' | 'fail'

const SERVER_RESPONSES: readonly ServerResponse[] = ['accept', 'reject', 'fail']

/** The buttons below the form play the server, which checks the second step and the finished form. */
export function StepperExample() {
  const [log, setLog] = useState<readonly string[]>([])
  const [time, setTime] = useState('')
  const respond = useRef<((response: ServerResponse) => void) | undefined>(undefined)
  const checkOnServer = ({ step, signal }: StepCheck) => {
    const writeLog = (line: string) => setLog((lines) => [...lines, `${line} ${step}`])
    writeLog('checking')
    signal.addEventListener('abort', () => writeLog('aborted'))
    return new Promise<boolean>((resolve, reject) => {
      respond.current = (response) =>
        response === 'fail' ? reject(new Error('The server failed')) : resolve(response === 'accept')
    })
  }
  return (
    <>
      <form method="get">
        <Stepper
          steps={STEPS}
          onBeforeNext={(check) => areFieldsValid(check) && (check.step === 'details' ? checkOnServer(check) : true)}
          onFinish={async (check) => (await checkOnServer(check)) || { failedStep: 'details' }}
        >
          <StepperList />
          <StepperPanel step="request">
            <label htmlFor="step-request">Question</label>
            <input id="step-request" className="field" name="request" required />
          </StepperPanel>
          <StepperPanel step="details">
            <label htmlFor="step-name">Your name</label>
            <input id="step-name" className="field" name="name" autoComplete="off" />
          </StepperPanel>
          <StepperPanel step="time">
            <label htmlFor="step-time">When may we call?</label>
            <input
              id="step-time"
              className="field"
              name="time"
              onChange={({ currentTarget }) => setTime(currentTarget.value)}
            />
          </StepperPanel>
          <StepperPanel step="review">
            <p>Is everything correct?</p>
            <ChangeButton />
          </StepperPanel>
          <StepperDone heading="Thank you">
            <p>We will answer soon.</p>
          </StepperDone>
          <StepperActions
            skipsOptional={time === ''}
            finishLabel="Finish"
            resetLabel="Start again"
            onReset={() => setTime('')}
          />
        </Stepper>
      </form>
      <div className="widgets-row row">
        {SERVER_RESPONSES.map((response) => (
          <button key={response} type="button" className="button" onClick={() => respond.current?.(response)}>
            {`Server: ${response}`}
          </button>
        ))}
        <output className="caption">{log.join(', ')}</output>
      </div>
    </>
  )
}

function ChangeButton() {
  const { isEnhanced, goTo } = useStepper()
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
