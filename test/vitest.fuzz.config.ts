import { defineConfig } from 'vitest/config'
import suite from './vitest.config.ts'

/** Generated input. `npm test` has a few cases of the properties of CSV, HTML and queries. */
export default defineConfig({ ...suite, test: { ...suite.test, include: ['fuzz/**/*.test.ts'], exclude: [] } })
