import { ENGINES } from './engines/engine.ts'
import { configureSite } from './vitest.config.ts'

for (const { name, packages, isInstalled } of ENGINES) {
  if (!isInstalled) console.log(`${name} is skipped: ${packages.join(' and ')} are not installed.`)
}

/** The main flows in other browsers than Chromium, one worker for each. */
export default configureSite(['engines/**/*.test.ts'], { maxWorkers: ENGINES.length })
