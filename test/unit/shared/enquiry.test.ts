import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildDeduplication } from '../../../server/enquiries/form-limits.ts'
import { toUnicodeAddress } from '../../../server/enquiries/enquiry-rows.ts'
import { toAsciiAddress } from '../../../shared/email-address.ts'
import { checkEnquiry as check } from '../../../shared/enquiry.ts'
import { EMPTY_ENQUIRY, ENQUIRY_ITEMS_MAX, ENQUIRY_LENGTHS, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import {
  fitAddress,
  listPath,
  mergeItems,
  readItems,
  formatReference,
  readReference,
} from '../../../shared/enquiry-items.ts'
import { messages } from '../../support/english-messages.ts'
import { ENQUIRY, ITEM } from '../../support/enquiries.ts'
import { readFormItems } from '../../../server/web/forms/enquiry-body.ts'

const NOW = Date.parse('2026-03-10T15:00Z')
const checkEnquiry = (given: unknown, timeZone = 'UTC') => check(given, { timeZone, openDays: [] }, messages, NOW)
const given = { ...EMPTY_ENQUIRY, request: 'Is it oiled?', name: 'Jo Doe', email: 'jo@example.com' }
const errors = messages.enquiryErrors

test('returns null for empty fields and trims the others', () => {
  expect(checkEnquiry({ ...given, name: '  Jo Doe ', phone: ' ' })).toEqual({
    enquiry: {
      request: 'Is it oiled?',
      name: 'Jo Doe',
      email: 'jo@example.com',
      items: [],
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
  ['email', 'info@müller.de', undefined],
  ['email', 'info@xn--mller-kva.de', undefined],
  ['email', 'info@xn--80a1acny.xn--p1ai', undefined],
  ['email', 'müller@example.com', errors.email],
  ['email', 'info@müller', errors.email],
  ['email', 'info@müller.de/a', errors.email],
  ['email', 'info@mül\u00adler.de', errors.email],
  ['email', 'info@１.２.３.４', errors.email],
  ['phone', '+1 23', errors.phone],
  ['phone', '+49 (40) 123-456', undefined],
  ['preferredTime', '2026-03-09T23:59', errors.preferredTimePast],
  ['preferredTime', '2026-03-10T00:00', undefined],
  ['preferredTime', '2470-12-31T12:00', undefined],
  ['preferredTime', '2471-01-01T12:00', errors.preferredTimeLate],
  ['preferredTime', '2027-02-29T12:00', errors.preferredTime],
  ['preferredTime', '2026-04-01T24:00', errors.preferredTime],
  ['preferredTime', '2026-04-01T12:00Z', errors.preferredTime],
] as const)('validates the enquiry field %s with the value "%s"', (field, value, message) => {
  const checked = checkEnquiry({ ...given, [field]: value })
  if (message === undefined) expect(checked).toMatchObject({ enquiry: { [field]: value } })
  else expect(checked).toEqual({ errors: { [field]: message } })
})

test.each([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['info@MU\u0308LLER.de', 'info@xn--mller-kva.de'],
  ['Jo+a@Straße.example', 'Jo+a@xn--strae-oqa.example'],
  ['jo@Example.com', 'jo@example.com'],
  ['jo@a/müller.de', 'jo@a/müller.de'],
])('writes the address %s with the ASCII domain in %s', (typed, ascii) => {
  expect(toAsciiAddress(typed)).toBe(ascii)
})

test.each([
  ['info@xn--mller-kva.de', 'info@müller.de'],
  ['info@XN--mller-kva.De', 'info@müller.de'],
  ['jo@xn--a.de', 'jo@xn--a.de'],
  ['jo@xn--80a1acny.xn--p1ai', 'jo@почта.рф'],
])('shows the address %s as %s', (stored, shown) => {
  expect(toUnicodeAddress(stored)).toBe(shown)
})

test.each(['request', 'name', 'email', 'phone'] as const)(
  'rejects an enquiry whose field %s exceeds its maximum length',
  (field) => {
    const filler = { request: 'a', name: 'a', email: 'a', phone: '1' }[field]
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

test("uses the site's time zone for today", () => {
  const today = { ...given, preferredTime: '2026-03-10T09:00' }
  expect(checkEnquiry(today, 'America/New_York')).toHaveProperty('enquiry')
  expect(checkEnquiry(today, 'Pacific/Auckland')).toEqual({ errors: { preferredTime: errors.preferredTimePast } })
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

const hashOf = (...parts: (string | null)[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
const keyOf = (...items: EnquiryItem[]) =>
  buildDeduplication({ ...ENQUIRY, items }, { key: 'key', isSuspected: false }, new Date(NOW)).key

test('for one product the deduplication key equals that of older versions, and a change of any part of an item changes it', () => {
  const { request, name, email, phone, preferredTime } = ENQUIRY
  const plain = { ...ITEM, variant: null }
  expect(keyOf()).toBe(hashOf('key', request, null, name, email, phone, preferredTime))
  expect(keyOf(plain)).toBe(hashOf('key', request, 'oak-chair', name, email, phone, preferredTime))
  expect(keyOf(ITEM)).toBe(hashOf('key', request, 'oak-chair', name, email, phone, preferredTime, 'black-stain'))
  const lists = [
    [],
    [plain],
    [ITEM],
    [{ ...ITEM, quantity: 2 }],
    [{ ...ITEM, note: 'a' }],
    [ITEM, plain],
    [plain, ITEM],
  ]
  expect(new Set(lists.map((list) => keyOf(...list))).size).toBe(lists.length)
})

test.each([
  ['one product', [ITEM], false],
  ['two products', [ITEM, { ...ITEM, variant: null }], true],
  ['a quantity', [{ ...ITEM, quantity: 2 }], true],
  ['a note', [{ ...ITEM, note: 'in oak' }], true],
  ['the same product twice', [ITEM, ITEM], true],
  ['no product', [], false],
])('a list of %s may be sent without a request: %s', (_what, items, isEnough) => {
  const checked = checkEnquiry({ ...given, request: ' ', items })
  if (isEnough) expect(checked).toMatchObject({ enquiry: { request: '' } })
  else expect(checked).toEqual({ errors: { request: errors.request } })
})

test('merges equal items, cleans their texts and accepts the limits', () => {
  const items = [
    { product: 'bowl', variant: null, quantity: 99_998, note: ' a\r\nb ' },
    { product: 'bowl', quantity: 7, note: 'c' },
    { product: 'bowl', variant: 'any: character\u0000/%', quantity: 99_999, note: 'x'.repeat(200) },
  ]
  expect(checkEnquiry({ ...given, items })).toMatchObject({
    enquiry: {
      items: [
        { product: 'bowl', variant: null, quantity: 99_999, note: 'a b; c' },
        { product: 'bowl', variant: 'any: character /%', quantity: 99_999, note: 'x'.repeat(200) },
      ],
    },
  })
})

test.each([
  [{ quantity: 0 }, { 'quantity-1': errors.quantity(99_999) }],
  [{ quantity: 100_000 }, { 'quantity-1': errors.quantity(99_999) }],
  [{ quantity: 1.5 }, { 'quantity-1': errors.quantity(99_999) }],
  [{ quantity: Number.NaN }, { 'quantity-1': errors.quantity(99_999) }],
  [{ quantity: '2' }, { 'quantity-1': errors.quantity(99_999) }],
  [{ note: 'x'.repeat(201) }, { 'note-1': errors.tooLong(200) }],
  [{ product: 'Not A Slug' }, { items: errors.product }],
  [{ variant: 'x'.repeat(201) }, { items: errors.tooLong(200) }],
])('rejects an enquiry whose second item has %j', (part, expected) => {
  const items = [ITEM, { ...ITEM, product: 'bowl', ...part }]
  expect(checkEnquiry({ ...given, items })).toEqual({ errors: expected })
})

test('rejects too many items, and items that are not an array', () => {
  const items = Array.from({ length: ENQUIRY_ITEMS_MAX + 1 }, (_, index) => ({ ...ITEM, product: `p${index}` }))
  expect(checkEnquiry({ ...given, items })).toEqual({ errors: { items: errors.items(ENQUIRY_ITEMS_MAX) } })
  expect(checkEnquiry({ ...given, items: items.slice(1) })).toHaveProperty('enquiry')
  for (const wrong of ['bowl', { 0: ITEM }, [7]])
    expect(checkEnquiry({ ...given, items: wrong })).toHaveProperty('errors.items')
})

const readAddress = (search: string, max?: number) => readItems(new URLSearchParams(search), max)
const bowl = { product: 'bowl', variant: null, quantity: 1, note: '' }

test.each([
  ['item=bowl', [bowl]],
  ['item=bowl:', [bowl]],
  ['item=bowl:2', [{ ...bowl, quantity: 2 }]],
  ['item=bowl::tenmoku', [{ ...bowl, variant: 'tenmoku' }]],
  ['item=bowl:2:a:b%3Ac%26d%0Ae', [{ ...bowl, variant: 'a:b:c&d\ne', quantity: 2 }]],
  [
    'item=bowl:2&item=vase&item=bowl:3',
    [
      { ...bowl, quantity: 5 },
      { ...bowl, product: 'vase' },
    ],
  ],
  ['item=bowl:99999&item=bowl:99999', [{ ...bowl, quantity: 99_999 }]],
  ['item=bowl&product=bowl&variant=ink&quantity=3', [bowl, { ...bowl, variant: 'ink', quantity: 3 }]],
  ['product=bowl&quantity=', [bowl]],
  ['item=bowl:0&item=bowl:-1&item=bowl:1.5&item=bowl:x&item=bowl:100000&item=&item=:2&item=Bowl&product=%00', []],
  ['product=bowl&quantity=0', []],
  ['variant=ink', []],
])('reads the enquiry list from the query ?%s', (search, expected) => {
  const items = readAddress(search)
  expect(items).toEqual(expected)
  expect(readAddress(listPath(items).split('?')[1] ?? '')).toEqual(expected)
})

test('merges equal items before it truncates a long list', () => {
  const search = Array.from({ length: 260 }, (_, index) => `item=p${index % 255}`).join('&')
  expect(readAddress(search)).toHaveLength(ENQUIRY_ITEMS_MAX)
  expect(readAddress(search, ENQUIRY_ITEMS_MAX + 1)).toHaveLength(ENQUIRY_ITEMS_MAX + 1)
  expect(readAddress(search, 300)).toHaveLength(255)
})

test('an address has as many items of a list as servers and proxies accept', () => {
  const items = Array.from({ length: ENQUIRY_ITEMS_MAX }, (_, index) => ({
    ...ITEM,
    product: `hexagon-socket-screw-din-912-m6x20-${index}`,
  }))
  const path = listPath(items)
  expect(path.length).toBeLessThan(7_100)
  const read = readAddress(path.split('?')[1]!)
  expect(read).toEqual(items.slice(0, read.length))
  expect(read.length).toBeGreaterThan(100)
  expect(fitAddress(items.slice(0, 20))).toHaveLength(20)
})

test('merged items keep the lines of the pasted list, and an enquiry cuts a line that is too long', () => {
  const lines = ['2 x A', '3 x A', '2 x A', undefined].map((pasted) => ({ ...ITEM, ...(pasted && { pasted }) }))
  expect(mergeItems(lines)).toEqual([{ ...ITEM, quantity: 4, pasted: '2 x A\n3 x A\n2 x A' }])
  expect(checkEnquiry({ ...given, items: [{ ...ITEM, pasted: `a\u0000\r\nb${'x'.repeat(400)}` }] })).toMatchObject({
    enquiry: { items: [{ pasted: `a\nb${'x'.repeat(297)}` }] },
  })
  expect(checkEnquiry({ ...given, items: [{ ...ITEM, pasted: '' }] })).toEqual({
    enquiry: expect.objectContaining({ items: [ITEM] }) as unknown,
  })
})

test('reads a form: inputs override hidden values, and an empty quantity or 0 removes an item but keeps the indexes', () => {
  const inputs: Record<string, string[]> = {
    item: ['bowl:2:ink', 'Unreadable', 'vase:1', 'jug:4', 'cup:5'],
    'quantity-0': ['7'],
    'note-0': ['blue'],
    'quantity-2': [''],
    'quantity-3': ['0'],
    'note-4': ['tall'],
  }
  expect(readFormItems((name) => inputs[name] ?? [])).toEqual([
    { product: 'bowl', variant: 'ink', quantity: 7, note: 'blue' },
    { product: 'cup', variant: null, quantity: 5, note: 'tall' },
  ])
  expect(readFormItems((name) => (name === 'item' ? ['bowl'] : name === 'quantity-0' ? ['many'] : []))).toEqual([
    { ...bowl, quantity: Number.NaN },
  ])
})
