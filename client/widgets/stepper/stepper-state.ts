/** These rules may change between renders. */
export interface StepRules {
  readonly isOptional?: boolean | undefined
  /** A disabled step is skipped and not required. */
  readonly isDisabled?: boolean | undefined
  /** The form can be finished here, although later steps are open. */
  readonly canBeLast?: boolean | undefined
}

type StepProgress = 'open' | 'completed' | 'skipped'

interface Step {
  readonly progress: StepProgress
  readonly isErrored: boolean
}

export interface StepperState {
  readonly current: number
  readonly steps: readonly Step[]
  /** While the current step is checked, other actions are ignored. */
  readonly isProcessing: boolean
  readonly isFinished: boolean
  readonly moveCount: number
}

export type InitialStepStatus = 'completed' | 'errored' | undefined

/** Starts at the first step with an error, else the first open one, else the first enabled one. */
export function createStepperState(starts: readonly InitialStepStatus[], rules: readonly StepRules[]): StepperState {
  const steps = starts.map((start): Step => ({
    progress: start === 'completed' ? start : 'open',
    isErrored: start === 'errored',
  }))
  const enabled = [...steps.entries()].filter(([index]) => !rules[index]?.isDisabled)
  const errored = enabled.find(([, { isErrored }]) => isErrored)
  const open = enabled.find(([, { progress }]) => progress === 'open')
  const [current] = errored ?? open ?? enabled[0] ?? [0]
  return { current, steps, isProcessing: false, isFinished: false, moveCount: 0 }
}

export type StepperAction =
  | { readonly type: 'back' | 'next' | 'skip' | 'finish' | 'reset' }
  | { readonly type: 'go-to'; readonly step: number }
  /** Starts an asynchronous check, which `passed` or `failed` ends. */
  | { readonly type: 'check' }
  | { readonly type: 'passed'; readonly to: 'next' | 'finish' }
  /** The step that failed may differ from the current one. */
  | { readonly type: 'failed'; readonly step: number }

/** The stepper's reducer. It returns the same object if the action is not possible. */
export function nextStepperState(
  state: StepperState,
  action: StepperAction,
  rules: readonly StepRules[],
): StepperState {
  if (action.type === 'reset') return reset(state, rules)
  if (state.isFinished) return state
  if (state.isProcessing) return settleCheck(state, action, rules)
  switch (action.type) {
    case 'next':
      return canFinish(state, rules) ? state : leaveStep(state, 'completed', rules)
    case 'skip':
      return canSkip(state, rules) ? leaveStep(state, 'skipped', rules) : state
    case 'back':
      return goBack(state, findEnabled(rules, state.current - 1, -1))
    case 'go-to':
      return goTo(state, action.step, rules)
    case 'finish':
      return canFinish(state, rules) || canFinishEarly(state, rules) ? finish(state) : state
    case 'check':
      return { ...setStep(state, state.current, { isErrored: false }), isProcessing: true }
    case 'failed':
      return fail(state, action.step)
    // This is the result of a check that a reset cancelled.
    case 'passed':
      return state
  }
}

function settleCheck(state: StepperState, action: StepperAction, rules: readonly StepRules[]): StepperState {
  const settled = { ...state, isProcessing: false }
  if (action.type === 'passed') return nextStepperState(settled, { type: action.to }, rules)
  if (action.type === 'failed') return fail(settled, action.step)
  return state
}

export function canGoBack(state: StepperState, rules: readonly StepRules[]): boolean {
  return !state.isFinished && findEnabled(rules, state.current - 1, -1) !== undefined
}

export function canSkip({ current, steps, isFinished }: StepperState, rules: readonly StepRules[]): boolean {
  return !isFinished && rules[current]?.isOptional === true && steps[current]?.progress !== 'skipped'
}

/** Whether every other step is completed, skipped or disabled. */
export function canFinish({ current, steps, isFinished }: StepperState, rules: readonly StepRules[]): boolean {
  return (
    !isFinished &&
    steps.every(({ progress, isErrored }, index) => {
      return index === current || rules[index]?.isDisabled || (progress !== 'open' && !isErrored)
    })
  )
}

/** Whether all steps before the current one are completed or skipped, and those after it may be left out. */
export function canFinishEarly({ current, steps, isFinished }: StepperState, rules: readonly StepRules[]): boolean {
  return (
    !isFinished &&
    rules[current]?.canBeLast === true &&
    steps.slice(0, current).every(({ progress, isErrored }) => progress !== 'open' && !isErrored)
  )
}

function leaveStep(state: StepperState, progress: 'completed' | 'skipped', rules: readonly StepRules[]): StepperState {
  const left = setStep(state, state.current, { progress, isErrored: false })
  return enterStep(left, findNext(left, rules))
}

function findNext({ current, steps }: StepperState, rules: readonly StepRules[]): number {
  const open = steps.flatMap(({ progress, isErrored }, index) => {
    return (progress === 'open' || isErrored) && !rules[index]?.isDisabled ? [index] : []
  })
  const following = findEnabled(rules, current + 1, 1)
  // After the last step comes the first one that is open or has an error.
  return (open.length === 1 ? open[0] : (following ?? open[0])) ?? current
}

function enterStep(state: StepperState, step: number): StepperState {
  const moved = { ...state, current: step, moveCount: state.moveCount + 1 }
  const isElsewhere = step !== state.current
  return isElsewhere && state.steps[step]?.progress === 'skipped' ? setStep(moved, step, { progress: 'open' }) : moved
}

/** All steps from the target to the current one become open again. */
function goBack(state: StepperState, step: number | undefined): StepperState {
  if (step === undefined) return state
  const steps = state.steps.map((own, index) => (index >= step && index <= state.current ? OPEN_STEP : own))
  return { ...state, steps, current: step, moveCount: state.moveCount + 1 }
}

/** Only earlier steps can be opened. */
function goTo(state: StepperState, step: number, rules: readonly StepRules[]): StepperState {
  const isReachable = step < state.current && rules[step] !== undefined && !rules[step].isDisabled
  return isReachable ? goBack(state, step) : state
}

function finish(state: StepperState): StepperState {
  const steps = state.steps.map((step): Step =>
    step.progress === 'open' ? { progress: 'completed', isErrored: false } : step,
  )
  return { ...state, steps, isFinished: true, moveCount: state.moveCount + 1 }
}

function fail(state: StepperState, step: number): StepperState {
  if (state.steps[step] === undefined) return state
  const failed = setStep(state, step, { progress: 'open', isErrored: true })
  return step === state.current ? failed : enterStep(failed, step)
}

function reset(state: StepperState, rules: readonly StepRules[]): StepperState {
  return {
    current: findEnabled(rules, 0, 1) ?? 0,
    steps: state.steps.map(() => OPEN_STEP),
    isProcessing: false,
    isFinished: false,
    moveCount: state.moveCount + 1,
  }
}

const OPEN_STEP: Step = { progress: 'open', isErrored: false }

function setStep(state: StepperState, step: number, change: Partial<Step>): StepperState {
  return { ...state, steps: state.steps.map((own, index) => (index === step ? { ...own, ...change } : own)) }
}

function findEnabled(steps: readonly StepRules[], from: number, direction: 1 | -1): number | undefined {
  for (let index = from; index >= 0 && index < steps.length; index += direction) {
    if (!steps[index]?.isDisabled) return index
  }
  return undefined
}

export type StepStatus = 'active' | 'completed' | 'skipped' | 'disabled' | 'errored' | 'processed'

/** A skipped last step is both active and skipped. */
export function listStepStatuses(
  state: StepperState,
  step: number,
  rules: readonly StepRules[],
): readonly StepStatus[] {
  const { progress, isErrored } = state.steps[step] ?? OPEN_STEP
  const isCurrent = step === state.current && !state.isFinished
  const statuses: readonly (StepStatus | false)[] = [
    isCurrent && 'active',
    progress !== 'open' && progress,
    rules[step]?.isDisabled === true && 'disabled',
    isErrored && 'errored',
    isCurrent && state.isProcessing && 'processed',
  ]
  return statuses.filter((status) => status !== false)
}
