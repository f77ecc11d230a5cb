import { defineConfig } from 'vitest/config'
import suite from './vitest.config.ts'

/** `npm run test:long -- rolling` depends on the machine's load; the suite has `http/stop-with-waiting-clients` instead. */
export default defineConfig({ ...suite, test: { ...suite.test, include: ['http/rolling-restart.load.ts'] } })
