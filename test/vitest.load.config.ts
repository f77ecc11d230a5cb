import { configureSite } from './vitest.config.ts'

/** Crashes and restarts of several processes. They need much processor time, so `npm test` does not run them. */
export default configureSite(['load/**/*.test.ts'])
