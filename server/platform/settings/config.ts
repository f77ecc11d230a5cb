import * as z from 'zod'
import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../../shared/constants.ts'
import type { ClientSettings } from '../../../shared/page-data.ts'
import {
  DATABASE_ADDRESS_RULE,
  DATABASE_POOL_SIZE,
  isDatabaseAddress,
  readDatabaseSettings,
} from './database-settings.ts'
import { isPlainOrigin } from './picture-origins.ts'

export type Config = ReturnType<typeof readConfig>

export type MailSettings = NonNullable<Config['mail']>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(lines: readonly string[]) {
    super(`Invalid settings:\n  ${lines.join('\n  ')}`)
  }
}

const port = wholeNumber(/^\d{1,5}$/, 'from 0 to 65535').refine(
  (number) => number <= 65_535,
  'must be a whole number from 0 to 65535',
)

const onOff = z.stringbool({ error: 'must be on or off' })

const milliseconds = wholeNumber(/^\d{1,9}$/, 'of milliseconds')

/** `server/deploy/README.md` says what each means; the environment variable of `dataDir` is `DATA_DIR`. */
const schema = z.object({
  nodeEnv: z.enum(['production', 'development', 'test']).default('production'),
  host: z.string().default('0.0.0.0'),
  port: port.default(3_000),
  siteUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://shop.example', abort: true })
    .refine(isOrigin, 'must have no path, query or hash')
    .transform((url) => new URL(url).origin)
    .optional(),
  dataDir: z.string().default('.data'),
  databaseUrl: z.string().refine(isDatabaseAddress, DATABASE_ADDRESS_RULE).optional(),
  databasePoolSize: wholeNumber(/^(?:[2-9]|[1-9]\d{1,2})$/, 'from 2 to 999').default(DATABASE_POOL_SIZE),
  demo: z.stringbool({ error: 'must be true or false' }).default(true),
  recordSearches: onOff.default(true),
  smtpUrl: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an smtp or smtps address such as smtps://user:password@mail.example',
    })
    .optional(),
  enquiryTo: z.email('must be an e-mail address').optional(),
  enquiryConfirmation: onOff.default(false),
  enquiryRetentionDays: wholeNumber(/^[1-9]\d{0,3}$/, 'from 1 to 9999')
    .nullable()
    .default(null),
  trustProxy: wholeNumber(/^\d$/, 'from 0 to 9').default(0),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  metricsPort: port.optional(),
  metricsHost: z.string().default('127.0.0.1'),
  buildCheckInterval: milliseconds.default(BUILD_CHECK_INTERVAL_MS),
  httpBaseUrl: z
    .string()
    .refine(
      (url) => url === '/' || (isOrigin(url) && isPlainHost(url)),
      'must be / or an https or http origin such as https://cdn.example',
    )
    .transform((url) => (url === '/' ? url : new URL(url).origin))
    .default(HTTP_BASE_URL),
  pageCacheMb: wholeNumber(/^\d{1,5}$/, 'of megabytes').default(32),
  pictureCacheMb: wholeNumber(/^\d{1,6}$/, 'of megabytes').default(512),
  renderTimeoutMs: milliseconds.default(5_000),
  renderWaitMs: milliseconds.default(500),
  shutdownDelayMs: milliseconds.default(0),
  shutdownTimeoutMs: milliseconds.default(10_000),
})

/** The environment variable of each setting, by the setting's name in the code. */
const VARIABLES = Object.keys(schema.shape).map(
  (name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()] as const,
)

/** Limits of connections that no environment variable sets. */
const LIMITS: { readonly requestTimeoutMs: number; readonly connectionsMax: number } = {
  requestTimeoutMs: 30_000,
  connectionsMax: 15_000,
}

export const SETTINGS = VARIABLES.map(([, variable]) => variable)

/** Their values may contain a password, so no error message contains them. */
const SECRETS: readonly (keyof typeof schema.shape)[] = ['databaseUrl', 'smtpUrl']

/** Reads the settings from the environment. @throws ConfigError that lists each invalid setting with the reason */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  // An empty value counts as missing.
  const given = Object.fromEntries(
    VARIABLES.map(([name, variable]) => [name, environment[variable]?.trim() || undefined]),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const variables = new Map<unknown, string>(VARIABLES)
    const lines = result.error.issues.map(({ path: [name], message }) => {
      const value = SECRETS.some((secret) => secret === name) ? 'its value' : `"${given[String(name)]}"`
      return `${variables.get(name)}: ${value} ${message.startsWith('must') ? message : `is invalid (${message})`}`
    })
    throw new ConfigError(lines)
  }
  const { nodeEnv, siteUrl, databaseUrl, databasePoolSize, buildCheckInterval, httpBaseUrl, ...settings } = result.data
  const { smtpUrl, enquiryTo, enquiryConfirmation, ...others } = settings
  return Object.freeze({
    ...others,
    isDevelopment: nodeEnv === 'development',
    database: readDatabaseSettings(databaseUrl, settings.dataDir, {
      setting: 'DATABASE_URL',
      poolSize: databasePoolSize,
    }),
    mail: readMailSettings(smtpUrl, enquiryTo, enquiryConfirmation),
    /** What pages contain: their ETag depends on all of these, and rendering gets no others. */
    pages: {
      /** The public origin, without a trailing slash. */
      siteUrl: siteUrl ?? `http://localhost:${settings.port}`,
      client: { buildCheckIntervalMs: buildCheckInterval, httpBaseUrl } satisfies ClientSettings,
    },
    ...LIMITS,
  })
}

function readMailSettings(smtpUrl: string | undefined, to: string | undefined, sendsConfirmations: boolean) {
  if (smtpUrl !== undefined && to !== undefined) return { smtpUrl, to, sendsConfirmations }
  if (smtpUrl !== undefined) throw new ConfigError(['ENQUIRY_TO: must be set if SMTP_URL is set'])
  if (to !== undefined) throw new ConfigError(['SMTP_URL: must be set if ENQUIRY_TO is set'])
  if (sendsConfirmations) throw new ConfigError(['SMTP_URL: must be set if ENQUIRY_CONFIRMATION is on'])
  return null
}

function wholeNumber(pattern: RegExp, range: string) {
  return z.string().regex(pattern, `must be a whole number ${range}`).transform(Number)
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).pathname === '/' && !/[?#]/.test(text)
}

/** Whether the host needs no escaping in the Content-Security-Policy. */
function isPlainHost(url: string): boolean {
  return isPlainOrigin(new URL(url).origin.replace('http:', 'https:'))
}
