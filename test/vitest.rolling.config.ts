import { defineConfig, mergeConfig } from 'vitest/config'
import suite from './vitest.config.ts'

/** A rolling restart in full, with nothing else beside it. */
export default mergeConfig(
  { ...suite, test: { ...suite.test, include: ['http/rolling-restart.test.ts'] } },
  defineConfig({ test: { env: { TEST_ROLLING: 'full' }, retry: 0 } }),
)
