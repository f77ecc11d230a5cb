import { randomInt } from 'node:crypto'

/** With this maximum, half a billion changes are possible before revisions exceed Number.MAX_SAFE_INTEGER. */
const STEP_MAX = 2 ** 24

/**
 * Returns a random step to the next revision, or to the next generation of the search index. After a backup is restored,
 * browsers and other nodes may still have cached revisions that it lacks. With random steps, the chance that a later change
 * reuses one of these is 1 in 8 million.
 */
export function randomRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}
