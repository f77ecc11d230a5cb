import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const USAGE = `Runs the tests with generated requests, forms, files and texts, with new cases each time.

  npm run test:long -- fuzz [--seconds 20] [--seed 1] [file [words of a test's title ...]]

  --seconds  time for each of about 25 tests
  --seed     repeats the run that printed this seed
`

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

if (values.help) process.stdout.write(USAGE)
else {
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`seed ${seed}, ${values.seconds} s for each test\n`)
  const folder = `fuzz/${positionals[0] ?? ''}`
  const titleFilter = positionals.length > 1 ? ['--testNamePattern', positionals.slice(1).join(' ')] : []
  const child = spawn('vitest', ['run', '--config', 'test/vitest.fuzz.config.ts', folder, ...titleFilter], {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_SECONDS: values.seconds },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
