import { expect, test } from 'vitest'
import { isImmediate, nextPhase, type OverlayEvent } from '../../client/widgets/overlay/overlay-state.ts'

test.each<[string, OverlayEvent[], string]>([
  ['opens after its delay', ['open', 'delay-end'], 'open'],
  ['closes after its way out', ['open', 'delay-end', 'close', 'transition-end'], 'closed'],
  ['closes at once while it is not in view yet', ['open', 'close'], 'closed'],
  ['closes at once where there is no time for a movement', ['open', 'delay-end', 'close-now'], 'closed'],
  ['opens again on its way out', ['open', 'delay-end', 'close', 'open'], 'opening'],
  ['ignores a delay that ends too late', ['open', 'close', 'delay-end'], 'closed'],
  ['ignores a way out that ends too late', ['open', 'delay-end', 'close', 'open', 'delay-end', 'transition-end'], 'open'],
  ['is open at once where it was before', ['open-now'], 'open'],
])('an overlay %s', (_name, events, expected) => {
  expect(events.reduce(nextPhase, 'closed')).toBe(expected)
})

test('what is gone underneath closes without a movement', () => {
  expect((['escape-key', 'outside-press', 'breakpoint', 'navigation'] as const).map(isImmediate)).toEqual([false, false, true, true])
})
