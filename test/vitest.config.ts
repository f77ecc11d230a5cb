import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { CONDITION_TIMEOUT_MS } from './support/condition-timeout.ts'

export default defineConfig({
  define: { DEVELOPMENT: 'false' },
  oxc: { jsx: { development: false } },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    // These run with `npm run test:long`.
    exclude: ['engines/**', 'load/**'],
    globalSetup: ['support/global-setup.ts'],
    // Some tests wait, so one worker more than CPU cores helps. With two more, the tests in browsers take 1.6 times as long.
    maxWorkers: availableParallelism() + 1,
    // Loading the server's modules takes longer than most tests, and they keep no state between tests.
    isolate: false,
    // A test must not depend on those before it. `--sequence.seed=…` repeats an order; each run prints its own.
    sequence: { shuffle: true },
    expect: { poll: { timeout: CONDITION_TIMEOUT_MS } },
    // React's production build is faster; browser tests check the warnings of the development build.
    env: { NODE_ENV: 'production' },
    testTimeout: 5 * CONDITION_TIMEOUT_MS,
    hookTimeout: 5 * CONDITION_TIMEOUT_MS,
  },
})
