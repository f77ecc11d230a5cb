import { describe, expect, test } from 'vitest'
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
} from '../../../client/widgets/stepper/stepper-state.ts'

const FOUR: readonly StepRules[] = [{}, {}, { isOptional: true }, {}]

/** Formats the statuses of all steps: 'completed | active | . | .' */
function show(state: StepperState, steps: readonly StepRules[]): string {
  return state.steps.map((_, index) => listStepStatuses(state, index, steps).join(' ') || '.').join(' | ')
}

function readAction(word: string): StepperAction {
  const [type, argument] = word.split(':')
  if (type === 'go-to' || type === 'failed') return { type, step: Number(argument) }
  if (type === 'passed') return { type, to: argument as 'next' | 'finish' }
  return { type: type as 'next' }
}

interface RunOptions {
  readonly steps?: readonly StepRules[]
  readonly starts?: readonly InitialStepStatus[]
}

function run(words: string, { steps = FOUR, starts = steps.map(() => undefined) }: RunOptions = {}) {
  const state = words
    .split(' ')
    .filter(Boolean)
    .reduce((before, word) => nextStepperState(before, readAction(word), steps), createStepperState(starts, steps))
  return { state, rules: steps, line: show(state, steps) }
}

describe('moves', () => {
  test.each([
    ['', 'active | . | . | .'],
    ['next', 'completed | active | . | .'],
    ['next next', 'completed | completed | active | .'],
    ['back', 'active | . | . | .'],
    ['next back', 'active | . | . | .'],
    ['next next back', 'completed | active | . | .'],
    ['skip', 'active | . | . | .'],
    ['next next skip', 'completed | completed | skipped | active'],
    ['next next skip back', 'completed | completed | active | .'],
    ['next next next next', 'completed | completed | completed | active'],
    ['go-to:2', 'active | . | . | .'],
    ['go-to:9', 'active | . | . | .'],
    ['next next next go-to:1', 'completed | active | . | .'],
    ['finish', 'active | . | . | .'],
    ['next next skip finish', 'completed | completed | skipped | completed'],
    ['next next next finish', 'completed | completed | completed | completed'],
    ['next next next finish back next skip go-to:0 check failed:1', 'completed | completed | completed | completed'],
    ['next next next finish reset', 'active | . | . | .'],
    ['next skip reset', 'active | . | . | .'],
  ])('the stepper actions %j result in %j', (words, line) => {
    expect(run(words).line).toBe(line)
  })

  test('after the last step is skipped, it stays active and only finishing is possible', () => {
    const steps = [{}, { isOptional: true }]
    const skipped = run('next skip', { steps })
    expect(skipped.line).toBe('completed | active skipped')
    expect(canSkip(skipped.state, skipped.rules)).toBe(false)
    expect(run('next skip finish', { steps }).line).toBe('completed | skipped')
  })

  test('disabled steps are skipped in both directions and are not required to finish', () => {
    const steps = [{ isDisabled: true }, {}, { isDisabled: true }, {}]
    expect(run('', { steps }).line).toBe('disabled | active | disabled | .')
    expect(run('next', { steps }).line).toBe('disabled | completed | disabled | active')
    expect(run('next back', { steps }).line).toBe('disabled | active | disabled | .')
    expect(run('back', { steps }).line).toBe('disabled | active | disabled | .')
    expect(run('next go-to:0', { steps }).line).toBe('disabled | completed | disabled | active')
    expect(run('next finish', { steps }).state.isFinished).toBe(true)
    expect(run('next finish reset', { steps }).state.current).toBe(1)
  })

  test('the action next moves to the only step that is not completed, even if it is not adjacent', () => {
    const starts: InitialStepStatus[] = ['errored', 'completed', 'completed', undefined]
    expect(run('', { starts }).line).toBe('active errored | completed | completed | .')
    expect(run('next', { starts }).line).toBe('completed | completed | completed | active')
  })
})

describe('step checks', () => {
  test.each([
    ['check', 'active processed | . | . | .'],
    ['check next back skip finish go-to:1 check', 'active processed | . | . | .'],
    ['check passed:next', 'completed | active | . | .'],
    ['check failed:0', 'active errored | . | . | .'],
    ['check failed:0 check', 'active processed | . | . | .'],
    ['check failed:0 next', 'completed | active | . | .'],
    ['next failed:1 back', 'active | . | . | .'],
    ['check reset', 'active | . | . | .'],
    ['check reset passed:next', 'active | . | . | .'],
    ['next next next check passed:finish', 'completed | completed | completed | completed'],
    ['next next next check failed:1', 'completed | active errored | completed | .'],
    ['next next next check failed:1 next', 'completed | completed | completed | active'],
    ['failed:9', 'active | . | . | .'],
  ])('the stepper actions %j result in %j', (words, line) => {
    expect(run(words).line).toBe(line)
  })

  test('an errored step prevents finishing until it passes', () => {
    expect(canFinish(run('next next next failed:1 check passed:next').state, FOUR)).toBe(true)
    expect(canFinish(run('next next next failed:1 next failed:2').state, FOUR)).toBe(false)
  })
})

test('a stepper starts at the first open step', () => {
  expect(run('', { starts: ['completed', 'completed', undefined, undefined] }).line).toBe(
    'completed | completed | active | .',
  )
})

test('a stepper starts at an enabled step if all enabled steps are completed', () => {
  const { state, rules, line } = run('', { steps: [{ isDisabled: true }, {}], starts: [undefined, 'completed'] })
  expect(line).toBe('disabled | active completed')
  expect(canFinish(state, rules)).toBe(true)
})

test('an impossible stepper action returns the same state object', () => {
  const { state, rules } = run('')
  for (const word of ['back', 'skip', 'finish', 'go-to:0', 'go-to:2', 'passed:next', 'failed:7']) {
    expect(nextStepperState(state, readAction(word), rules)).toBe(state)
  }
})

test.each([
  ['', [false, false, false]],
  ['next next', [true, true, false]],
  ['next next skip', [true, false, true]],
  ['next next next finish', [false, false, false]],
])('after %j, going back, skipping and finishing are possible: %j', (words, possible) => {
  const { state, rules } = run(words)
  expect([canGoBack(state, rules), canSkip(state, rules), canFinish(state, rules)]).toEqual(possible)
})

test('moveCount counts every move, but not a check that fails on the current step', () => {
  expect(run('next check failed:1').state.moveCount).toBe(1)
  expect(run('next next skip back reset').state.moveCount).toBe(5)
})

test('a step with canBeLast can finish the stepper, unless an earlier step is open or has an error', () => {
  const steps: readonly StepRules[] = [{}, { canBeLast: true }, { isOptional: true }, {}]
  const canEnd = (words: string) => canFinishEarly(run(words, { steps }).state, steps)
  expect([canEnd(''), canEnd('next'), canEnd('next next')]).toEqual([false, true, false])
  expect(canEnd('failed:1')).toBe(false)
  const { state } = run('next finish', { steps })
  expect([state.isFinished, state.steps.every(({ progress }) => progress !== 'open')]).toEqual([true, true])
  expect(run('finish', { steps }).state.isFinished).toBe(false)
})
