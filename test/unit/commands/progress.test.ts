import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { ProgressDisplay } from '../../../server/commands/progress.ts'

afterEach(() => vi.useRealTimers())

/** Shows the progress of 1,000 rows, one each 20 ms, and returns what was written. */
function importRows(isTTY: boolean): string {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 })
  const display = new ProgressDisplay(stream as unknown as NodeJS.WriteStream, 'rows')
  for (let rows = 1; rows <= 1_000; rows++) {
    vi.advanceTimersByTime(20)
    display.show(rows, 1_000)
  }
  display.stop()
  return String(stream.read() ?? '')
}

test('an import writes its progress every five seconds if nobody watches', () => {
  expect(importRows(false)).toBe('250 of 1000 rows\n500 of 1000 rows\n750 of 1000 rows\n1000 of 1000 rows\n')
})

test('an import shows a bar with rows and remaining time in a terminal, and clears it at the end', () => {
  const written = importRows(true)
  expect(written).toMatch(/50% \| 500 of 1000 rows \| 10s left/)
  const end = written.split('1000 of 1000 rows').at(-1)
  expect(end).toContain('\u001B[0K')
})
