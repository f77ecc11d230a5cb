import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, SETTINGS } from '../../../server/platform/settings/config.ts'
import { readTables } from '../../support/documents.ts'

test('an empty environment gives the default settings, and an empty value counts as unset', () => {
  const config = readConfig({ PORT: '', LOG_LEVEL: ' ' })
  expect(config).toEqual({
    isDevelopment: false,
    host: '0.0.0.0',
    pageCacheMb: 32,
    pictureCacheMb: 512,
    port: 3000,
    dataDir: '.data',
    database: { kind: 'sqlite', path: join('.data', 'vitrine.db'), setting: 'DATA_DIR' },
    demo: true,
    recordSearches: true,
    mail: null,
    enquiryRetentionDays: null,
    trustProxy: 0,
    logLevel: 'info',
    metricsHost: '127.0.0.1',
    pages: { siteUrl: 'http://localhost:3000', client: { buildCheckIntervalMs: 3_600_000, httpBaseUrl: '/' } },
    renderTimeoutMs: 5000,
    renderWaitMs: 500,
    requestTimeoutMs: 30_000,
    connectionsMax: 15_000,
    shutdownDelayMs: 0,
    shutdownTimeoutMs: 10_000,
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test.each([
  ['PORT', '80a', 'whole number from 0 to 65535'],
  ['PORT', '70000', 'whole number from 0 to 65535'],
  ['METRICS_PORT', '-1', 'whole number from 0 to 65535'],
  ['SITE_URL', 'shop.example', 'must be an http or https address'],
  ['SITE_URL', 'https://shop.example/shop', 'must have no path'],
  ['SITE_URL', 'javascript:alert(1)', 'must be an http or https address'],
  ['HTTP_BASE_URL', 'https://cdn.example;sandbox', 'must be / or an https or http origin'],
  ['DEMO', 'perhaps', 'must be true or false'],
  ['ENQUIRY_CONFIRMATION', 'sometimes', 'must be on or off'],
  ['ENQUIRY_RETENTION_DAYS', '0', 'whole number from 1 to 9999'],
  ['RECORD_SEARCHES', 'sometimes', 'must be on or off'],
  ['LOG_LEVEL', 'loud', 'is invalid'],
  ['RENDER_TIMEOUT_MS', '5s', 'whole number of milliseconds'],
  ['NODE_ENV', 'prod', 'is invalid'],
])('rejects %s=%s with an error that contains the name, the value and the reason', (name, value, reason) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`${name}: "${value.replace(/[()]/g, '\\$&')}" .*${reason}`),
  )
})

test('mail requires both SMTP_URL and ENQUIRY_TO, and errors do not contain the SMTP password', () => {
  const smtp = { SMTP_URL: 'smtps://user:s3cret@mail.example' }
  expect(readConfig({ ...smtp, ENQUIRY_TO: 'owner@shop.example' }).mail).toEqual({
    smtpUrl: smtp.SMTP_URL,
    to: 'owner@shop.example',
    sendsConfirmations: false,
  })
  expect(() => readConfig(smtp)).toThrow(new ConfigError(['ENQUIRY_TO: must be set if SMTP_URL is set']))
  expect(() => readConfig({ ENQUIRY_TO: 'owner@shop.example' })).toThrow('SMTP_URL: must be set if ENQUIRY_TO is set')
  expect(() => readConfig({ ENQUIRY_CONFIRMATION: 'on' })).toThrow(
    'SMTP_URL: must be set if ENQUIRY_CONFIRMATION is on',
  )
  for (const [name, value] of [
    ['SMTP_URL', 'http://user:s3cret@mail.example'],
    ['ENQUIRY_TO', 'nobody'],
  ] as const) {
    expect(() => readConfig({ ...smtp, ENQUIRY_TO: 'owner@shop.example', [name]: value })).toThrow(
      new RegExp(`${name}: [^]*must be an`),
    )
    expect(() => readConfig({ ...smtp, [name]: value })).not.toThrow('s3cret')
  }
})

test('accepts SQLite and PostgreSQL addresses, and errors do not contain the password', () => {
  const url = 'postgres://shop:s3cret@db.example/shop'
  expect(readConfig({ DATABASE_URL: 'sqlite:/srv/shop.db' }).database).toEqual({
    kind: 'sqlite',
    path: '/srv/shop.db',
    setting: 'DATABASE_URL',
  })
  expect(readConfig({ DATABASE_URL: url }).database).toEqual({ kind: 'postgres', url, poolSize: 10 })
  expect(readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: '3' }).database).toMatchObject({
    poolSize: 3,
  })
  expect(() => readConfig({ DATABASE_POOL_SIZE: '1' })).toThrow('DATABASE_POOL_SIZE: "1" must be')
  for (const wrong of [
    'mysql://shop:s3cret@db.example/shop',
    'postgres://shop:s3cret@db.example',
    'postgres://shop:s3cret@',
    'vitrine.db',
  ]) {
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow('DATABASE_URL: its value must be an address such as')
    expect(() => readConfig({ DATABASE_URL: wrong })).not.toThrow('s3cret')
  }
})

test('one error lists all invalid settings', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'z' })).toThrow(/PORT[^]*DEMO/)
})

test("the README's table of settings has each setting with its default", () => {
  const rows = readTables('server/deploy/README.md', '## Settings', 'Setting').map(([name = '', fallback = '']) => ({
    name: name.slice(1, -1),
    fallback: fallback.slice(1, -1).replace('PORT', '3000'),
  }))
  expect(rows.map(({ name }) => name)).toEqual(SETTINGS)
  for (const { name, fallback } of rows.filter((row) => row.fallback !== 'none' && row.name !== 'DATABASE_URL'))
    expect(readConfig({ [name]: fallback }), name).toEqual(readConfig({}))
})
