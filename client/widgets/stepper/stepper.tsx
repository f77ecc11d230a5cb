import './stepper.css'
import type { MouseEvent, ReactNode } from 'react'
import { useMessages } from '../../base/context.tsx'
import type { Messages } from '../../../shared/messages/messages.ts'
import {
  useStepperRoot,
  type StepperOptions,
  StepperContext,
  useStepper,
  type StepperContextValue,
} from './use-stepper.ts'

/**
 * Renders a form in steps. The server renders all panels, with `StepperFinish` as the only button, so that they are a
 * plain form without scripts. With scripts, CSS shows only one panel.
 */
export function Stepper({ children, ...options }: StepperOptions & { readonly children: ReactNode }) {
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
  const { steps } = useStepper()
  const messages = useMessages()
  return (
    <ol aria-label={messages.steps} className="stepper-list cluster scripted">
      {steps.map(({ id, title, statuses, isCurrent }) => {
        const announced = statuses.flatMap((status) => (status === 'active' ? [] : [messages.stepStates[status]]))
        return (
          <li key={id} data-state={statuses.join(' ') || 'open'} aria-current={isCurrent ? 'step' : undefined}>
            <span className="stepper-step">
              <span className={statuses.includes('active') ? undefined : 'visually-hidden-on-phones'}>{title}</span>
              {announced.length > 0 ? <span className="visually-hidden">{` (${announced.join(', ')})`}</span> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface StepperPanelProps {
  readonly step: string
  readonly className?: string
  readonly children?: ReactNode
}

/** The fields of hidden panels stay in the form and are submitted. */
export function StepperPanel({ step: stepId, className, children }: StepperPanelProps) {
  const { steps, isEnhanced, isProcessing } = useStepper()
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`<StepperPanel> has an unknown step: "${stepId}"`)
  return (
    <section
      id={step.panelId}
      className={className ? `stepper-panel ${className}` : 'stepper-panel'}
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

export function StepperDone({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const { isFinished, doneHeadingId } = useStepper()
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

interface StepperActionsProps {
  /** Whether the second button skips an optional step, for example because its fields are empty. */
  readonly skipsOptional: boolean
  readonly finishLabel: string
  readonly resetLabel: string
  readonly onReset: () => void
}

/**
 * CSS reserves the height of the buttons, which appear on hydration. The one that finishes is the form's only submit
 * button, so Enter in a field presses it too, and then moves to the next step if there is one.
 */
export function StepperActions({ skipsOptional, finishLabel, resetLabel, onReset }: StepperActionsProps) {
  const stepper = useStepper()
  const messages = useMessages()
  const { isEnhanced, isFinished, isProcessing, canFinish, canFinishEarly, isDoublePress } = stepper
  const isSkip = skipsOptional && stepper.canSkip
  // A button with `disabled` would lose the focus during a check.
  const shared = { type: 'button', 'aria-disabled': isProcessing || undefined } as const
  const press =
    (act: () => void) =>
    ({ nativeEvent }: MouseEvent) => {
      if (!isProcessing && !isDoublePress(nativeEvent)) act()
    }
  return (
    <div className="stepper-actions cluster">
      {isEnhanced && !isFinished ? (
        <button {...shared} className="button" disabled={!stepper.canGoBack} onClick={press(stepper.back)}>
          {messages.stepBack}
        </button>
      ) : null}
      {isEnhanced && !isFinished && !canFinish ? (
        <button
          {...shared}
          className={canFinishEarly ? 'button' : 'button button-primary'}
          onClick={press(isSkip ? stepper.skip : stepper.next)}
        >
          {isSkip ? messages.stepSkip : messages.stepNext}
        </button>
      ) : null}
      <button
        {...shared}
        type="submit"
        className="button button-primary stepper-finish"
        hidden={isEnhanced && (isFinished || !(canFinish || canFinishEarly))}
        onClick={(event) => {
          event.preventDefault()
          const isEnterInField = event.detail === 0 && document.activeElement !== event.currentTarget
          press(canFinish || (canFinishEarly && !isEnterInField) ? stepper.finish : stepper.next)(event)
        }}
      >
        {finishLabel}
      </button>
      {isFinished ? (
        <button
          {...shared}
          className="button"
          onClick={press(() => {
            onReset()
            stepper.reset()
          })}
        >
          {resetLabel}
        </button>
      ) : null}
    </div>
  )
}
