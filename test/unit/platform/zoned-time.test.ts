import { expect, test } from 'vitest'
import { localDateTimeIn, toInstant } from '../../../server/platform/zoned-time.ts'

test.each([
  ['Europe/Berlin', '2027-01-10T12:00', '2027-01-10T11:00Z'],
  ['Europe/Berlin', '2027-07-10T12:00', '2027-07-10T10:00Z'],
  // When clocks are put back, 2:30 occurs twice and the first one counts.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z'],
  ['America/Los_Angeles', '2026-12-10T20:00', '2026-12-11T04:00Z'],
  ['Pacific/Kiritimati', '2027-01-01T00:00', '2026-12-31T10:00Z'],
  ['Asia/Kathmandu', '2027-01-01T12:00', '2027-01-01T06:15Z'],
])('in %s, the local time %s is the instant %s', (timeZone, dateTime, instant) => {
  expect(toInstant(dateTime, timeZone)).toBe(Date.parse(instant))
  expect(localDateTimeIn(timeZone, Date.parse(instant))).toBe(dateTime)
})

test.each([
  ['Europe/Berlin', '2027-03-28T02:00', '2027-03-28T03:00'],
  ['Europe/Berlin', '2027-03-28T02:59', '2027-03-28T03:59'],
  ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T03:00'],
  ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T01:59'],
  ['America/Los_Angeles', '2027-03-14T02:30', '2027-03-14T03:30'],
  // Here the clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45'],
  ['Pacific/Kiritimati', '2027-03-28T02:30', '2027-03-28T02:30'],
])('in %s, the skipped time %s is moved to %s', (timeZone, dateTime, settled) => {
  expect(localDateTimeIn(timeZone, toInstant(dateTime, timeZone))).toBe(settled)
})
