import { randomInt } from 'node:crypto'

/** Allows half a billion changes before revisions exceed Number.MAX_SAFE_INTEGER. */
const STEP_MAX = 2 ** 24

/**
 * Returns the difference to the next revision, or to the next generation of the listings' index. The step is random,
 * because browsers and other nodes may have cached revisions that a restored backup lacks. The chance that a later
 * change reuses such a number is 1 in 8 million.
 */
export function randomRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}
