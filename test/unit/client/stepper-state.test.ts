import { expect, test } from 'vitest'
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
  type StepperState,
  type StepProgress,
  type StepRules,
} from '../../../client/widgets/stepper/stepper-state.ts'

const FOUR: readonly StepRules[] = [{}, {}, { isOptional: true }, {}]

type Act = (state: StepperState, rules: readonly StepRules[], step: number) => StepperState

const ACTIONS: Readonly<Record<string, Act>> = {
  next: (state, rules) => leaveStep(state, 'completed', rules),
  skip: (state, rules) => leaveStep(state, 'skipped', rules),
  back: (state, rules) => goBack(state, findPrevious(state, rules)!),
  'go-to': (state, _rules, step) => goBack(state, step),
  check: startCheck,
  fail: (state, _rules, step) => failStep(state, step),
  finish,
  reset,
}

interface RunOptions {
  readonly steps?: readonly StepRules[]
  readonly starts?: readonly StepProgress[]
}

function run(words: string, { steps = FOUR, starts = steps.map(() => 'open' as const) }: RunOptions = {}) {
  const started = steps.map((rules, index) => ({ ...rules, initial: starts[index]! }))
  const state = words
    .split(' ')
    .filter(Boolean)
    .reduce((before, word) => {
      const [action = '', step] = word.split(':')
      return ACTIONS[action]!(before, steps, Number(step))
    }, startStepper(started))
  // The statuses of all steps, such as 'completed | active | . | .'
  const line = steps.map((_, index) => listStepStatuses(state, index, steps).join(' ') || '.').join(' | ')
  return { state, line }
}

test.each([
  ['', 'active | . | . | .'],
  ['next', 'completed | active | . | .'],
  ['next back', 'active | . | . | .'],
  ['next next back', 'completed | active | . | .'],
  ['next next skip', 'completed | completed | skipped | active'],
  ['next next skip back', 'completed | completed | active | .'],
  ['next next next next', 'completed | completed | completed | active completed'],
  ['next next next go-to:1', 'completed | active | . | .'],
  ['next next skip finish', 'completed | completed | skipped | completed'],
  ['next next next finish reset', 'active | . | . | .'],
  ['check', 'active processed | . | . | .'],
  ['check next', 'completed | active | . | .'],
  ['check fail:0', 'active errored | . | . | .'],
  ['check fail:0 check', 'active processed | . | . | .'],
  ['next fail:1 back', 'active | . | . | .'],
  ['next next next check fail:1', 'completed | active errored | completed | .'],
  ['next next next check fail:1 next', 'completed | completed | completed | active'],
])('the stepper actions %j result in %j', (words, line) => {
  expect(run(words).line).toBe(line)
})

test('after the last step is skipped, it stays active and only finishing is possible', () => {
  const steps = [{}, { isOptional: true }]
  const skipped = run('next skip', { steps })
  expect([skipped.line, canFinish(skipped.state, steps)]).toEqual(['completed | active skipped', true])
  expect(run('next skip finish', { steps }).line).toBe('completed | skipped')
})

test('disabled steps are passed over in both directions and are not required to finish', () => {
  const steps = [{ isDisabled: true }, {}, { isDisabled: true }, {}]
  const { state, line } = run('', { steps })
  expect([line, findPrevious(state, steps)]).toEqual(['disabled | active | disabled | .', undefined])
  expect(run('next', { steps }).line).toBe('disabled | completed | disabled | active')
  expect(run('next back', { steps }).line).toBe('disabled | active | disabled | .')
  expect(canFinish(run('next', { steps }).state, steps)).toBe(true)
  expect(run('next finish reset', { steps }).state.current).toBe(1)
})

test.each<readonly [readonly StepProgress[], string]>([
  [['completed', 'completed', 'open', 'open'], 'completed | completed | active | .'],
  [['errored', 'completed', 'completed', 'open'], 'active errored | completed | completed | .'],
  [['completed', 'errored', 'open', 'open'], 'completed | active errored | . | .'],
])('a stepper that starts with %j shows %j', (starts, line) => {
  expect(run('', { starts }).line).toBe(line)
})

test('the action next moves to the only step that is not completed, even if it is not adjacent', () => {
  expect(run('next', { starts: ['errored', 'completed', 'completed', 'open'] }).line).toBe(
    'completed | completed | completed | active',
  )
})

test('a stepper can be finished if all other steps are done, or after a step that can be the last', () => {
  const steps: readonly StepRules[] = [{}, { canBeLast: true }, { isOptional: true }, {}]
  const canEnd = (words: string) => {
    const { state } = run(words, { steps })
    return [canFinish(state, steps), canFinishEarly(state, steps)]
  }
  expect(canEnd('')).toEqual([false, false])
  expect(canEnd('next')).toEqual([false, true])
  expect(canEnd('next next')).toEqual([false, false])
  expect(canEnd('next next skip')).toEqual([true, false])
  expect(canEnd('fail:0 fail:1')).toEqual([false, false])
  expect(run('next finish', { steps }).line).toBe('completed | completed | completed | completed')
})
