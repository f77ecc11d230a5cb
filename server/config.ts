import { z } from 'zod'
import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../shared/constants.ts'
import type { ClientSettings } from '../shared/document-data.ts'
import { DATABASE_POOL_SIZE, isDatabaseAddress, isPostgresUrl, readDatabaseSettings, type DatabaseSettings } from './database-settings.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a whole number from 0 to 65535')

const milliseconds = (fallback: number) =>
  z.string().regex(/^\d{1,9}$/, 'must be a whole number of milliseconds').transform(Number).default(fallback)

/**
 * Every setting with its rule, default and meaning: the README's table is held against this one by a test.
 * Values are texts of the environment; an empty one counts as not set.
 */
export const SETTINGS = {
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('production'),
    fallback: 'production',
    meaning: '`development` shows stacks on error pages and reloads the browser after a build.',
  },
  HOST: {
    schema: z.string().default('0.0.0.0'),
    fallback: '0.0.0.0',
    meaning: 'Address to listen on; `127.0.0.1` behind a proxy on the same machine.',
  },
  PORT: {
    schema: port.default(3000),
    fallback: '3000',
    meaning: 'Port to listen on; 0 takes a free one.',
  },
  WEB_CONCURRENCY: {
    schema: z.string().regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99').transform(Number).default(1),
    fallback: '1',
    meaning: 'How many processes serve on this port, one for each processor at most; with 1 there is no other process that starts and replaces them.',
  },
  SITE_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://shop.example' })
      .refine(isOrigin, 'must have no path, query or hash')
      .transform((url) => new URL(url).origin)
      .optional(),
    fallback: 'http://localhost:PORT',
    meaning: 'The public origin, from which alone canonical links and other absolute addresses are made.',
  },
  DATA_DIR: {
    schema: z.string().default('.data'),
    fallback: '.data',
    meaning: 'Folder of the database and of pictures in the sizes that were asked for, the only place that is written to.',
  },
  DATABASE_URL: {
    schema: z.string().refine(isDatabaseAddress, 'must be an address such as postgres://user:password@host:5432/name, or sqlite: with a path').optional(),
    fallback: 'sqlite:DATA_DIR/vitrine.db',
    meaning: 'Database of catalogue, site, pictures and enquiries: `postgres://user:password@host:5432/name`, or `sqlite:` with the path of a file.',
  },
  DATABASE_READ_URL: {
    schema: z.string().refine(isPostgresUrl, 'must be an address such as postgres://user:password@host:5432/name').optional(),
    fallback: 'none',
    meaning: 'PostgreSQL server that follows the one of `DATABASE_URL` and answers what pages ask; behind a change it is passed over until it has it.',
  },
  DATABASE_POOL_SIZE: {
    schema: z.string().regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'must be a whole number from 2 to 999').transform(Number).default(DATABASE_POOL_SIZE),
    fallback: String(DATABASE_POOL_SIZE),
    meaning: 'Most connections of a process to each PostgreSQL server, besides one that listens for changes.',
  },
  DEMO: {
    schema: z.stringbool({ error: 'must be true or false' }).default(true),
    fallback: 'true',
    meaning: 'Whether an empty database is filled with the demo at the start.',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address such as smtps://user:password@mail.example' }).optional(),
    fallback: 'none',
    meaning: 'Mail server that takes the enquiries to the owner; needs `ENQUIRY_TO`.',
  },
  ENQUIRY_TO: {
    schema: z.email('must be an e-mail address').optional(),
    fallback: 'none',
    meaning: 'Whom each enquiry is mailed to, also its sender; needs `SMTP_URL`. Without both, `npm run enquiries` alone shows them.',
  },
  TRUSTED_PROXIES: {
    schema: z.string().regex(/^\d$/, 'must be a whole number from 0 to 9').transform(Number).default(0),
    fallback: '0',
    meaning: 'How many proxies of yours stand in front. So many entries of `X-Forwarded-For` are believed, which tells visitors apart where their requests are limited; no other forwarded header is looked at.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    fallback: 'info',
    meaning: 'Least level of the log lines: fatal, error, warn, info, debug, trace or silent.',
  },
  METRICS_PORT: {
    schema: port.optional(),
    fallback: 'none',
    meaning: 'Port of `/metrics` for Prometheus, apart from the site; 0 takes a free one. Nothing listens where it is not set.',
  },
  METRICS_HOST: {
    schema: z.string().default('127.0.0.1'),
    fallback: '127.0.0.1',
    meaning: 'Address that the metrics are served on; in a container `0.0.0.0`, on a port that only your own network reaches.',
  },
  BUILD_CHECK_INTERVAL: {
    schema: milliseconds(BUILD_CHECK_INTERVAL_MS),
    fallback: String(BUILD_CHECK_INTERVAL_MS),
    meaning: 'Milliseconds between two looks of an open tab for a newer build; 0 never looks.',
  },
  HTTP_BASE_URL: {
    schema: z
      .string()
      .refine((url) => url === '/' || isOrigin(url), 'must be / or an https or http origin such as https://cdn.example')
      .transform((url) => (url === '/' ? url : new URL(url).origin))
      .default(HTTP_BASE_URL),
    fallback: HTTP_BASE_URL,
    meaning: 'What the browser puts in front of the data it fetches: `/`, or the origin of a network that passes requests on to here.',
  },
  PAGE_CACHE_MB: {
    schema: z.string().regex(/^\d{1,5}$/, 'must be a whole number of megabytes').transform(Number).default(64),
    fallback: '64',
    meaning: 'Megabytes of memory for finished pages, in each process; 0 keeps none.',
  },
  PICTURE_CACHE_MB: {
    schema: z.string().regex(/^\d{1,6}$/, 'must be a whole number of megabytes').transform(Number).default(512),
    fallback: '512',
    meaning: 'Megabytes on disk, below `DATA_DIR`, for pictures in the sizes that visitors asked for; 0 keeps none.',
  },
  RENDER_TIMEOUT_MS: {
    schema: milliseconds(5_000),
    fallback: '5000',
    meaning: 'Longest time for loading and rendering a page before it is given up.',
  },
  RENDER_WAIT_MS: {
    schema: milliseconds(500),
    fallback: '500',
    meaning: 'Longest time that a page waits until it is loaded and rendered; what would have to wait longer is answered with 503 at once.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: z.string().regex(/^[1-9]\d{2,8}$/, 'must be a whole number of milliseconds from 100 on').transform(Number).default(30_000),
    fallback: '30000',
    meaning: 'Longest time for a request to arrive, of which its headers have a third; whoever takes no byte of an answer for so long is cut off.',
  },
  CONNECTIONS_MAX: {
    schema: z.string().regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999').transform(Number).default(15_000),
    fallback: '15000',
    meaning: 'Most connections of a process at once; of these a twentieth for each address of the public internet. One that waits for nothing takes about 10 KB.',
  },
  SHUTDOWN_DELAY_MS: {
    schema: milliseconds(0),
    fallback: '0',
    meaning: 'Time between `SIGTERM` and the end of accepting, in which a load balancer notices that `/readyz` answers 503.',
  },
  SHUTDOWN_TIMEOUT_MS: {
    schema: milliseconds(10_000),
    fallback: '10000',
    meaning: 'Longest time for finishing what is under way at the end; what is left then is cut off.',
  },
} as const

type SettingName = keyof typeof SETTINGS

/** Settings whose values are shown nowhere, not even where they are wrong. */
const SECRET_SETTINGS: readonly string[] = ['SMTP_URL', 'DATABASE_URL', 'DATABASE_READ_URL'] satisfies SettingName[]

/** Where mail of enquiries goes, and by which way. */
export interface MailSettings {
  readonly smtpUrl: string
  readonly to: string
}

/** The settings, checked and frozen. */
export interface Config {
  readonly isDevelopment: boolean
  readonly host: string
  readonly port: number
  /** Processes that serve; with 1 it is the one that was started. */
  readonly workerCount: number
  /** Origin without a slash at its end. */
  readonly siteUrl: string
  readonly dataDir: string
  readonly database: DatabaseSettings
  readonly hasDemo: boolean
  /** Null where the owner looks for enquiries without being told. */
  readonly mail: MailSettings | null
  readonly trustedProxies: number
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Where the operator's metrics are served; null where they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  readonly client: ClientSettings
  /** Memory for finished pages; 0 keeps none. */
  readonly pageCacheBytes: number
  /** Room on disk for renditions of pictures; 0 keeps none. */
  readonly pictureCacheBytes: number
  readonly renderTimeoutMs: number
  readonly renderWaitMs: number
  readonly requestTimeoutMs: number
  readonly connectionsMax: number
  readonly shutdownDelayMs: number
  readonly shutdownTimeoutMs: number
}

/** Lists every setting that is wrong, with its reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const environmentSchema = z.object({
  NODE_ENV: SETTINGS.NODE_ENV.schema,
  HOST: SETTINGS.HOST.schema,
  PORT: SETTINGS.PORT.schema,
  WEB_CONCURRENCY: SETTINGS.WEB_CONCURRENCY.schema,
  SITE_URL: SETTINGS.SITE_URL.schema,
  DATA_DIR: SETTINGS.DATA_DIR.schema,
  DATABASE_URL: SETTINGS.DATABASE_URL.schema,
  DATABASE_READ_URL: SETTINGS.DATABASE_READ_URL.schema,
  DATABASE_POOL_SIZE: SETTINGS.DATABASE_POOL_SIZE.schema,
  DEMO: SETTINGS.DEMO.schema,
  SMTP_URL: SETTINGS.SMTP_URL.schema,
  ENQUIRY_TO: SETTINGS.ENQUIRY_TO.schema,
  TRUSTED_PROXIES: SETTINGS.TRUSTED_PROXIES.schema,
  LOG_LEVEL: SETTINGS.LOG_LEVEL.schema,
  METRICS_PORT: SETTINGS.METRICS_PORT.schema,
  METRICS_HOST: SETTINGS.METRICS_HOST.schema,
  BUILD_CHECK_INTERVAL: SETTINGS.BUILD_CHECK_INTERVAL.schema,
  HTTP_BASE_URL: SETTINGS.HTTP_BASE_URL.schema,
  PAGE_CACHE_MB: SETTINGS.PAGE_CACHE_MB.schema,
  PICTURE_CACHE_MB: SETTINGS.PICTURE_CACHE_MB.schema,
  RENDER_TIMEOUT_MS: SETTINGS.RENDER_TIMEOUT_MS.schema,
  RENDER_WAIT_MS: SETTINGS.RENDER_WAIT_MS.schema,
  REQUEST_TIMEOUT_MS: SETTINGS.REQUEST_TIMEOUT_MS.schema,
  CONNECTIONS_MAX: SETTINGS.CONNECTIONS_MAX.schema,
  SHUTDOWN_DELAY_MS: SETTINGS.SHUTDOWN_DELAY_MS.schema,
  SHUTDOWN_TIMEOUT_MS: SETTINGS.SHUTDOWN_TIMEOUT_MS.schema,
} satisfies Record<SettingName, z.ZodType>)

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming each wrong setting, its value and the reason
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map(({ path: [name], message }) => {
      const shown = SECRET_SETTINGS.includes(String(name)) ? 'its value' : `"${given[String(name)]}"`
      return `${String(name)}: ${shown} ${reason(message)}`
    })
    throw new ConfigError(`The settings cannot be used:\n  ${lines.join('\n  ')}`)
  }
  const settings = result.data
  if (settings.DATABASE_READ_URL !== undefined && !isPostgresUrl(settings.DATABASE_URL ?? '')) {
    throw new ConfigError('The settings cannot be used:\n  DATABASE_READ_URL: needs DATABASE_URL to name a PostgreSQL server')
  }
  return Object.freeze({
    isDevelopment: settings.NODE_ENV === 'development',
    host: settings.HOST,
    port: settings.PORT,
    workerCount: settings.WEB_CONCURRENCY,
    siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: settings.DATA_DIR,
    database: readDatabaseSettings(settings.DATABASE_URL, settings.DATA_DIR, { readUrl: settings.DATABASE_READ_URL, poolSize: settings.DATABASE_POOL_SIZE }),
    hasDemo: settings.DEMO,
    mail: readMailSettings(settings.SMTP_URL, settings.ENQUIRY_TO),
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    client: { buildCheckIntervalMs: settings.BUILD_CHECK_INTERVAL, httpBaseUrl: settings.HTTP_BASE_URL },
    pageCacheBytes: settings.PAGE_CACHE_MB * 2 ** 20,
    pictureCacheBytes: settings.PICTURE_CACHE_MB * 2 ** 20,
    renderTimeoutMs: settings.RENDER_TIMEOUT_MS,
    renderWaitMs: settings.RENDER_WAIT_MS,
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    connectionsMax: settings.CONNECTIONS_MAX,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
  })
}

/** Both or neither: half of it would look like mail and send none. */
function readMailSettings(smtpUrl: string | undefined, to: string | undefined): MailSettings | null {
  if (smtpUrl !== undefined && to !== undefined) return { smtpUrl, to }
  if (smtpUrl === undefined && to === undefined) return null
  const [set, missing] = to === undefined ? ['SMTP_URL', 'ENQUIRY_TO'] : ['ENQUIRY_TO', 'SMTP_URL']
  throw new ConfigError(`The settings cannot be used:\n  ${missing}: must be set where ${set} is, or neither of them`)
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).pathname === '/' && !/[?#]/.test(text)
}

function reason(message: string): string {
  return message.startsWith('must') ? message : `is wrong (${message})`
}
