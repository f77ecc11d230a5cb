import { assert, type IAsyncProperty, type IProperty } from 'fast-check'
import { test } from 'vitest'

/** The suite uses a fixed seed; `npm run test:long -- fuzz` uses a new one each time. */
const SUITE_SEED = 20_261_121

const MINUTE_MS = 60_000

const { FUZZ_SEED, FUZZ_SECONDS } = process.env

/**
 * Tests a property with generated cases. A failure names its seed and path, and is minimised.
 * @param runs number of cases in the suite; with `FUZZ_SECONDS` as many as that time allows
 */
export function fuzz<Case>(name: string, runs: number, property: IProperty<Case> | IAsyncProperty<Case>): void {
  const seconds = Number(FUZZ_SECONDS ?? 0)
  const amount =
    seconds > 0
      ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: runs }
  test(name, { timeout: seconds * 1_000 + 2 * MINUTE_MS }, async () => {
    await assert(property as IAsyncProperty<Case>, { seed: Number(FUZZ_SEED ?? SUITE_SEED), ...amount })
  })
}
