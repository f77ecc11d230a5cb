import express from 'express'
import request from 'supertest'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientKey, rateLimited } from '../../server/web/limits/client-limits.ts'

const MINUTE_MS = 60_000

test('clientKey returns one key for an IPv4 address in any notation, or for an IPv6 network', () => {
  expect(clientKey('8.8.8.8')).toBe(clientKey('::ffff:8.8.8.8'))
  expect(clientKey('2606:4700:1:2::1')).toBe(clientKey('2606:4700:1:2:ffff::1'))
  expect(clientKey('7.7.7.7:1000')).toBe(clientKey('7.7.7.7'))
  expect(clientKey('[2606:4700:1:2::1]:1000')).toBe(clientKey('2606:4700:1:2::1'))
  expect(clientKey('[::ffff:8.8.8.8]')).toBe(clientKey('8.8.8.8'))
  expect(clientKey('2606:4700:1:2:ABCD::1')).toBe(clientKey('2606:4700:1:2:abcd::1'))
  expect(clientKey('fe80::1%eth0')).toBe(clientKey('fe80::1%eth1'))
  for (const address of [
    'nobody',
    '7.7.7.7:x',
    '7.7.7.7 1',
    '[7.7.7.7',
    '1.2.3.4, 5.6.7.8',
    '7.7.7.007',
    '::1:80:x',
    '',
  ])
    expect(clientKey(address), address).toBe(clientKey(undefined))
  expect(clientKey('2606:4700:1:2::1')).not.toBe(clientKey('2606:4700:1:3::1'))
})

test('limits each client within the window with a 429 and Retry-After, and accepts it again in the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = express()
    .set('env', 'test')
    .set('trust proxy', 1)
    .use(rateLimited(MINUTE_MS, 2), (_req, res) => void res.sendStatus(204))
  const send = async (client: string) => {
    const { status, headers } = await request(app).get('/').set('X-Forwarded-For', client)
    return status === 429 ? headers['retry-after'] : status
  }
  expect([await send('8.8.8.8'), await send('8.8.8.8'), await send('8.8.8.8')]).toEqual([204, 204, '60'])
  expect([await send('8.8.4.4'), await send('2606:4700:1:2::1')]).toEqual([204, 204])
  vi.setSystemTime(Date.now() + MINUTE_MS - 1)
  expect(await send('8.8.8.8')).toBe('1')
  vi.setSystemTime(Date.now() + 1)
  expect(await send('8.8.8.8')).toBe(204)
})
