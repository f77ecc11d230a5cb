import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { DEVELOPMENT: 'false' },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    // With `npm run test:long -- engines`.
    exclude: ['engines/**'],
    globalSetup: ['support/global-setup.ts'],
    // A browser test waits more than it computes.
    maxWorkers: 4,
    // The server's modules take longer to load than most tests to run, and keep nothing between them.
    isolate: false,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
    // On a busy machine a test that depends on timing may fail once; a test that fails twice is broken.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
