import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const USAGE = `Tries made-up requests, forms, files and texts for longer than the suite does, others each time.

  npm run test:long -- fuzz [--seconds 20] [--seed 1] [file [words of a name ...]]

  --seconds  time for each property; there are some forty of them
  --seed     takes up a run again; each run prints its own
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
  process.stdout.write(`seed ${seed}, ${values.seconds} s for each property\n`)
  const folder = `fuzz/${positionals[0] ?? ''}`
  const named = positionals.length > 1 ? ['--testNamePattern', positionals.slice(1).join(' ')] : []
  const child = spawn('vitest', ['run', '--config', 'test/vitest.config.ts', folder, ...named], {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_SECONDS: values.seconds },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
