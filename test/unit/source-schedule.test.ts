import { expect, test } from 'vitest'
import { findLatestTime, isDue } from '../../server/import/sources/schedule.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['UTC', ['06:00', '18:30'], '2026-11-27T05:59:59Z', '2026-11-26T18:30Z'],
  ['UTC', ['06:00', '18:30'], '2026-11-27T06:00:00Z', '2026-11-27T06:00Z'],
  ['UTC', ['18:30', '06:00'], '2026-11-27T23:00:00Z', '2026-11-27T18:30Z'],
  ['Europe/Berlin', ['06:00'], '2026-11-27T04:59:00Z', '2026-11-26T05:00Z'],
  ['Europe/Berlin', ['06:00'], '2026-07-01T04:00:00Z', '2026-07-01T04:00Z'],
  ['Pacific/Auckland', ['00:00'], '2026-11-27T12:00:00Z', '2026-11-27T11:00Z'],
  // The clocks skip this time on the 29th of March.
  ['Europe/Berlin', ['02:30'], '2026-03-29T12:00:00Z', '2026-03-29T01:30Z'],
  // On the 25th of October it comes twice, and the first one counts.
  ['Europe/Berlin', ['02:30'], '2026-10-25T12:00:00Z', '2026-10-25T00:30Z'],
  ['UTC', ['06:00'], '2027-01-01T00:30:00Z', '2026-12-31T06:00Z'],
])('%s, %j: before %s, the last time was %s', (timeZone, times, now, expected) => {
  expect(new Date(findLatestTime(times, timeZone, at(now)))).toEqual(new Date(at(expected)))
})

test('a source is due once after its time, also if several were missed, and when a retry is due', () => {
  const source = { address: 'https://supplier.example/list.csv', times: ['06:00'] }
  const check = (doneUntil: string, now: string, retryAt?: string) =>
    isDue(source, 'UTC', { doneUntil: at(doneUntil), ...(retryAt && { retryAt: at(retryAt) }) }, at(now))
  expect(check('2026-11-26T06:00:01Z', '2026-11-27T05:59Z')).toBe(false)
  expect(check('2026-11-26T06:00:01Z', '2026-11-27T06:00Z')).toBe(true)
  expect(check('2026-11-20T06:00:01Z', '2026-11-27T07:00Z')).toBe(true)
  expect(check('2026-11-27T07:00:00Z', '2026-11-27T07:01Z')).toBe(false)
  expect(check('2026-11-27T06:01:00Z', '2026-11-27T06:10Z', '2026-11-27T06:11Z')).toBe(false)
  expect(check('2026-11-27T06:01:00Z', '2026-11-27T06:11Z', '2026-11-27T06:11Z')).toBe(true)
})
