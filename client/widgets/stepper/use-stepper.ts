import { useEffect, useId, useReducer, useRef, useState, createContext, useContext } from 'react'
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
  /** Whether it can be gone to from here. */
  readonly isReachable: boolean
}

export interface StepperContextValue {
  /** False on the server and until the scripts run: then all panels are shown, and nothing moveCount. */
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
  /** Has the step checked, and leaves it where that says so. */
  next(): void
  skip(): void
  goTo(stepId: string): void
  finish(): void
  reset(): void
  /** Whether a press is the second half of one that has already led on. */
  isDoublePress(event: MouseEvent): boolean
}

export const StepperContext = createContext<StepperContextValue | null>(null)

/**
 * The stepper around a part, for buttons of the caller's own: 'Change' in a review.
 * @throws where the part stands outside of a stepper
 */
export function useStepper(part: string): StepperContextValue {
  const stepper = useContext(StepperContext)
  if (!stepper) throw new Error(`<${part}> must be inside <Stepper>`)
  return stepper
}

/** A second tap this soon belongs to the first: a finger's taps do not count themselves as a mouse's clicks do. */
const DOUBLE_TAP_MS = 400

export interface StepDefinition extends StepRules {
  readonly id: string
  readonly title: string
  /** How the step stands when the stepper first shows; the answer to a plain form may have found errors. */
  readonly initialStatus?: InitialStepStatus
}

export interface StepCheck {
  /** The step that is to be left. */
  readonly step: string
  /** Its panel, with the fields to look at. */
  readonly panel: HTMLElement
  /** Aborted where nobody waits for the answer any more: after a reset, or when the stepper goes. */
  readonly signal: AbortSignal
}

/** Nothing or true: all is well. False: the step shown has to be put right, or else the one that is named. */
export type FinishResult = boolean | undefined | { readonly failedStep: string }

export interface StepperOptions {
  /** Their number and order stay as they are. */
  readonly steps: readonly StepDefinition[]
  readonly mode?: StepperMode | undefined
  /** Says whether a step may be left for the next one; while it takes its time, nothing moveCount. */
  readonly onBeforeNext?: ((check: StepCheck) => boolean | Promise<boolean>) | undefined
  readonly onFinish?: ((check: StepCheck) => FinishResult | Promise<FinishResult>) | undefined
}

interface StepperRoot extends StepperContextValue {
  readonly state: StepperState
  /** Nothing has been done yet, so there is nothing to tell. */
  readonly isUntouched: boolean
}

/** State and actions of one stepper. */
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
      // An answer that is there at once is followed at once, without a moment of waiting in between.
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
