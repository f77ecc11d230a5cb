import { defineConfig } from 'vitest/config'
import { ENGINES } from './engines/engine.ts'
import suite from './vitest.config.ts'

for (const { name, packages, isInstalled } of ENGINES) {
  if (!isInstalled) console.log(`${name} is skipped: ${packages.join(' and ')} are not installed.`)
}

/** The main flows in other browsers than Chromium. */
export default defineConfig({
  ...suite,
  test: { ...suite.test, include: ['engines/**/*.test.ts'], exclude: [], fileParallelism: false },
})
