/** These rules may change between renders. */
export interface StepRules {
  /** Progress before the first action, such as an error in a form that was sent without scripts. */
  readonly initial?: StepProgress
  readonly isOptional?: boolean
  /** A disabled step is passed over and not required. */
  readonly isDisabled?: boolean
  /** The form can be finished here, although later steps are open. */
  readonly canBeLast?: boolean
}

type Rules = readonly StepRules[]

export type StepProgress = 'open' | 'completed' | 'skipped' | 'errored'

export interface StepperState {
  readonly current: number
  readonly progress: readonly StepProgress[]
  /** While the current step is checked. */
  readonly isProcessing: boolean
  readonly isFinished: boolean
}

/** Starts at the first step with an error, else the first open one, else the first enabled one. */
export function startStepper(rules: Rules): StepperState {
  const progress = rules.map(({ initial = 'open' }) => initial)
  const candidates = (['errored', 'open', 'completed'] as const).map((wanted) =>
    progress.findIndex((own, index) => own === wanted && !rules[index]?.isDisabled),
  )
  const current = candidates.find((index) => index >= 0) ?? 0
  return { current, progress, isProcessing: false, isFinished: false }
}

/** Moves on to the next step; after the last one, to the first that is open or has an error. */
export function leaveStep(state: StepperState, left: 'completed' | 'skipped', rules: Rules): StepperState {
  const progress = state.progress.with(state.current, left)
  const open = [...progress.keys()].filter((index) => !isDone(progress[index]) && !rules[index]?.isDisabled)
  const following = findEnabled(rules, state.current + 1, 1)
  const next = (open.length === 1 ? open[0] : (following ?? open[0])) ?? state.current
  const isReopened = next !== state.current && progress[next] === 'skipped'
  return moveTo(next, { ...state, progress: isReopened ? progress.with(next, 'open') : progress })
}

/** Moves to an earlier step. All steps from there to the current one become open again. */
export function goBack(state: StepperState, step: number): StepperState {
  const isReopened = (index: number) => index >= step && index <= state.current
  return moveTo(step, { ...state, progress: state.progress.map((own, index) => (isReopened(index) ? 'open' : own)) })
}

export function startCheck(state: StepperState): StepperState {
  const { current, progress } = state
  const isErrored = progress[current] === 'errored'
  return { ...state, isProcessing: true, progress: isErrored ? progress.with(current, 'open') : progress }
}

/** Moves to the step that failed. */
export function failStep(state: StepperState, step: number): StepperState {
  return moveTo(step, { ...state, progress: state.progress.with(step, 'errored') })
}

export function finish(state: StepperState): StepperState {
  const progress = state.progress.map((own) => (own === 'open' ? 'completed' : own))
  return { ...moveTo(state.current, { ...state, progress }), isFinished: true }
}

export function reset(state: StepperState, rules: Rules): StepperState {
  const progress = state.progress.map((): StepProgress => 'open')
  return { ...moveTo(findEnabled(rules, 0, 1) ?? 0, { ...state, progress }), isFinished: false }
}

/** A move ends a check. */
function moveTo(step: number, state: StepperState): StepperState {
  return { ...state, current: step, isProcessing: false }
}

export function findPrevious({ current }: StepperState, rules: Rules): number | undefined {
  return findEnabled(rules, current - 1, -1)
}

/** Whether every other step is completed, skipped or disabled. */
export function canFinish({ current, progress }: StepperState, rules: Rules): boolean {
  return progress.every((own, index) => index === current || rules[index]?.isDisabled || isDone(own))
}

/** Whether all steps before the current one are completed or skipped, and those after it may be left out. */
export function canFinishEarly({ current, progress }: StepperState, rules: Rules): boolean {
  return rules[current]?.canBeLast === true && progress.slice(0, current).every(isDone)
}

function isDone(progress: StepProgress | undefined): boolean {
  return progress === 'completed' || progress === 'skipped'
}

function findEnabled(rules: Rules, from: number, direction: 1 | -1): number | undefined {
  for (let index = from; index >= 0 && index < rules.length; index += direction)
    if (!rules[index]?.isDisabled) return index
  return undefined
}

type StepStatus = 'active' | 'disabled' | 'processed' | Exclude<StepProgress, 'open'>

/** A skipped last step is both active and skipped. */
export function listStepStatuses(state: StepperState, step: number, rules: Rules): readonly StepStatus[] {
  const progress = state.progress[step] ?? 'open'
  const isCurrent = step === state.current && !state.isFinished
  const statuses: readonly (StepStatus | false)[] = [
    isCurrent && 'active',
    progress !== 'open' && progress,
    rules[step]?.isDisabled === true && 'disabled',
    isCurrent && state.isProcessing && 'processed',
  ]
  return statuses.filter((status) => status !== false)
}
