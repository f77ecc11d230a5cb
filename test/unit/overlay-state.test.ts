import { expect, test } from 'vitest'
import { isImmediate, nextPhase, type OverlayEvent } from '../../client/widgets/overlay/overlay-state.ts'

test.each<[string, OverlayEvent[], string]>([
  ['opens after its delay', ['show', 'delay-over'], 'open'],
  ['closes after its way out', ['show', 'delay-over', 'hide', 'exit-over'], 'closed'],
  ['closes at once while it is not in view yet', ['show', 'hide'], 'closed'],
  ['closes at once where there is no time for a movement', ['show', 'delay-over', 'hide-at-once'], 'closed'],
  ['opens again on its way out', ['show', 'delay-over', 'hide', 'show'], 'opening'],
  ['ignores a delay that ends too late', ['show', 'hide', 'delay-over'], 'closed'],
  ['ignores a way out that ends too late', ['show', 'delay-over', 'hide', 'show', 'delay-over', 'exit-over'], 'open'],
  ['is open at once where it was before', ['show-at-once'], 'open'],
])('an overlay %s', (_name, events, expected) => {
  expect(events.reduce(nextPhase, 'closed')).toBe(expected)
})

test('what is gone underneath closes without a movement', () => {
  expect((['escape', 'outside-press', 'breakpoint', 'navigation'] as const).map(isImmediate)).toEqual([false, false, true, true])
})
