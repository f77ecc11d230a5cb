import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { writeProgress } from '../../../server/commands/command-line.ts'

afterEach(() => vi.useRealTimers())

test('an import writes its progress every five seconds', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
  const stream = new PassThrough()
  const show = writeProgress(stream as unknown as NodeJS.WriteStream, 'rows')
  for (let rows = 1; rows <= 1_000; rows++) {
    vi.advanceTimersByTime(20)
    show(rows, 1_000)
  }
  expect(String(stream.read())).toBe('250 of 1000 rows\n500 of 1000 rows\n750 of 1000 rows\n1000 of 1000 rows\n')
})
