import { randomInt } from 'node:crypto'

/** Leaves room for half a billion changes below the largest number that JavaScript counts exactly. */
const STEP_MAX = 2 ** 24

/**
 * How much higher the next revision, or generation of the listings' index, is. The step is random: changes that follow on a
 * restored backup get other numbers than those that were lost with it, which browsers and nodes may have cached. The chance
 * that one of them meets a lost one is 1 in 8 million.
 */
export function drawRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}
