import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildDeduplication } from '../../server/enquiries/deduplication.ts'
import { checkEnquiry as check } from '../../shared/enquiry.ts'
import { EMPTY_ENQUIRY, ENQUIRY_LENGTHS } from '../../shared/enquiry-fields.ts'
import { formatReference, readReference } from '../../shared/enquiry-fields.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'

const NOW = Date.parse('2026-03-10T15:00Z')
const checkEnquiry = (given: unknown, timeZone = 'UTC') => check(given, timeZone, messages, NOW)
const given = { ...EMPTY_ENQUIRY, request: 'Is it oiled?', name: 'Jo Doe', email: 'jo@example.com' }
const errors = messages.enquiryErrors

test('returns null for empty fields and trims the others', () => {
  expect(checkEnquiry({ ...given, name: '  Jo Doe ', phone: ' ' })).toEqual({
    enquiry: {
      request: 'Is it oiled?',
      name: 'Jo Doe',
      email: 'jo@example.com',
      product: null,
      variant: null,
      phone: null,
      preferredTime: null,
    },
  })
})

test('returns a separate message for each invalid field', () => {
  expect(checkEnquiry({})).toEqual({ errors: { request: errors.request, name: errors.name, email: errors.email } })
  expect(checkEnquiry({ ...given, name: 7, request: ['a'] })).toEqual({
    errors: { name: errors.text, request: errors.text },
  })
})

test.each([
  ['email', 'jo@', errors.email],
  ['email', 'jo@example.com, mo@example.com', errors.email],
  ['phone', '+1 23', errors.phone],
  ['phone', '+49 (40) 123-456', undefined],
  ['product', 'Not A Slug', errors.product],
  ['product', 'oak-chair', undefined],
  ['preferredTime', '2026-03-09T23:59', errors.preferredTimePast],
  ['preferredTime', '2026-03-10T00:00', undefined],
  ['preferredTime', '2470-12-31T12:00', undefined],
  ['preferredTime', '2471-01-01T12:00', errors.preferredTimeLate],
  ['preferredTime', '2027-02-29T12:00', errors.preferredTime],
  ['preferredTime', '2026-13-01T12:00', errors.preferredTime],
  ['preferredTime', '2026-04-01T24:00', errors.preferredTime],
  ['preferredTime', '2026-04-01T', errors.preferredTime],
  ['preferredTime', 'T12:00', errors.preferredTime],
  ['preferredTime', '2026-04-01T12:00Z', errors.preferredTime],
] as const)('validates the enquiry field %s with the value "%s"', (field, value, message) => {
  const checked = checkEnquiry({ ...given, [field]: value })
  if (message === undefined) expect(checked).toMatchObject({ enquiry: { [field]: value } })
  else expect(checked).toEqual({ errors: { [field]: message } })
})

test.each(['request', 'name', 'email', 'phone', 'product'] as const)(
  'the enquiry field %s has a maximum length',
  (field) => {
    const filler = { request: 'a', name: 'a', email: 'a', phone: '1', product: 'a' }[field]
    const length = ENQUIRY_LENGTHS[field]
    expect(checkEnquiry({ ...given, [field]: filler.repeat(length + 1) })).toEqual({
      errors: { [field]: errors.tooLong(length) },
    })
    if (field !== 'email') expect(checkEnquiry({ ...given, [field]: filler.repeat(length) })).toHaveProperty('enquiry')
  },
)

test('removes control characters, keeps the name on one line and normalizes line endings', () => {
  const checked = checkEnquiry({
    ...given,
    name: 'Jo\r\nBcc: all@example.com\u2028\u001B[2J',
    request: 'a\r\nb\rc\u0000\td\uD800',
  })
  expect(checked).toMatchObject({ enquiry: { name: 'Jo Bcc: all@example.com [2J', request: 'a\nb\nc\td\uFFFD' } })
})

test("uses the site's time zone for today and rejects a time that its clocks skip", () => {
  const today = { ...given, preferredTime: '2026-03-10T09:00' }
  expect(checkEnquiry(today, 'America/New_York')).toHaveProperty('enquiry')
  expect(checkEnquiry(today, 'Pacific/Auckland')).toEqual({ errors: { preferredTime: errors.preferredTimePast } })
  const skipped = { ...given, preferredTime: '2026-03-29T02:30' }
  expect(checkEnquiry(skipped, 'UTC')).toHaveProperty('enquiry')
  expect(checkEnquiry(skipped, 'Europe/Berlin')).toEqual({ errors: { preferredTime: errors.preferredTime } })
})

test.each(['ABCD2345', 'abcd2345', 'ABCD-2345', ' abcd 2345 ', 'AB CD–23 45'])(
  'accepts the reference "%s" and formats it',
  (typed) => {
    expect(readReference(typed)).toBe('ABCD2345')
    expect(formatReference('ABCD2345')).toBe('ABCD-2345')
  },
)

test.each(['', 'ABCD234', 'ABCD23456', 'ABCD2340', 'ABCDÄ345', "' OR 1=1"])('rejects the reference "%s"', (typed) => {
  expect(readReference(typed)).toBeUndefined()
})

test('without a variant the deduplication key equals that of older versions, and it differs by variant', () => {
  const enquiry = { ...ENQUIRY, variant: null }
  const { request, product, name, email, phone, preferredTime } = enquiry
  const ofOlderVersions = createHash('sha256')
    .update(JSON.stringify(['key', request, product, name, email, phone, preferredTime]))
    .digest('base64url')
  const keyOf = (variant: string | null) => buildDeduplication({ ...enquiry, variant }, 'key', new Date(NOW)).key
  expect(keyOf(null)).toBe(ofOlderVersions)
  expect(new Set([null, 'natural', 'black-stain'].map(keyOf)).size).toBe(3)
})
