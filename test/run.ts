// Runs a program that `npm test` does not: npm run test:long -- NAME [options], and npm run bench -- NAME [options]
import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Program {
  readonly command: readonly [program: string, ...args: string[]]
  readonly purpose: string
}

const runTests = (name: string) => ['vitest', 'run', '--config', `test/vitest.${name}.config.ts`] as const

const PROGRAMS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  'test:long': {
    nodes: { command: runTests('nodes'), purpose: 'what only two nodes with one PostgreSQL database can show' },
    engines: { command: runTests('engines'), purpose: 'the main flows in Firefox and WebKitGTK' },
    load: {
      command: runTests('load'),
      purpose: 'crashes and restarts of several processes; ROUNDS=100 crashes more, SEED=… repeats a run',
    },
    image: {
      command: ['node', 'test/image/image.ts'],
      purpose: 'builds the Dockerfile with buildah and starts the image; needs root, skips without buildah',
    },
    fuzz: {
      command: runTests('fuzz'),
      purpose: 'generated input, 20 seconds for each property; FUZZ_SECONDS=… changes that, FUZZ_SEED=… repeats a run',
    },
  },
  bench: {
    compare: {
      command: ['node', 'test/bench/compare.ts'],
      purpose: 'the speed of this checkout and of another one: compare ../other-checkout',
    },
    imports: {
      command: ['node', 'test/bench/imports.ts'],
      purpose: 'imports of shops’ exports, BMEcat and a workbook: time and memory',
    },
    server: { command: ['node', 'test/bench/compare.ts'], purpose: 'processor time and memory of this checkout' },
    lighthouse: {
      command: ['node', 'test/bench/lighthouse.ts'],
      purpose: 'Lighthouse on pages of the demo, for desktop and mobile',
    },
  },
}

const [script = '', name = '', ...options] = process.argv.slice(2)
const programs = PROGRAMS[script]!
const found = programs[name]
if (found) {
  const [program, ...args] = found.command
  const child = spawn(program, [...args, ...options], { stdio: 'inherit', shell: process.platform === 'win32' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} else {
  const lines = Object.entries(programs).map(([known, { purpose }]) => `  ${known.padEnd(12)}${purpose}`)
  if (name) console.error(`unknown name "${name}"`)
  console.error(`usage: npm run ${script} -- NAME [options]\n\n${lines.join('\n')}`)
  process.exitCode = 1
}
