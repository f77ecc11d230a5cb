import { assert, type IAsyncProperty, type IProperty } from 'fast-check'
import { test } from 'vitest'

/** The fixed seed of `npm test`; `npm run test:long -- fuzz` uses another seed each time. */
const SUITE_SEED = 20_261_121

const MINUTE_MS = 60_000

const { FUZZ_SEED, FUZZ_SECONDS } = process.env

/**
 * Tests a property with generated cases, as many as fit into `FUZZ_SECONDS`. A failure is reported with its seed, its path and the
 * smallest failing case.
 * @param runs number of cases in `npm test`
 */
export function fuzz<Case>(name: string, property: IProperty<Case> | IAsyncProperty<Case>, runs = 0): void {
  const seconds = Number(FUZZ_SECONDS ?? 0)
  const amount =
    seconds > 0
      ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: runs }
  test(name, { timeout: seconds * 1_000 + 2 * MINUTE_MS }, async () => {
    await assert(property as IAsyncProperty<Case>, { seed: Number(FUZZ_SEED ?? SUITE_SEED), ...amount })
  })
}
