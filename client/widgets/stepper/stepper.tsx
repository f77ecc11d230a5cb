import './stepper.css'
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react'
import { useMessages } from '../../messages-context.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { joinClasses } from '../join-classes.ts'
import {
  useStepperRoot,
  type StepperOptions,
  StepperContext,
  useStepper,
  type StepperContextValue,
} from './use-stepper.ts'

interface StepperProps extends StepperOptions {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A form in steps. The server renders all panels with `StepperFinish` as the only button, which is a plain form; CSS
 * shows one panel if scripts are enabled.
 */
export function Stepper({ className, children, ...options }: StepperProps) {
  const messages = useMessages()
  const root = useStepperRoot(options)
  const { isEnhanced, isFree, isFinished, isUntouched } = root
  return (
    <StepperContext value={root}>
      <div
        className={joinClasses('stepper', className)}
        data-mode={isFree ? 'free' : 'linear'}
        data-enhanced={isEnhanced ? '' : undefined}
        data-completed={isFinished ? '' : undefined}
      >
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

/** The list of steps with their statuses; in free mode each is a button. */
export function StepperList({ className, ...props }: Omit<ComponentPropsWithoutRef<'ol'>, 'children'>) {
  const { steps, isEnhanced, isFree, isProcessing, goTo } = useStepper('StepperList')
  const messages = useMessages()
  return (
    <ol aria-label={messages.steps} {...props} className={joinClasses('stepper-list', className)}>
      {steps.map(({ id, title, statuses, isCurrent, isReachable }) => {
        const current = isCurrent ? 'step' : undefined
        const told = statuses.flatMap((status) => (status === 'active' ? [] : [messages.stepStates[status]]))
        const label = (
          <>
            <span className="stepper-title">{title}</span>
            {told.length > 0 ? <span className="visually-hidden"> ({told.join(', ')})</span> : null}
          </>
        )
        const hasButton = isFree && isEnhanced
        return (
          <li key={id} data-state={statuses.join(' ') || 'open'} aria-current={hasButton ? undefined : current}>
            {hasButton ? (
              <button
                type="button"
                className="stepper-step"
                aria-current={current}
                disabled={statuses.includes('disabled')}
                aria-disabled={isProcessing || undefined}
                onClick={() => isReachable && goTo(id)}
              >
                {label}
              </button>
            ) : (
              <span className="stepper-step">{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type HeadingLevel = 2 | 3 | 4

interface StepperPanelProps extends Omit<ComponentPropsWithoutRef<'section'>, 'id'> {
  /** Id of the step, whose title becomes the panel's heading. */
  readonly step: string
  readonly headingLevel?: HeadingLevel
}

/** The content of one step. Fields of hidden panels stay in the form. */
export function StepperPanel({ step: stepId, headingLevel = 2, className, children, ...props }: StepperPanelProps) {
  const { steps, isEnhanced, isProcessing } = useStepper('StepperPanel')
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`<StepperPanel> has an unknown step: "${stepId}"`)
  return (
    <section
      {...props}
      id={step.panelId}
      className={joinClasses('stepper-panel', className)}
      aria-labelledby={step.headingId}
      aria-busy={(step.isCurrent && isProcessing) || undefined}
      data-state={step.isCurrent ? 'active' : 'inactive'}
      hidden={isEnhanced && !step.isCurrent}
    >
      <PanelHeading id={step.headingId} level={headingLevel}>
        {step.title}
      </PanelHeading>
      {children}
    </section>
  )
}

interface StepperDoneProps extends Omit<ComponentPropsWithoutRef<'section'>, 'id'> {
  readonly heading: string
  readonly headingLevel?: HeadingLevel
}

export function StepperDone({ heading, headingLevel = 2, className, children, ...props }: StepperDoneProps) {
  const { isFinished, doneHeadingId } = useStepper('StepperDone')
  if (!isFinished) return null
  return (
    <section
      {...props}
      className={joinClasses('stepper-panel', className)}
      aria-labelledby={doneHeadingId}
      data-state="active"
    >
      <PanelHeading id={doneHeadingId} level={headingLevel}>
        {heading}
      </PanelHeading>
      {children}
    </section>
  )
}

function PanelHeading({
  id,
  level,
  children,
}: {
  readonly id: string
  readonly level: HeadingLevel
  readonly children: string
}) {
  const Heading = `h${level}` as const
  return (
    <Heading id={id} className="stepper-heading" tabIndex={-1}>
      {children}
    </Heading>
  )
}

/** The row of buttons; its height is reserved before hydration. */
export function StepperActions({ className, ...props }: ComponentPropsWithoutRef<'div'>) {
  return <div {...props} className={joinClasses('stepper-actions', className)} />
}

type ButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'hidden'>

export function StepperBack({ children, ...props }: ButtonProps) {
  const { isFinished, canGoBack, back } = useStepper('StepperBack')
  const messages = useMessages()
  return (
    <ActionButton {...props} isShown={!isFinished} disabled={!canGoBack} act={back}>
      {children ?? messages.stepBack}
    </ActionButton>
  )
}

/** Checks the step and moves to the next; it is replaced by `StepperFinish` if no other step is open. */
export function StepperNext({ className, children, ...props }: ButtonProps) {
  const { isFinished, canFinish, next } = useStepper('StepperNext')
  const messages = useMessages()
  return (
    <ActionButton
      {...props}
      className={joinClasses('button-primary', className)}
      isShown={!isFinished && !canFinish}
      act={next}
    >
      {children ?? messages.stepNext}
    </ActionButton>
  )
}

export function StepperSkip({ children, ...props }: ButtonProps) {
  const { canSkip, skip } = useStepper('StepperSkip')
  const messages = useMessages()
  return (
    <ActionButton {...props} isShown={canSkip} act={skip}>
      {children ?? messages.stepSkip}
    </ActionButton>
  )
}

export function StepperReset({ children, ...props }: ButtonProps) {
  const { isFinished, reset } = useStepper('StepperReset')
  const messages = useMessages()
  return (
    <ActionButton {...props} isShown={isFinished} act={reset}>
      {children ?? messages.stepReset}
    </ActionButton>
  )
}

/**
 * Finishes the stepper. It is the form's only submit button: without scripts it sends the form, and Enter in a field
 * presses it, which then moves to the next step.
 */
export function StepperFinish({ className, children, onClick, ...props }: ButtonProps) {
  const { isEnhanced, isProcessing, canFinish, next, finish, isDoublePress } = useStepper('StepperFinish')
  const messages = useMessages()
  return (
    <button
      {...props}
      type="submit"
      className={joinClasses('button button-primary stepper-finish', className)}
      hidden={isEnhanced && !canFinish}
      aria-disabled={isProcessing || undefined}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        if (isProcessing || isDoublePress(event.nativeEvent)) return
        if (canFinish) finish()
        else next()
      }}
    >
      {children ?? messages.stepFinish}
    </button>
  )
}

/** A button that keeps the focus while a check runs, because a disabled button loses it. */
function ActionButton({
  isShown,
  act,
  className,
  onClick,
  ...props
}: ButtonProps & { readonly isShown: boolean; act(): void }) {
  const { isEnhanced, isProcessing, isDoublePress } = useStepper('ActionButton')
  if (!isEnhanced) return null
  return (
    <button
      {...props}
      type="button"
      className={joinClasses('button', className)}
      hidden={!isShown}
      aria-disabled={isProcessing || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event)
        if (!event.defaultPrevented && !isProcessing && !isDoublePress(event.nativeEvent)) act()
      }}
    />
  )
}
