import { defineConfig, mergeConfig } from 'vitest/config'
import suite from './vitest.config.ts'

/** `npm run test:long -- rolling`. The machine's load decides whether it passes: the suite has `http/stop-with-waiting-clients` instead. */
export default mergeConfig(
  { ...suite, test: { ...suite.test, include: ['http/rolling-restart.load.ts'] } },
  defineConfig({ test: { retry: 0 } }),
)
