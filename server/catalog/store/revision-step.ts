import { randomInt } from 'node:crypto'

/** Allows half a billion changes before revisions exceed Number.MAX_SAFE_INTEGER. */
const STEP_MAX = 2 ** 24

/**
 * Returns a step to the next revision or index generation. After a backup is restored, browsers and nodes may have cached
 * revisions that it lacks. A random step reuses one with a chance of 1 in 8 million.
 */
export function randomRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}
