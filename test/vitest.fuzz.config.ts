import { configureSite } from './vitest.config.ts'

/** Generated input. `npm test` has a few cases of the properties of CSV, HTML and queries. */
export default configureSite(['fuzz/**/*.test.ts'])
