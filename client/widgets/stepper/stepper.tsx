import './stepper.css'
import type { ReactNode } from 'react'
import { useMessages } from '../../base/messages-context.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { joinClasses } from '../join-classes.ts'
import {
  useStepperRoot,
  type StepperOptions,
  StepperContext,
  useStepper,
  type StepperContextValue,
} from './use-stepper.ts'

interface StepperPartProps {
  readonly children?: ReactNode
}

/**
 * Renders a form in steps. The server renders all panels, with `StepperFinish` as the only button, so that they are a
 * plain form without scripts. With scripts, CSS shows only one panel.
 */
export function Stepper({ children, ...options }: StepperOptions & StepperPartProps) {
  const messages = useMessages()
  const root = useStepperRoot(options)
  const { isEnhanced, isFinished, isUntouched } = root
  return (
    <StepperContext value={root}>
      <div className="stepper" data-enhanced={isEnhanced ? '' : undefined} data-completed={isFinished ? '' : undefined}>
        {children}
        <p className="visually-hidden" role="status">
          {isUntouched ? '' : describeStatus(root, messages)}
        </p>
      </div>
    </StepperContext>
  )
}

function describeStatus({ steps, isFinished, isProcessing }: StepperContextValue, messages: Messages): string {
  const index = steps.findIndex(({ isCurrent }) => isCurrent)
  const step = steps[index]
  if (isFinished || !step) return messages.stepsCompleted
  if (isProcessing) return messages.stepChecking(step.title)
  return step.statuses.includes('errored')
    ? messages.stepErrored(step.title)
    : messages.stepPosition(index + 1, steps.length, step.title)
}

export function StepperList() {
  const { steps } = useStepper('StepperList')
  const messages = useMessages()
  return (
    <ol aria-label={messages.steps} className="stepper-list">
      {steps.map(({ id, title, statuses, isCurrent }) => {
        const announced = statuses.flatMap((status) => (status === 'active' ? [] : [messages.stepStates[status]]))
        return (
          <li key={id} data-state={statuses.join(' ') || 'open'} aria-current={isCurrent ? 'step' : undefined}>
            <span className="stepper-step">
              <span className="stepper-title">{title}</span>
              {announced.length > 0 ? <span className="visually-hidden">{` (${announced.join(', ')})`}</span> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface StepperPanelProps extends StepperPartProps {
  readonly step: string
  readonly className?: string
}

/** The fields of hidden panels stay in the form and are submitted. */
export function StepperPanel({ step: stepId, className, children }: StepperPanelProps) {
  const { steps, isEnhanced, isProcessing } = useStepper('StepperPanel')
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`<StepperPanel> has an unknown step: "${stepId}"`)
  return (
    <section
      id={step.panelId}
      className={joinClasses('stepper-panel', className)}
      aria-labelledby={step.headingId}
      aria-busy={(step.isCurrent && isProcessing) || undefined}
      data-state={step.isCurrent ? 'active' : 'inactive'}
      hidden={isEnhanced && !step.isCurrent}
    >
      <PanelHeading id={step.headingId}>{step.title}</PanelHeading>
      {children}
    </section>
  )
}

export function StepperDone({ heading, children }: StepperPartProps & { readonly heading: string }) {
  const { isFinished, doneHeadingId } = useStepper('StepperDone')
  if (!isFinished) return null
  return (
    <section className="stepper-panel" aria-labelledby={doneHeadingId} data-state="active">
      <PanelHeading id={doneHeadingId}>{heading}</PanelHeading>
      {children}
    </section>
  )
}

function PanelHeading({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <h3 id={id} className="stepper-heading" tabIndex={-1}>
      {children}
    </h3>
  )
}

/** CSS reserves the height of the buttons, which appear on hydration. */
export function StepperActions({ children }: StepperPartProps) {
  return <div className="stepper-actions">{children}</div>
}

export function StepperBack() {
  const { isFinished, canGoBack, back } = useStepper('StepperBack')
  const messages = useMessages()
  return (
    <ActionButton isShown={!isFinished} isDisabled={!canGoBack} act={back}>
      {messages.stepBack}
    </ActionButton>
  )
}

interface StepperNextProps {
  /** Whether the button skips an optional step, for example because its fields are empty. */
  readonly skipsOptional: boolean
}

/** Checks the step and moves on; `StepperFinish` replaces it if no other step is open. */
export function StepperNext({ skipsOptional }: StepperNextProps) {
  const { isFinished, canFinish, canFinishEarly, canSkip, next, skip } = useStepper('StepperNext')
  const messages = useMessages()
  const isSkip = skipsOptional && canSkip
  return (
    <ActionButton
      className={canFinishEarly ? 'button' : 'button button-primary'}
      isShown={!isFinished && !canFinish}
      act={isSkip ? skip : next}
    >
      {isSkip ? messages.stepSkip : messages.stepNext}
    </ActionButton>
  )
}

interface StepperResetProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

export function StepperReset({ onClick, children }: StepperResetProps) {
  const { isFinished, reset } = useStepper('StepperReset')
  return (
    <ActionButton isShown={isFinished} onClick={onClick} act={reset}>
      {children}
    </ActionButton>
  )
}

/**
 * Finishes the stepper. It is the form's only submit button, so Enter in a field presses it too, and then moves to the
 * next step if there is one.
 */
export function StepperFinish({ children }: { readonly children: ReactNode }) {
  const { isEnhanced, isProcessing, canFinish, canFinishEarly, next, finish, isDoublePress } =
    useStepper('StepperFinish')
  return (
    <button
      type="submit"
      className="button button-primary stepper-finish"
      hidden={isEnhanced && !canFinish && !canFinishEarly}
      aria-disabled={isProcessing || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (isProcessing || isDoublePress(event.nativeEvent)) return
        const isEnterInField = event.detail === 0 && document.activeElement !== event.currentTarget
        if (canFinish || (canFinishEarly && !isEnterInField)) finish()
        else next()
      }}
    >
      {children}
    </button>
  )
}

interface ActionButtonProps extends StepperPartProps {
  readonly isShown: boolean
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onClick?: (() => void) | undefined
  act(): void
}

/** A button with `disabled` would lose the focus during a check. */
function ActionButton({ isShown, isDisabled, className = 'button', onClick, act, children }: ActionButtonProps) {
  const { isEnhanced, isProcessing, isDoublePress } = useStepper('ActionButton')
  if (!isEnhanced) return null
  return (
    <button
      type="button"
      className={className}
      hidden={!isShown}
      disabled={isDisabled}
      aria-disabled={isProcessing || undefined}
      onClick={({ nativeEvent }) => {
        if (isProcessing || isDoublePress(nativeEvent)) return
        onClick?.()
        act()
      }}
    >
      {children}
    </button>
  )
}
