import { z } from 'zod'
import type { ClientSettings } from '../shared/document-data.ts'
import { isPostgresUrl, readDatabaseSettings, type DatabaseSettings } from './store/database-settings.ts'
import { SETTINGS } from './settings.ts'

type SettingName = keyof typeof SETTINGS

/** Settings whose values never appear in error messages. */
const SECRET_SETTINGS: readonly string[] = [
  'SMTP_URL',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SERVER_TIMING_KEY',
] satisfies SettingName[]

/** The mail server and the recipient of enquiries. */
export interface MailSettings {
  readonly smtpUrl: string
  readonly to: string
}

/** The validated settings. */
export interface Config {
  readonly isDevelopment: boolean
  readonly host: string
  readonly port: number
  /** The number of serving processes; 1 serves in the started process itself. */
  readonly workerCount: number
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string
  readonly dataDir: string
  readonly database: DatabaseSettings
  readonly hasDemo: boolean
  /** Null if enquiries are not mailed. */
  readonly mail: MailSettings | null
  /** The number of the operator's proxies, whose entries of `X-Forwarded-For` are trusted. */
  readonly trustProxy: number
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Null if `Server-Timing` is only sent in development. */
  readonly serverTimingKey: string | null
  /** The address of the metrics; null if they are not served. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  readonly client: ClientSettings
  /** Size of the page cache in memory; 0 disables it. */
  readonly pageCacheBytes: number
  /** Size of the rendition cache on disk; 0 disables it. */
  readonly pictureCacheBytes: number
  readonly renderTimeoutMs: number
  readonly renderWaitMs: number
  readonly requestTimeoutMs: number
  readonly connectionsMax: number
  readonly shutdownDelayMs: number
  readonly shutdownTimeoutMs: number
}

/** Its message lists every invalid setting with the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const environmentSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: (typeof SETTINGS)[Name]['schema']
  },
)

/**
 * Reads the settings from the environment.
 * @throws ConfigError with each invalid setting, its value and the reason
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
    throw new ConfigError(`Invalid settings:\n  ${lines.join('\n  ')}`)
  }
  const settings = result.data
  if (settings.DATABASE_READ_URL !== undefined && !isPostgresUrl(settings.DATABASE_URL ?? '')) {
    throw new ConfigError(
      'Invalid settings:\n  DATABASE_READ_URL: requires DATABASE_URL to be the address of a PostgreSQL server',
    )
  }
  return Object.freeze({
    isDevelopment: settings.NODE_ENV === 'development',
    host: settings.HOST,
    port: settings.PORT,
    workerCount: settings.WEB_CONCURRENCY,
    siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: settings.DATA_DIR,
    database: readDatabaseSettings(settings.DATABASE_URL, settings.DATA_DIR, {
      readUrl: settings.DATABASE_READ_URL,
      poolSize: settings.DATABASE_POOL_SIZE,
    }),
    hasDemo: settings.DEMO,
    mail: readMailSettings(settings.SMTP_URL, settings.ENQUIRY_TO),
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    serverTimingKey: settings.SERVER_TIMING_KEY ?? null,
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

/** @throws ConfigError if only one of the two is set, because no mail would be sent */
function readMailSettings(smtpUrl: string | undefined, to: string | undefined): MailSettings | null {
  if (smtpUrl !== undefined && to !== undefined) return { smtpUrl, to }
  if (smtpUrl === undefined && to === undefined) return null
  const [set, missing] = to === undefined ? ['SMTP_URL', 'ENQUIRY_TO'] : ['ENQUIRY_TO', 'SMTP_URL']
  throw new ConfigError(`Invalid settings:\n  ${missing}: must be set if ${set} is set`)
}

function reason(message: string): string {
  return message.startsWith('must') ? message : `is invalid (${message})`
}
