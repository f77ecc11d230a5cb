import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILE_CACHE_DIR, PROJECT_DIR } from '../support/folders.ts'

/** So many lines that they exceed the buffer of a pipe. */
const LINES = 2_000

test.each([
  ['ends by itself', '', 0],
  ['calls process.exit', 'process.exit(3)', 3],
  ['calls process.exit in the next tick', 'setImmediate(() => { log.info({ number: LINES }); process.exit(3) })', 3],
  ['does not catch an error', 'throw new Error("broken")', 1],
])('writes every log line if the process %s', (_how, end, code) => {
  const program = `
    const { createLogger } = await import(${JSON.stringify(join(PROJECT_DIR, 'server', 'platform', 'log.ts'))})
    const LINES = ${LINES}
    const log = createLogger({ logLevel: 'info' })
    for (let number = 0; number < LINES; number++) log.info({ number, text: 'x'.repeat(100) }, 'line')
    ${end}`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR },
  })
  const numbers = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number)
  expect(numbers.slice(0, LINES)).toEqual(Array.from({ length: LINES }, (_, number) => number))
  expect(numbers.slice(LINES)).toEqual(end.includes('setImmediate') ? [LINES] : [])
  expect(status).toBe(code)
})
