import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HttpClient } from '../../../client/base/http.ts'
import { startBuildCheck } from '../../../client/runtime/build-check.ts'
import { MANIFEST_DELAY_MS } from '../../../shared/constants.ts'

const INTERVAL_MS = 10_000
const OWN = { id: 'own', timestamp: 2_000 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Starts the checks of a tab whose server responds with `latest`. */
function start() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const server: { latest: unknown } = { latest: OWN }
  const asked: string[] = []
  const http: HttpClient = async (url) => {
    asked.push(url)
    const body = url.startsWith('/builds/latest.json') ? server.latest : OWN
    if (body === undefined) throw new Error('no response')
    return { body, url, headers: new Headers() }
  }
  const isOutdated = startBuildCheck(http, OWN.id, INTERVAL_MS)
  return { page, server, asked, isOutdated }
}

test('fetches the build manifest one second after the start, and the id of the latest build at each interval, with a timestamp in the query string', async () => {
  const { asked, isOutdated } = start()
  await vi.advanceTimersByTimeAsync(MANIFEST_DELAY_MS - 1)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['/builds/meta/own.json'])
  for (const count of [1, 2]) {
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(asked.slice(1)).toEqual(Array(count).fill(expect.stringMatching(/^\/builds\/latest\.json\?\d{13}$/)))
  }
  expect(isOutdated()).toBe(false)
})

test.each([
  ['older', { id: 'other', timestamp: 1_000 }],
  ['its own', OWN],
  ['an error page', '<html>'],
  ['missing', undefined],
])('ignores a latest build that is %s, and finds the next one, which ends the checks', async (_what, latest) => {
  const { server, asked, isOutdated } = start()
  server.latest = latest
  await vi.advanceTimersByTimeAsync(INTERVAL_MS)
  expect([isOutdated(), asked.length]).toEqual([false, 2])
  server.latest = { id: 'newer', timestamp: 3_000 }
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS)
  expect([isOutdated(), asked.length]).toEqual([true, 3])
})

test('does not check while the tab is hidden, and checks when it is shown again', async () => {
  const { page, asked } = start()
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS)
  expect(asked).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(2)
})
