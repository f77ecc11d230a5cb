import { z } from 'zod'
import type { ClientSettings } from '../shared/document-data.ts'
import { isPostgresUrl, readDatabaseSettings, type DatabaseSettings } from './store/database-settings.ts'
import { SETTINGS } from './settings.ts'

type SettingName = keyof typeof SETTINGS

/** Settings whose values are shown nowhere, not even where they are wrong. */
const SECRET_SETTINGS: readonly string[] = [
  'SMTP_URL',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SERVER_TIMING_KEY',
] satisfies SettingName[]

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
  /** Proxies of the operator's that stand in front, whose entries of `X-Forwarded-For` are believed. */
  readonly trustProxy: number
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Null if only development sends durations. */
  readonly serverTimingKey: string | null
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

const environmentSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: (typeof SETTINGS)[Name]['schema']
  },
)

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
    throw new ConfigError(
      'The settings cannot be used:\n  DATABASE_READ_URL: needs DATABASE_URL to name a PostgreSQL server',
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

/** Both or neither: half of it would look like mail and send none. */
function readMailSettings(smtpUrl: string | undefined, to: string | undefined): MailSettings | null {
  if (smtpUrl !== undefined && to !== undefined) return { smtpUrl, to }
  if (smtpUrl === undefined && to === undefined) return null
  const [set, missing] = to === undefined ? ['SMTP_URL', 'ENQUIRY_TO'] : ['ENQUIRY_TO', 'SMTP_URL']
  throw new ConfigError(`The settings cannot be used:\n  ${missing}: must be set where ${set} is, or neither of them`)
}

function reason(message: string): string {
  return message.startsWith('must') ? message : `is wrong (${message})`
}
