import { expect, test } from 'vitest'
import { moveActiveOption, NO_ACTIVE_OPTION } from '../../../client/widgets/use-combobox.ts'

test.each([
  ['ArrowDown', NO_ACTIVE_OPTION, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, NO_ACTIVE_OPTION],
  ['ArrowUp', NO_ACTIVE_OPTION, 2],
  ['ArrowUp', 0, NO_ACTIVE_OPTION],
  ['Home', 2, NO_ACTIVE_OPTION],
  ['a', 1, NO_ACTIVE_OPTION],
])('%s moves the active combobox option from index %i of three to %i (-1: none)', (key, active, next) => {
  expect(moveActiveOption(key, active, 3)).toBe(next)
})
