import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { CONDITION_TIMEOUT_MS } from './support/condition-timeout.ts'
import { countDocuments } from './support/count-documents.ts'

/** What the unit tests and all others have in common. */
const shared: ViteUserConfig = {
  define: { DEVELOPMENT: 'false' },
  oxc: { jsx: { development: false } },
  test: {
    root: import.meta.dirname,
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
}

/** Configures tests that need servers, databases or browsers. */
export function configureSite(include: readonly string[], options: ViteUserConfig['test'] = {}): ViteUserConfig {
  return defineConfig({
    ...shared,
    test: { ...shared.test, include: [...include], globalSetup: ['support/global-setup.ts'], ...options },
  })
}

const LONG = ['engines', 'load', 'nodes']

export default defineConfig({
  test: {
    reporters: ['default', countDocuments],
    projects: [
      defineConfig({ ...shared, test: { ...shared.test, name: 'unit', include: ['unit/**/*.test.{ts,tsx}'] } }),
      configureSite(['**/*.test.{ts,tsx}'], {
        name: 'site',
        exclude: [...['unit', ...LONG].map((folder) => `${folder}/**`), 'fuzz/!(csv|html|query).test.ts'],
      }),
    ],
  },
})
