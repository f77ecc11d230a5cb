import { expect, test } from 'vitest'
import { WORKER_RESTART_FIRST_MS, WORKER_RESTART_MAX_MS } from '../../shared/constants.ts'
import { restartDelay } from '../../server/workers/worker-slot.ts'

test('the restart delay doubles with each early exit of a worker, up to its maximum', () => {
  expect([1, 2, 3, 4].map(restartDelay)).toEqual([1, 2, 4, 8].map((times) => times * WORKER_RESTART_FIRST_MS))
  expect(restartDelay(20)).toBe(WORKER_RESTART_MAX_MS)
  expect(restartDelay(2_000)).toBe(WORKER_RESTART_MAX_MS)
})
