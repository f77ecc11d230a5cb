import { expect, test } from 'vitest'
import { nextPhase, type OverlayEvent } from '../../../client/widgets/overlay/overlay-state.ts'

test.each<[string, OverlayEvent[], string]>([
  ['opens after its delay', ['open', 'delay-end'], 'open'],
  ['closes when its transition has ended', ['open', 'delay-end', 'close', 'transition-end'], 'closed'],
  ['closes immediately before its delay has ended', ['open', 'close'], 'closed'],
  ['closes without a transition on close-now', ['open', 'delay-end', 'close-now'], 'closed'],
  ['reopens while closing', ['open', 'delay-end', 'close', 'open'], 'opening'],
  ['ignores a delay that ends after closing', ['open', 'close', 'delay-end'], 'closed'],
  [
    'ignores a transition that ends after reopening',
    ['open', 'delay-end', 'close', 'open', 'delay-end', 'transition-end'],
    'open',
  ],
  ['opens without a delay on open-now', ['open-now'], 'open'],
])('an overlay %s', (_name, events, expected) => {
  expect(events.reduce(nextPhase, 'closed')).toBe(expected)
})
