import { defineConfig } from 'vitest/config'
import suite from './vitest.config.ts'

/**
 * The result of this test depends on the machine's load, so it runs only with `npm run test:long -- rolling`. `npm test` has
 * `load/stop-with-waiting-clients` instead.
 */
export default defineConfig({ ...suite, test: { ...suite.test, include: ['web/rolling-restart.load.ts'] } })
