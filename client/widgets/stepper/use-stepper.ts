import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createRequiredContext, useHydrated } from '../../base/context.tsx'
import {
  canFinish,
  canFinishEarly,
  failStep,
  findPrevious,
  finish,
  goBack,
  leaveStep,
  listStepStatuses,
  reset,
  startCheck,
  startStepper,
  type StepRules,
} from './stepper-state.ts'

/** `event.detail` counts mouse clicks but not taps, so taps within this time are a double tap. */
const DOUBLE_TAP_MS = 400

export interface StepDefinition extends StepRules {
  readonly id: string
  readonly title: string
}

export interface StepCheck {
  readonly step: string
  readonly panel: HTMLElement
  /** The signal is aborted if the stepper is unmounted. */
  readonly signal: AbortSignal
}

/** `false` if the current step failed; otherwise the step that failed, if any. */
export type FinishResult = boolean | { readonly failedStep: string }

export interface StepperOptions {
  /** Their number and order must not change. */
  readonly steps: readonly StepDefinition[]
  readonly onBeforeNext: (check: StepCheck) => boolean | Promise<boolean>
  /** It checks the last step itself; a step before it is checked by `onBeforeNext`. */
  readonly onFinish: (check: StepCheck) => Promise<FinishResult>
}

export type StepperContextValue = ReturnType<typeof useStepperRoot>

/** Pages can use `useStepper` for buttons of their own. */
export const [StepperContext, useStepper] = createRequiredContext<StepperContextValue>('Stepper')

export function useStepperRoot({ steps, onBeforeNext, onFinish }: StepperOptions) {
  const id = useId()
  const isEnhanced = useHydrated()
  const [start] = useState(() => startStepper(steps))
  const [state, setState] = useState(start)
  const check = useRef<AbortController>(null)
  const movedAtMs = useRef(-Infinity)
  const doneHeadingId = `${id}-done`
  const { current, isFinished, isProcessing } = state
  const shownSteps = steps.map((step, index) => ({
    id: step.id,
    title: step.title,
    statuses: listStepStatuses(state, index, steps),
    isCurrent: index === current && !isFinished,
    panelId: `${id}-${step.id}`,
    headingId: `${id}-${step.id}-heading`,
  }))
  // Their number does not change, so the index stays in range.
  const { id: currentId, panelId: shownPanelId, headingId } = shownSteps[current]!
  const shownHeadingId = isFinished ? doneHeadingId : headingId
  const previous = findPrevious(state, steps)
  const isLast = canFinish(state, steps)
  const indexOf = (stepId: string) => steps.findIndex((step) => step.id === stepId)

  useEffect(() => () => check.current?.abort(), [])

  const focusedId = useRef(shownHeadingId)
  // Not a passive effect, because a second tap may come before those.
  useLayoutEffect(() => {
    if (focusedId.current === shownHeadingId) return
    focusedId.current = shownHeadingId
    movedAtMs.current = performance.now()
    const panel = document.getElementById(shownPanelId)
    const invalidField = panel?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(invalidField ?? document.getElementById(shownHeadingId))?.focus()
  }, [shownHeadingId, shownPanelId])

  /** The current step also fails if a check throws. */
  async function advance(to: 'next' | 'finish'): Promise<void> {
    const panel = document.getElementById(shownPanelId)
    if (!panel || check.current) return
    const controller = new AbortController()
    const { signal } = controller
    check.current = controller
    setState(startCheck)
    const step = { step: currentId, panel, signal }
    let result: FinishResult = false
    try {
      const isValid = (to === 'finish' && isLast) || (await onBeforeNext(step))
      result = isValid && (to === 'next' || (await onFinish(step)))
    } catch (error) {
      if (!signal.aborted) reportError(error)
    }
    if (signal.aborted) return
    check.current = null
    setState((checked) => {
      if (result !== true) return failStep(checked, result === false ? current : indexOf(result.failedStep))
      return to === 'finish' ? finish(checked) : leaveStep(checked, 'completed', steps)
    })
  }

  return {
    /** False until hydration; until then, all panels are visible. */
    isEnhanced,
    /** Nothing is announced until the first action. */
    isUntouched: state === start,
    isProcessing,
    isFinished,
    steps: shownSteps,
    doneHeadingId,
    canGoBack: previous !== undefined,
    canSkip: steps[current]!.isOptional === true,
    canFinish: isLast,
    canFinishEarly: !isLast && canFinishEarly(state, steps),
    back: () => {
      if (previous !== undefined) setState(goBack(state, previous))
    },
    next: () => void advance('next'),
    skip: () => setState(leaveStep(state, 'skipped', steps)),
    /** Moves to an earlier step. */
    goTo: (stepId: string) => {
      if (!isProcessing) setState(goBack(state, indexOf(stepId)))
    },
    finish: () => void advance('finish'),
    reset: () => setState(reset(state, steps)),
    /** The second click of a double click must be ignored. */
    isDoublePress: (event: MouseEvent) =>
      event.detail > 1 ||
      (event instanceof PointerEvent &&
        event.pointerType === 'touch' &&
        event.timeStamp - movedAtMs.current < DOUBLE_TAP_MS),
  }
}
