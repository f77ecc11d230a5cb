// Runs the tests with generated input, with new cases each time:
//   npm run test:long -- fuzz                    20 seconds for each of about 15 tests
//   npm run test:long -- fuzz --seconds 5 csv    only the tests of CSV
//   npm run test:long -- fuzz --seed 1           repeats the run that printed this seed
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
  allowPositionals: true,
})

console.log(`seed ${values.seed}, ${values.seconds} s for each test`)
const args = ['run', '--config', 'test/vitest.fuzz.config.ts', ...positionals.map((name) => `fuzz/${name}`)]
const environment = { ...process.env, FUZZ_SEED: values.seed, FUZZ_SECONDS: values.seconds }
const child = spawn('vitest', args, { stdio: 'inherit', env: environment })
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
