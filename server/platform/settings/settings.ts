import { z } from 'zod'
import { BUILD_CHECK_INTERVAL_MS, HTTP_BASE_URL } from '../../../shared/constants.ts'
import { DATABASE_ADDRESS_RULE, DATABASE_POOL_SIZE, isDatabaseAddress } from './database-settings.ts'
import { isPlainOrigin } from './picture-origins.ts'

const port = wholeNumber(/^\d{1,5}$/, 'from 0 to 65535').refine(
  (number) => number <= 65_535,
  'must be a whole number from 0 to 65535',
)

const onOff = z.stringbool({ error: 'must be on or off' })

const milliseconds = wholeNumber(/^\d{1,9}$/, 'of milliseconds')

/** @param fallback as it would be written in the environment variable */
function withDefault<Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string, meaning: string) {
  const required = z.prefault(schema, () => fallback as z.util.NoUndefined<z.input<Schema>>)
  return { schema: required, fallback, meaning, isSecret: false }
}

/** @param fallback a description for the README's table */
function optional<Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string, meaning: string) {
  return { schema: schema.optional(), fallback, meaning, isSecret: false }
}

/** An optional setting whose value appears in no error message. */
function secret<Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string, meaning: string) {
  return { ...optional(schema, fallback, meaning), isSecret: true }
}

/** A test compares these settings with the README. An empty string counts as missing. */
export const SETTINGS = {
  NODE_ENV: withDefault(
    z.enum(['production', 'development', 'test']),
    'production',
    '`development` shows stacks on error pages and reloads the browser after a build.',
  ),
  HOST: withDefault(z.string(), '0.0.0.0', 'Address to listen on; `127.0.0.1` behind a proxy on the same machine.'),
  PORT: withDefault(port, '3000', 'Port to listen on; 0 chooses any free port.'),
  SITE_URL: optional(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be an http or https address such as https://shop.example',
        abort: true,
      })
      .refine(isOrigin, 'must have no path, query or hash')
      .transform((url) => new URL(url).origin),
    'http://localhost:PORT',
    'The public origin, used for canonical links and all other absolute URLs.',
  ),
  DATA_DIR: withDefault(
    z.string(),
    '.data',
    'Folder of the database and of cached resized pictures; the server writes to no other folder.',
  ),
  DATABASE_URL: secret(
    z.string().refine(isDatabaseAddress, DATABASE_ADDRESS_RULE),
    'sqlite:DATA_DIR/vitrine.db',
    'Database of catalogue, site, pictures and enquiries: `postgres://user:password@host:5432/name`, or `sqlite:` with the path of a file.',
  ),
  DATABASE_POOL_SIZE: withDefault(
    wholeNumber(/^(?:[2-9]|[1-9]\d{1,2})$/, 'from 2 to 999'),
    String(DATABASE_POOL_SIZE),
    'Maximum number of connections from a process to the PostgreSQL server, in addition to one that watches for changes.',
  ),
  DEMO: withDefault(
    z.stringbool({ error: 'must be true or false' }),
    'true',
    'Whether the server imports the demo catalogue at start if the database is empty.',
  ),
  RECORD_SEARCHES: withDefault(
    onOff,
    'on',
    'Whether searches that no product matches and addresses without a page are counted for `npm run catalog -- searches` and `missing`.',
  ),
  SMTP_URL: secret(
    z.url({
      protocol: /^smtps?$/,
      error: 'must be an smtp or smtps address such as smtps://user:password@mail.example',
    }),
    'none',
    'Mail server that delivers enquiries to the owner; requires `ENQUIRY_TO`.',
  ),
  ENQUIRY_TO: optional(
    z.email('must be an e-mail address'),
    'none',
    'Recipient and sender of the mails about enquiries; requires `SMTP_URL`. Without both, only `npm run enquiries` shows enquiries.',
  ),
  ENQUIRY_CONFIRMATION: withDefault(
    onOff,
    'off',
    'Whether visitors get a mail with the reference and a copy of their enquiry; requires `SMTP_URL` and `ENQUIRY_TO`.',
  ),
  ENQUIRY_RETENTION_DAYS: optional(
    wholeNumber(/^[1-9]\d{0,3}$/, 'from 1 to 9999'),
    'none',
    'Days after which an answered enquiry is deleted; open ones are kept. Without it, enquiries are kept until `npm run enquiries -- delete`.',
  ),
  TRUST_PROXY: withDefault(
    wholeNumber(/^\d$/, 'from 0 to 9'),
    '0',
    'Number of your proxies in front of the server. This many entries of `X-Forwarded-For` are trusted, so that limits apply to each visitor; other forwarded headers are ignored.',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  METRICS_PORT: optional(
    port,
    'none',
    'Separate port for `/metrics`, which Prometheus reads; 0 chooses any free port. Without it no metrics are served.',
  ),
  METRICS_HOST: withDefault(
    z.string(),
    '127.0.0.1',
    'Address to listen on for `/metrics`; in a container `0.0.0.0`, with a port that only your own network reaches.',
  ),
  BUILD_CHECK_INTERVAL: withDefault(
    milliseconds,
    String(BUILD_CHECK_INTERVAL_MS),
    'Milliseconds between two checks for a newer build in an open browser tab; 0 disables the checks.',
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
    wholeNumber(/^\d{1,5}$/, 'of megabytes'),
    '32',
    'Megabytes of memory for the page cache of each process; 0 disables it.',
  ),
  PICTURE_CACHE_MB: withDefault(
    wholeNumber(/^\d{1,6}$/, 'of megabytes'),
    '512',
    'Megabytes on disk, below `DATA_DIR`, for cached resized pictures of each process; 0 disables the cache.',
  ),
  RENDER_TIMEOUT_MS: withDefault(
    milliseconds,
    '5000',
    'Longest time for loading and rendering a page; after it the response is a 503.',
  ),
  RENDER_WAIT_MS: withDefault(
    milliseconds,
    '500',
    'Longest time that a page waits for a render slot; a page that would wait longer gets a 503 immediately. A picture waits as long to be resized, and at least 10 seconds.',
  ),
  REQUEST_TIMEOUT_MS: withDefault(
    wholeNumber(/^[1-9]\d{2,8}$/, 'of milliseconds, at least 100'),
    '30000',
    'Longest time for receiving a request, a third of it for its headers; a client that reads no byte of a response for this long is disconnected.',
  ),
  CONNECTIONS_MAX: withDefault(
    wholeNumber(/^[1-9]\d{0,5}$/, 'from 1 to 999999'),
    '15000',
    'Maximum number of concurrent connections of a process; each public IP address may use a twentieth of them. An idle connection takes about 11 KB.',
  ),
  SHUTDOWN_DELAY_MS: withDefault(
    milliseconds,
    '0',
    'Time after `SIGTERM` in which the server still accepts connections, so that a load balancer notices that `/readyz` returns 503.',
  ),
  SHUTDOWN_TIMEOUT_MS: withDefault(
    milliseconds,
    '10000',
    'Longest time for open requests to finish at shutdown; after it their connections are closed.',
  ),
} as const

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
