import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { createPartContext } from '../part-context.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import {
  canFinish,
  canFinishEarly,
  canGoBack,
  canSkip,
  listStepStatuses,
  nextStepperState,
  createStepperState,
  type StepperAction,
  type StepperState,
  type StepRules,
  type InitialStepStatus,
  type StepStatus,
} from './stepper-state.ts'

interface ShownStep {
  readonly id: string
  readonly title: string
  readonly statuses: readonly StepStatus[]
  readonly isCurrent: boolean
  readonly panelId: string
  readonly headingId: string
}

export interface StepperContextValue {
  /** False until hydration; until then, all panels are visible. */
  readonly isEnhanced: boolean
  /** Nothing is announced until the first action. */
  readonly isUntouched: boolean
  readonly isProcessing: boolean
  readonly isFinished: boolean
  readonly steps: readonly ShownStep[]
  readonly doneHeadingId: string
  readonly canGoBack: boolean
  readonly canSkip: boolean
  readonly canFinish: boolean
  readonly canFinishEarly: boolean
  back(): void
  next(): void
  skip(): void
  goTo(stepId: string): void
  finish(): void
  reset(): void
  /** The second click of a double click must be ignored. */
  isDoublePress(event: MouseEvent): boolean
}

/** Pages can use `useStepper` for buttons of their own. */
export const [StepperContext, useStepper] = createPartContext<StepperContextValue>('Stepper')

/** `event.detail` counts mouse clicks but not taps, so taps within this time are a double tap. */
const DOUBLE_TAP_MS = 400

export interface StepDefinition extends StepRules {
  readonly id: string
  readonly title: string
  /** Status before the first action, such as an error in a form that was sent without scripts. */
  readonly initialStatus?: InitialStepStatus
}

export interface StepCheck {
  readonly step: string
  readonly panel: HTMLElement
  /** The signal is aborted if the stepper is reset or unmounted. */
  readonly signal: AbortSignal
}

/** `false` if the current step failed; otherwise the step that failed, if any. */
export type FinishResult = boolean | undefined | { readonly failedStep: string }

export interface StepperOptions {
  /** Their number and order must not change. */
  readonly steps: readonly StepDefinition[]
  readonly onBeforeNext?: ((check: StepCheck) => boolean | Promise<boolean>) | undefined
  readonly onFinish?: ((check: StepCheck) => FinishResult | Promise<FinishResult>) | undefined
}

export function useStepperRoot({ steps, onBeforeNext, onFinish }: StepperOptions): StepperContextValue {
  const id = useId()
  const isEnhanced = useHydrated()
  const [initial] = useState(() =>
    createStepperState(
      steps.map(({ initialStatus }) => initialStatus),
      steps,
    ),
  )
  const [state, dispatch] = useReducer(
    (before: StepperState, action: StepperAction) => nextStepperState(before, action, steps),
    initial,
  )
  const check = useRef<AbortController | null>(null)
  const movedAtMs = useRef(-Infinity)
  const panelIdOf = (step: string) => `${id}-${step}`
  const headingIdOf = (step: string) => `${id}-${step}-heading`
  const doneHeadingId = `${id}-done`

  useEffect(() => () => check.current?.abort(), [])

  const { isFinished, isProcessing, moveCount } = state
  // Their number does not change, so the index stays in range.
  const currentId = steps[state.current]!.id
  const shownHeadingId = isFinished ? doneHeadingId : headingIdOf(currentId)
  const shownPanelId = panelIdOf(currentId)
  const followedMoves = useRef(0)
  useEffect(() => {
    if (followedMoves.current === moveCount) return
    followedMoves.current = moveCount
    movedAtMs.current = performance.now()
    const panel = document.getElementById(shownPanelId)
    const invalidField = panel?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(invalidField ?? document.getElementById(shownHeadingId))?.focus()
  }, [moveCount, shownHeadingId, shownPanelId])

  const isEarly = !canFinish(state, steps)
  const mayFinish = !isEarly || canFinishEarly(state, steps)

  // `onFinish` checks the last step itself; a step before it is checked as on Next.
  const finishEarly = async (step: StepCheck): Promise<FinishResult> =>
    (await onBeforeNext?.(step)) === false ? false : onFinish?.(step)

  const advance = async (
    to: 'next' | 'finish',
    runCheck: ((check: StepCheck) => FinishResult | Promise<FinishResult>) | undefined,
  ) => {
    const panel = document.getElementById(panelIdOf(currentId))
    const isPossible = to === 'finish' ? mayFinish : !canFinish(state, steps)
    if (!panel || check.current || isFinished || !isPossible) return
    const controller = new AbortController()
    const { signal } = controller
    check.current = controller
    try {
      const result = runCheck?.({ step: currentId, panel, signal })
      // A synchronous result needs no processing state.
      const isPending = result instanceof Promise
      if (isPending) dispatch({ type: 'check' })
      const failed = findFailedStep(isPending ? await result : result, state.current, steps)
      if (signal.aborted) return
      if (failed !== undefined) dispatch({ type: 'failed', step: failed })
      else dispatch(isPending ? { type: 'passed', to } : { type: to })
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: 'failed', step: state.current })
      reportError(error)
    } finally {
      if (check.current === controller) check.current = null
    }
  }

  return {
    isUntouched: state === initial,
    isEnhanced,
    isProcessing,
    isFinished,
    steps: steps.map((step, index) => ({
      id: step.id,
      title: step.title,
      statuses: listStepStatuses(state, index, steps),
      isCurrent: index === state.current && !isFinished,
      panelId: panelIdOf(step.id),
      headingId: headingIdOf(step.id),
    })),
    doneHeadingId,
    canGoBack: canGoBack(state, steps),
    canSkip: canSkip(state, steps),
    canFinish: canFinish(state, steps),
    canFinishEarly: isEarly && mayFinish,
    back: () => dispatch({ type: 'back' }),
    next: () => void advance('next', onBeforeNext),
    skip: () => dispatch({ type: 'skip' }),
    goTo: (stepId) => dispatch({ type: 'go-to', step: steps.findIndex((step) => step.id === stepId) }),
    finish: () => void advance('finish', isEarly ? finishEarly : onFinish),
    reset: () => {
      check.current?.abort()
      check.current = null
      dispatch({ type: 'reset' })
    },
    isDoublePress: (event) =>
      event.detail > 1 ||
      (event instanceof PointerEvent &&
        event.pointerType === 'touch' &&
        event.timeStamp - movedAtMs.current < DOUBLE_TAP_MS),
  }
}

function findFailedStep(result: FinishResult, current: number, steps: readonly StepDefinition[]): number | undefined {
  if (result === undefined || result === true) return undefined
  if (result === false) return current
  const named = steps.findIndex(({ id }) => id === result.failedStep)
  return named < 0 ? current : named
}
