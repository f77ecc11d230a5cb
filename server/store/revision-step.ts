import { randomInt } from 'node:crypto'

/** Allows half a billion changes before revisions exceed Number.MAX_SAFE_INTEGER. */
const STEP_MAX = 2 ** 24

/**
 * Returns a step to the next revision or generation of the search index. After a backup is restored, browsers and other nodes may have cached revisions that it lacks; with random steps, a later change reuses one with a chance of 1 in 8 million.
 */
export function randomRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}
