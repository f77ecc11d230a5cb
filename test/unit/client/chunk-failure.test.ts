import { expect, onTestFinished, test, vi } from 'vitest'
import { claimReload } from '../../../client/base/chunk-failure.ts'
import { RELOAD_MARKER_LIFETIME_MS } from '../../../shared/constants.ts'

const mark = (path: string, lastsMs: number) => `${Date.now() + lastsMs} ${path}`

test.each<readonly [situation: string, permission: 'granted' | 'denied', readMarker: () => string | null]>([
  ['there is no marker', 'granted', () => null],
  ['the marker is of another page', 'granted', () => mark('/contact', 5_000)],
  ['the marker has expired', 'granted', () => mark('/about', -1)],
  ['the marker is of a clock that was ahead', 'granted', () => mark('/about', 600_000)],
  ['the marker is invalid', 'granted', () => '{nonsense'],
  ['the marker is valid', 'denied', () => mark('/about', 5_000)],
])('if %s, a reload is %s', (_situation, permission, readMarker) => {
  const stored: (string | null)[] = [readMarker()]
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored.at(-1),
    setItem: (_key: string, value: string) => stored.push(value),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const before = Date.now()
  expect(claimReload('/about')).toBe(permission)
  if (permission === 'denied') return expect(stored).toHaveLength(1)
  const [expires, path] = stored.at(-1)!.split(' ')
  expect(path).toBe('/about')
  expect(Number(expires)).toBeGreaterThanOrEqual(before + RELOAD_MARKER_LIFETIME_MS)
})
