import { z } from 'zod'
import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../shared/constants.ts'
import {
  DATABASE_ADDRESS_RULE,
  DATABASE_POOL_SIZE,
  isDatabaseAddress,
  isPostgresUrl,
} from './store/database-settings.ts'
import { isPlainOrigin } from './catalog/picture-origins.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a whole number from 0 to 65535')

const milliseconds = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of milliseconds')
  .transform(Number)

/** Defines a setting with a default, which is written as in the environment. */
function withDefault<Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string, meaning: string) {
  return { schema: z.prefault(schema, () => fallback as z.util.NoUndefined<z.input<Schema>>), fallback, meaning }
}

/** Defines a setting that may be missing. @param fallback what the README's table says of its default */
function optional<Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string, meaning: string) {
  return { schema: schema.optional(), fallback, meaning }
}

/**
 * Every setting with its rule, default and meaning. A test compares the README's table with this one.
 * Values are strings from the environment; an empty one counts as missing.
 */
export const SETTINGS = {
  NODE_ENV: withDefault(
    z.enum(['production', 'development', 'test']),
    'production',
    '`development` shows stacks on error pages and reloads the browser after a build.',
  ),
  HOST: withDefault(z.string(), '0.0.0.0', 'Address to listen on; `127.0.0.1` behind a proxy on the same machine.'),
  PORT: withDefault(port, '3000', 'Port to listen on; 0 takes a free one.'),
  WEB_CONCURRENCY: withDefault(
    z
      .string()
      .regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99')
      .transform(Number),
    '1',
    'How many processes serve on this port, at most one per processor; with 1 no primary process supervises them.',
  ),
  SITE_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://shop.example' })
      .refine(isOrigin, 'must have no path, query or hash')
      .transform((url) => new URL(url).origin),
    'http://localhost:PORT',
    'The public origin, from which alone canonical links and other absolute addresses are made.',
  ),
  DATA_DIR: withDefault(
    z.string(),
    '.data',
    'Folder of the database and of cached resized pictures, the only one that the server writes to.',
  ),
  DATABASE_URL: optional(
    z.string().refine(isDatabaseAddress, DATABASE_ADDRESS_RULE),
    'sqlite:DATA_DIR/vitrine.db',
    'Database of catalogue, site, pictures and enquiries: `postgres://user:password@host:5432/name`, or `sqlite:` with the path of a file.',
  ),
  DATABASE_READ_URL: optional(
    z.string().refine(isPostgresUrl, 'must be an address such as postgres://user:password@host:5432/name'),
    'none',
    'PostgreSQL replica of the server in `DATABASE_URL`, used for reading pages; while it lags behind a change it is not used.',
  ),
  DATABASE_POOL_SIZE: withDefault(
    z
      .string()
      .regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'must be a whole number from 2 to 999')
      .transform(Number),
    String(DATABASE_POOL_SIZE),
    'Most connections of a process to each PostgreSQL server, besides one that listens for changes.',
  ),
  DEMO: withDefault(
    z.stringbool({ error: 'must be true or false' }),
    'true',
    'Whether an empty database is filled with the demo at the start.',
  ),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      error: 'must be an smtp or smtps address such as smtps://user:password@mail.example',
    }),
    'none',
    'Mail server that takes the enquiries to the owner; needs `ENQUIRY_TO`.',
  ),
  ENQUIRY_TO: optional(
    z.email('must be an e-mail address'),
    'none',
    'Whom each enquiry is mailed to, also its sender; needs `SMTP_URL`. Without both, `npm run enquiries` alone shows them.',
  ),
  TRUST_PROXY: withDefault(
    z.string().regex(/^\d$/, 'must be a whole number from 0 to 9').transform(Number),
    '0',
    'How many proxies of yours are in front of the server. This many entries of `X-Forwarded-For` are trusted, so that request limits apply to each visitor; other forwarded headers are ignored.',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least level of the log lines: fatal, error, warn, info, debug, trace or silent.',
  ),
  SERVER_TIMING_KEY: optional(
    z.string().regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces'),
    'none',
    'Key for durations: the response to a request with this key as `X-Server-Timing` has a `Server-Timing` header. Without it only development sends one.',
  ),
  METRICS_PORT: optional(
    port,
    'none',
    'Port of `/metrics` for Prometheus, apart from the site; 0 takes a free one. Without it no metrics are served.',
  ),
  METRICS_HOST: withDefault(
    z.string(),
    '127.0.0.1',
    'Address that the metrics are served on; in a container `0.0.0.0`, on a port that only your own network reaches.',
  ),
  BUILD_CHECK_INTERVAL: withDefault(
    milliseconds,
    String(BUILD_CHECK_INTERVAL_MS),
    'Milliseconds between two checks of an open tab for a newer build; 0 disables them.',
  ),
  HTTP_BASE_URL: withDefault(
    z
      .string()
      .refine(
        (url) => url === '/' || (isOrigin(url) && isPlainHost(url)),
        'must be / or an https or http origin such as https://cdn.example',
      )
      .transform((url) => (url === '/' ? url : new URL(url).origin)),
    HTTP_BASE_URL,
    'Base URL from which the browser fetches data: `/`, or the origin of a CDN in front of this server.',
  ),
  PAGE_CACHE_MB: withDefault(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number of megabytes')
      .transform(Number),
    '32',
    'Megabytes of memory for the page cache of each process; 0 disables it.',
  ),
  PICTURE_CACHE_MB: withDefault(
    z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number of megabytes')
      .transform(Number),
    '512',
    'Megabytes on disk, below `DATA_DIR`, for cached resized pictures; 0 disables the cache.',
  ),
  RENDER_TIMEOUT_MS: withDefault(
    milliseconds,
    '5000',
    'Longest time for loading and rendering a page; then the response is a 503.',
  ),
  RENDER_WAIT_MS: withDefault(
    milliseconds,
    '500',
    'Longest time that a page waits for a render slot; a page that would wait longer gets a 503 immediately.',
  ),
  REQUEST_TIMEOUT_MS: withDefault(
    z
      .string()
      .regex(/^[1-9]\d{2,8}$/, 'must be a whole number of milliseconds from 100 on')
      .transform(Number),
    '30000',
    'Longest time for a request to arrive, a third of it for its headers; a client that reads no byte of a response for this long is disconnected.',
  ),
  CONNECTIONS_MAX: withDefault(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
      .transform(Number),
    '15000',
    'Most concurrent connections of a process, and a twentieth of them for each public IP address. An idle connection takes about 11 KB.',
  ),
  SHUTDOWN_DELAY_MS: withDefault(
    milliseconds,
    '0',
    'Time between `SIGTERM` and the end of accepting, in which a load balancer notices that `/readyz` answers 503.',
  ),
  SHUTDOWN_TIMEOUT_MS: withDefault(
    milliseconds,
    '10000',
    'Longest time for running requests to finish at shutdown; then they are cut off.',
  ),
} as const

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).pathname === '/' && !/[?#]/.test(text)
}

/** Whether a URL's host can be inserted into the Content-Security-Policy without escaping. */
function isPlainHost(url: string): boolean {
  return isPlainOrigin(new URL(url).origin.replace('http:', 'https:'))
}
