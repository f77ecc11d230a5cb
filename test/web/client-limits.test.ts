import express from 'express'
import request from 'supertest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientCounts } from '../../server/web/limits/client-counts.ts'
import { clientKey, rateLimited } from '../../server/web/limits/client-limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Counters that new clients share at the bound. */
const SHARED = 256

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('clientKey returns one key for an IPv4 address in any notation, or for an IPv6 network', () => {
  expect(clientKey('8.8.8.8')).toBe(clientKey('::ffff:8.8.8.8'))
  expect(clientKey('2606:4700:1:2::1')).toBe(clientKey('2606:4700:1:2:ffff::1'))
  expect(clientKey('7.7.7.7:1000')).toBe(clientKey('7.7.7.7'))
  expect(clientKey('[2606:4700:1:2::1]:1000')).toBe(clientKey('2606:4700:1:2::1'))
  expect(clientKey('[::ffff:8.8.8.8]')).toBe(clientKey('8.8.8.8'))
  expect(clientKey('2606:4700:1:2:ABCD::1')).toBe(clientKey('2606:4700:1:2:abcd::1'))
  expect(clientKey('fe80::1%eth0')).toBe(clientKey('fe80::1%eth1'))
  for (const address of ['nobody', '7.7.7.7:x', '[7.7.7.7', '1.2.3.4, 5.6.7.8', '007.7.7.7', '::1:80:x', ''])
    expect(clientKey(address), address).toBe(clientKey(undefined))
  expect(clientKey('2606:4700:1:2::1')).not.toBe(clientKey('2606:4700:1:3::1'))
})

const advance = (ms: number) => {
  vi.setSystemTime(Date.now() + ms)
  vi.advanceTimersByTime(ms)
}

/** Counts how many of the requests of clients are accepted. */
function countAccepted(counts: ClientCounts, limit: number, clients: Iterable<string>): number {
  let accepted = 0
  for (const client of clients) if (counts.increment(clientKey(client)).totalHits <= limit) accepted += 1
  return accepted
}

const listIpv4 = (count: number) =>
  Array.from({ length: count }, (_, number) => `9.${number >> 16}.${(number >> 8) & 255}.${number & 255}`)

/** Lists networks of 64 bits below 2001:db8::/32, of which `perNetwork` belong to the same network of 48 bits. */
const listIpv6 = (count: number, perNetwork = 256) =>
  Array.from({ length: count }, (_, number) => {
    const [outer, inner] = [Math.floor(number / perNetwork), number % perNetwork]
    return `2001:db8:${outer.toString(16)}:${inner.toString(16)}::1`
  })

test('limits each client within the window, and accepts it again in the next one', async () => {
  const counts = new ClientCounts(MINUTE_MS, 2)
  expect(countAccepted(counts, 2, Array(5).fill('8.8.8.8'))).toBe(2)
  expect(countAccepted(counts, 2, ['8.8.4.4', '2606:4700:1:2::1'])).toBe(2)
  advance(MINUTE_MS - 1)
  expect(countAccepted(counts, 2, ['8.8.8.8'])).toBe(0)
  advance(1)
  expect(countAccepted(counts, 2, ['8.8.8.8'])).toBe(1)
})

test('a clock that was a thousand days ahead and is set back prolongs neither the window nor Retry-After', async () => {
  const app = express()
    .set('env', 'test')
    .use(rateLimited(MINUTE_MS, 1), (_req, res) => void res.sendStatus(204))
  const send = async () => request(app).get('/')
  const now = Date.now()
  vi.setSystemTime(now + 1_000 * DAY_MS)
  expect((await send()).status).toBe(204)
  vi.setSystemTime(now)
  const refused = await send()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  advance(MINUTE_MS)
  expect((await send()).status).toBe(204)
})

test('a clock that jumps ahead does not end the window early', () => {
  const counts = new ClientCounts(MINUTE_MS, 2)
  expect(countAccepted(counts, 2, Array(5).fill('8.8.8.8'))).toBe(2)
  vi.setSystemTime(Date.now() + DAY_MS)
  expect(countAccepted(counts, 2, ['8.8.8.8'])).toBe(0)
})

test('limits the IPv6 networks of 48 and 32 bits to 8 and 64 times the limit of a client', () => {
  const counts = new ClientCounts(MINUTE_MS, 2)
  expect(countAccepted(counts, 2, listIpv6(256))).toBe(16)
  // What was refused was not counted for the wider network, so 112 of its 128 requests are left.
  expect(countAccepted(counts, 2, listIpv6(2_000, 16))).toBe(112)
  expect(countAccepted(counts, 2, ['2001:db9::1'])).toBe(1)
})

test('at the bound, new clients share 256 counters, and known clients keep their own', () => {
  const counts = new ClientCounts(MINUTE_MS, 2, 1_000)
  expect(countAccepted(counts, 2, listIpv4(1_000))).toBe(1_000)
  expect(countAccepted(counts, 2, listIpv4(20_000).slice(1_000))).toBe(SHARED * 2)
  expect(countAccepted(counts, 2, ['8.8.8.8'])).toBe(0)
  expect(countAccepted(counts, 2, listIpv4(1_000))).toBe(1_000)
  advance(MINUTE_MS)
  expect(countAccepted(counts, 2, ['8.8.8.8'])).toBe(1)
})

test('at the bound, a whole IPv6 network of 32 bits uses up only one of the shared counters', () => {
  const counts = new ClientCounts(MINUTE_MS, 10, 1_000)
  countAccepted(counts, 10, listIpv4(1_000))
  expect(countAccepted(counts, 10, listIpv6(2_000))).toBe(10)
  expect(countAccepted(counts, 10, listIpv4(1_100).slice(1_000))).toBeGreaterThan(90)
})
