import { configureSite } from './vitest.config.ts'

const { FUZZ_SECONDS = '20', FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env
console.log(`seed ${FUZZ_SEED}, ${FUZZ_SECONDS} s for each test`)

/** Generated input. `npm test` has a few cases of the properties of CSV, HTML and queries. */
export default configureSite(['fuzz/**/*.test.ts'], { env: { NODE_ENV: 'production', FUZZ_SECONDS, FUZZ_SEED } })
