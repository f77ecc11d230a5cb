import { z } from 'zod'
import type { ClientSettings } from '../../../shared/document-data.ts'
import { readDatabaseSettings } from './database-settings.ts'
import { SETTINGS } from './settings.ts'

type SettingName = keyof typeof SETTINGS

export interface MailSettings {
  readonly smtpUrl: string
  readonly to: string
  readonly sendsConfirmations: boolean
}

/** The settings that pages contain. Their ETag depends on all of these, and rendering gets no others. */
interface PageSettings {
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string
  readonly client: ClientSettings
}

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(lines: readonly string[]) {
    super(`Invalid settings:\n  ${lines.join('\n  ')}`)
  }
}

const environmentSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: (typeof SETTINGS)[Name]['schema']
  },
)

/** Reads the settings from the environment. @throws ConfigError that lists each invalid setting with the reason */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = path[0] as SettingName
      return `${name}: ${SETTINGS[name].isSecret ? 'its value' : `"${given[name]}"`} ${reason(message)}`
    })
    throw new ConfigError(lines)
  }
  const settings = result.data
  return Object.freeze({
    isDevelopment: settings.NODE_ENV === 'development',
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    database: readDatabaseSettings(settings.DATABASE_URL, settings.DATA_DIR, {
      setting: 'DATABASE_URL',
      poolSize: settings.DATABASE_POOL_SIZE,
    }),
    hasDemo: settings.DEMO,
    recordsSearches: settings.RECORD_SEARCHES,
    mail: readMailSettings(settings.SMTP_URL, settings.ENQUIRY_TO, settings.ENQUIRY_CONFIRMATION),
    /** Days after which answered enquiries are deleted; null if they are kept. */
    enquiryRetentionDays: settings.ENQUIRY_RETENTION_DAYS ?? null,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    pages: {
      siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
      client: { buildCheckIntervalMs: settings.BUILD_CHECK_INTERVAL, httpBaseUrl: settings.HTTP_BASE_URL },
    } satisfies PageSettings,
    /** 0 disables the page cache. */
    pageCacheBytes: settings.PAGE_CACHE_MB * 2 ** 20,
    /** 0 disables the cache of resized pictures. */
    pictureCacheBytes: settings.PICTURE_CACHE_MB * 2 ** 20,
    renderTimeoutMs: settings.RENDER_TIMEOUT_MS,
    renderWaitMs: settings.RENDER_WAIT_MS,
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    connectionsMax: settings.CONNECTIONS_MAX,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
  })
}

function readMailSettings(
  smtpUrl: string | undefined,
  to: string | undefined,
  sendsConfirmations: boolean,
): MailSettings | null {
  if (smtpUrl !== undefined && to !== undefined) return { smtpUrl, to, sendsConfirmations }
  if (smtpUrl === undefined && to === undefined) {
    if (sendsConfirmations) throw new ConfigError(['SMTP_URL: must be set if ENQUIRY_CONFIRMATION is on'])
    return null
  }
  const [set, missing] = to === undefined ? ['SMTP_URL', 'ENQUIRY_TO'] : ['ENQUIRY_TO', 'SMTP_URL']
  throw new ConfigError([`${missing}: must be set if ${set} is set`])
}

function reason(message: string): string {
  return message.startsWith('must') ? message : `is invalid (${message})`
}
