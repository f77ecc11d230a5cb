import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { DEVELOPMENT: 'false' },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: ['support/global-setup.ts'],
    setupFiles: ['support/speak-english.ts'],
    // A browser test waits more than it computes.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
