// Runs tests that take long or need more than `npm test`: npm run test:long -- NAME [options]
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Command and purpose of each. */
const LONG_TESTS: Readonly<Record<string, readonly [command: readonly string[], purpose: string]>> = {
  nodes: [
    ['vitest', 'run', '--config', 'test/vitest.nodes.config.ts'],
    'whole pages on two nodes behind nginx, over PostgreSQL',
  ],
  engines: [['vitest', 'run', '--config', 'test/vitest.engines.config.ts'], 'the main flows in Firefox and WebKitGTK'],
  rolling: [
    ['vitest', 'run', '--config', 'test/vitest.rolling.config.ts'],
    'ten rolling restarts under 200 requests per second',
  ],
  kill: [
    ['node', 'test/kill/kill.ts'],
    'a hundred crashes of server, importer and database, over SQLite and PostgreSQL',
  ],
  fuzz: [['node', 'test/fuzz/run-fuzz.ts'], 'generated requests, forms, files and texts, 20 seconds for each property'],
}

const [name = '', ...options] = process.argv.slice(2)
const longTest = LONG_TESTS[name]
if (longTest) {
  const [program, ...args] = longTest[0]
  const child = spawn(program!, [...args, ...options], { stdio: 'inherit', shell: process.platform === 'win32' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} else {
  const lines = Object.entries(LONG_TESTS).map(([known, [, purpose]]) => `  ${known.padEnd(10)}${purpose}`)
  if (name) console.error(`unknown test "${name}"`)
  console.error(`usage: npm run test:long -- NAME [options]\n\n${lines.join('\n')}`)
  process.exitCode = 1
}
