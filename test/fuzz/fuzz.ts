import { assert, type IAsyncProperty, type IProperty } from 'fast-check'
import { test } from 'vitest'

/** So that the suite finds tomorrow what it finds today; `npm run test:long -- fuzz` takes another one each time. */
const SUITE_SEED = 20_261_121

const MINUTE_MS = 60_000

const { FUZZ_SEED, FUZZ_SECONDS } = process.env

/**
 * A test of many made-up cases. What fails is told with its seed and path, made as small as it gets.
 * @param runs how many cases the suite tries; `FUZZ_SECONDS` tries as many as it can in that time
 */
export function fuzz<Case>(name: string, runs: number, property: IProperty<Case> | IAsyncProperty<Case>): void {
  const seconds = Number(FUZZ_SECONDS ?? 0)
  const amount =
    seconds > 0
      ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: runs }
  test(name, { timeout: seconds * 1_000 + 2 * MINUTE_MS, retry: 0 }, async () => {
    await assert(property as IAsyncProperty<Case>, { seed: Number(FUZZ_SEED ?? SUITE_SEED), ...amount })
  })
}
