import { createContext, useContext, useEffect, useId, useReducer, useRef, useState } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import {
  canFinish,
  canGoBack,
  canGoTo,
  canSkip,
  listStepStatuses,
  nextStepperState,
  createStepperState,
  type StepperAction,
  type StepperMode,
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
  /** Whether the step can be opened now. */
  readonly isReachable: boolean
}

export interface StepperContextValue {
  /** False until hydration; all panels are shown and no action is possible until then. */
  readonly isEnhanced: boolean
  readonly isFree: boolean
  readonly isProcessing: boolean
  readonly isFinished: boolean
  readonly steps: readonly ShownStep[]
  readonly doneHeadingId: string
  readonly canGoBack: boolean
  readonly canSkip: boolean
  readonly canFinish: boolean
  back(): void
  /** Checks the current step and moves on if it passes. */
  next(): void
  skip(): void
  goTo(stepId: string): void
  finish(): void
  reset(): void
  /** Whether a press is the second of a double click whose first one has already moved on. */
  isDoublePress(event: MouseEvent): boolean
}

export const StepperContext = createContext<StepperContextValue | null>(null)

/**
 * Returns the enclosing stepper, for the caller's own buttons.
 * @throws if used outside a stepper
 */
export function useStepper(part: string): StepperContextValue {
  const stepper = useContext(StepperContext)
  if (!stepper) throw new Error(`<${part}> must be inside <Stepper>`)
  return stepper
}

/** Taps closer together than this are a double tap: browsers count clicks for a mouse, but not for touch. */
const DOUBLE_TAP_MS = 400

export interface StepDefinition extends StepRules {
  readonly id: string
  readonly title: string
  /** Status on first render; the response to a form sent without scripts may contain errors. */
  readonly initialStatus?: InitialStepStatus
}

export interface StepCheck {
  readonly step: string
  readonly panel: HTMLElement
  /** Aborted on reset and unmount. */
  readonly signal: AbortSignal
}

/** True or undefined: success. False: the current step failed. `failedStep`: another step failed. */
export type FinishResult = boolean | undefined | { readonly failedStep: string }

export interface StepperOptions {
  /** Their number and order must not change. */
  readonly steps: readonly StepDefinition[]
  readonly mode?: StepperMode | undefined
  /** Tells whether the step may be left; other actions are ignored while its promise is pending. */
  readonly onBeforeNext?: ((check: StepCheck) => boolean | Promise<boolean>) | undefined
  readonly onFinish?: ((check: StepCheck) => FinishResult | Promise<FinishResult>) | undefined
}

interface StepperRoot extends StepperContextValue {
  readonly state: StepperState
  /** Whether no action has happened yet, so that nothing is announced. */
  readonly isUntouched: boolean
}

export function useStepperRoot({ steps, mode = 'linear', onBeforeNext, onFinish }: StepperOptions): StepperRoot {
  const id = useId()
  const isEnhanced = useHydrated()
  const rules = { mode, steps }
  const [initial] = useState(() =>
    createStepperState(
      steps.map(({ initialStatus }) => initialStatus),
      rules,
    ),
  )
  const [state, dispatch] = useReducer(
    (before: StepperState, action: StepperAction) => nextStepperState(before, action, rules),
    initial,
  )
  const check = useRef<AbortController | null>(null)
  const movedAtMs = useRef(-Infinity)
  const panelIdOf = (step: string) => `${id}-${step}`
  const headingIdOf = (step: string) => `${id}-${step}-heading`
  const doneHeadingId = `${id}-done`

  useEffect(() => () => check.current?.abort(), [])

  const { isFinished, isProcessing, moveCount } = state
  const currentId = steps[state.current]!.id
  const shownHeadingId = isFinished ? doneHeadingId : headingIdOf(currentId)
  const followedMoves = useRef(0)
  useEffect(() => {
    if (followedMoves.current === moveCount) return
    followedMoves.current = moveCount
    movedAtMs.current = performance.now()
    document.getElementById(shownHeadingId)?.focus()
  }, [moveCount, shownHeadingId])

  const advance = async (
    to: 'next' | 'finish',
    ask: ((check: StepCheck) => FinishResult | Promise<FinishResult>) | undefined,
  ) => {
    if (check.current || isFinished || canFinish(state, rules) !== (to === 'finish')) return
    const controller = new AbortController()
    const { signal } = controller
    check.current = controller
    try {
      const panel = document.getElementById(panelIdOf(currentId))!
      const answer = ask?.({ step: currentId, panel, signal })
      if (answer instanceof Promise) dispatch({ type: 'check' })
      // A synchronous result is applied immediately, without a processing state.
      const settled = answer instanceof Promise ? await answer : answer
      if (signal.aborted) return
      const failed = findFailedStep(settled, state.current, steps)
      dispatch(
        failed === undefined
          ? answer instanceof Promise
            ? { type: 'passed', to }
            : { type: to }
          : { type: 'failed', step: failed },
      )
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: 'failed', step: state.current })
      reportError(error)
    } finally {
      if (check.current === controller) check.current = null
    }
  }

  return {
    state,
    isUntouched: state === initial,
    isEnhanced,
    isFree: mode === 'free',
    isProcessing,
    isFinished,
    steps: steps.map((step, index) => ({
      id: step.id,
      title: step.title,
      statuses: listStepStatuses(state, index, rules),
      isCurrent: index === state.current && !isFinished,
      panelId: panelIdOf(step.id),
      headingId: headingIdOf(step.id),
      isReachable: canGoTo(state, index, rules),
    })),
    doneHeadingId,
    canGoBack: canGoBack(state, rules),
    canSkip: canSkip(state, rules),
    canFinish: canFinish(state, rules),
    back: () => dispatch({ type: 'back' }),
    next: () => void advance('next', onBeforeNext),
    skip: () => dispatch({ type: 'skip' }),
    goTo: (stepId) => dispatch({ type: 'go-to', step: steps.findIndex((step) => step.id === stepId) }),
    finish: () => void advance('finish', onFinish),
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

function findFailedStep(answer: FinishResult, current: number, steps: readonly StepDefinition[]): number | undefined {
  if (answer === undefined || answer === true) return undefined
  if (answer === false) return current
  const named = steps.findIndex(({ id }) => id === answer.failedStep)
  return named < 0 ? current : named
}
