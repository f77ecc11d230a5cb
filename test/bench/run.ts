// Runs one of the benchmarks: npm run bench -- NAME [options]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** File and purpose of each benchmark. */
const BENCHMARKS: Readonly<Record<string, readonly [file: string, purpose: string]>> = {
  server: ['bench.ts', 'requests per second, latency, processor time and memory beside two bare servers'],
  compare: ['compare.ts', 'this checkout beside another one, in alternating rounds: compare ../other-checkout'],
  browser: ['browser/bench-browser.ts', 'bytes, requests, largest paint, long tasks and navigation times in Chromium'],
  lighthouse: ['lighthouse.ts', 'Lighthouse on every page of the demo, for desktop and mobile'],
  listings: ['listings.ts', 'listings, searches and suggestions without a server'],
  soak: ['soak/soak.ts', 'ten minutes under four times the load that the server can serve'],
  idle: ['soak/idle-connections.ts', 'memory for ten thousand idle connections'],
  pipelined: [
    'soak/pipelined-requests.ts',
    'memory and latency beside clients that pipeline requests and read no response',
  ],
}

const [name = '', ...options] = process.argv.slice(2)
const benchmark = BENCHMARKS[name]
if (benchmark) {
  const child = spawn(process.execPath, [join(import.meta.dirname, benchmark[0]), ...options], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} else {
  const lines = Object.entries(BENCHMARKS).map(([known, [, purpose]]) => `  ${known.padEnd(12)}${purpose}`)
  if (name) console.error(`unknown benchmark "${name}"`)
  console.error(`usage: npm run bench -- NAME [options]\n\n${lines.join('\n')}`)
  process.exitCode = 1
}
