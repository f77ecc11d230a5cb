// Runs one of the benchmarks: npm run bench -- NAME [options]
import { join } from 'node:path'
import { runProgram } from '../support/run-program.ts'

const bench = (file: string, purpose: string) =>
  ({ command: ['node', join(import.meta.dirname, file)], purpose }) as const

await runProgram('bench', {
  compare: bench('compare.ts', 'the speed of this checkout and of another one: compare ../other-checkout'),
  imports: bench('imports.ts', 'imports of shops’ exports, BMEcat, mapped tables and workbooks: time and memory'),
  server: bench('compare.ts', 'processor time, requests per second and memory of this checkout'),
  lighthouse: bench('lighthouse.ts', 'Lighthouse on pages of the demo, for desktop and mobile'),
})
