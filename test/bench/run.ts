// Runs one of the benchmarks: npm run bench -- NAME [options]
import { join } from 'node:path'
import { runProgram } from '../support/run-program.ts'

const bench = (file: string, purpose: string) =>
  ({ command: ['node', join(import.meta.dirname, file)], purpose }) as const

await runProgram('bench', {
  all: bench('all/all.ts', 'one table of all figures that have a target: all ../other-checkout'),
  server: bench('bench.ts', 'requests per second, latency, processor time and memory, beside two minimal servers'),
  compare: bench('compare.ts', 'the speed of this checkout and of another one: compare ../other-checkout'),
  browser: bench(
    'browser/bench-browser.ts',
    'bytes, requests, largest contentful paint, long tasks and navigation times in Chromium',
  ),
  lighthouse: bench('lighthouse.ts', 'Lighthouse on every page of the demo, for desktop and mobile'),
  search: bench('search.ts', 'how well searches find the products of the demo'),
  listings: bench('listings.ts', 'listings, searches and suggestions without a server'),
  'part-lists': bench('part-lists.ts', 'pasted lists of 100 part numbers without a server, in SQLite or PostgreSQL'),
  imports: bench(
    'imports.ts',
    'imports of other systems, BMEcat catalogues, mapped tables and workbooks: time and memory',
  ),
  languages: bench(
    'languages/languages.ts',
    'a catalogue in several languages beside one: imports, pages, memory, and a crawl of all pages',
  ),
  soak: bench('soak/soak.ts', 'ten minutes under four times the load that the server can serve'),
  idle: bench('soak/idle-connections.ts', 'memory for ten thousand idle connections'),
  pipelined: bench(
    'soak/pipelined-requests.ts',
    'memory and latency beside clients that pipeline requests and read no response',
  ),
})
