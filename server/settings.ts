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

const milliseconds = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number of milliseconds')
    .transform(Number)
    .default(fallback)

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
    schema: z
      .string()
      .regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99')
      .transform(Number)
      .default(1),
    fallback: '1',
    meaning:
      'How many processes serve on this port, one for each processor at most; with 1 there is no other process that starts and replaces them.',
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
    meaning:
      'Folder of the database and of pictures in the sizes that were asked for, the only place that is written to.',
  },
  DATABASE_URL: {
    schema: z.string().refine(isDatabaseAddress, DATABASE_ADDRESS_RULE).optional(),
    fallback: 'sqlite:DATA_DIR/vitrine.db',
    meaning:
      'Database of catalogue, site, pictures and enquiries: `postgres://user:password@host:5432/name`, or `sqlite:` with the path of a file.',
  },
  DATABASE_READ_URL: {
    schema: z
      .string()
      .refine(isPostgresUrl, 'must be an address such as postgres://user:password@host:5432/name')
      .optional(),
    fallback: 'none',
    meaning:
      'PostgreSQL server that follows the one of `DATABASE_URL` and answers what pages ask; behind a change it is passed over until it has it.',
  },
  DATABASE_POOL_SIZE: {
    schema: z
      .string()
      .regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'must be a whole number from 2 to 999')
      .transform(Number)
      .default(DATABASE_POOL_SIZE),
    fallback: String(DATABASE_POOL_SIZE),
    meaning: 'Most connections of a process to each PostgreSQL server, besides one that listens for changes.',
  },
  DEMO: {
    schema: z.stringbool({ error: 'must be true or false' }).default(true),
    fallback: 'true',
    meaning: 'Whether an empty database is filled with the demo at the start.',
  },
  SMTP_URL: {
    schema: z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an smtp or smtps address such as smtps://user:password@mail.example',
      })
      .optional(),
    fallback: 'none',
    meaning: 'Mail server that takes the enquiries to the owner; needs `ENQUIRY_TO`.',
  },
  ENQUIRY_TO: {
    schema: z.email('must be an e-mail address').optional(),
    fallback: 'none',
    meaning:
      'Whom each enquiry is mailed to, also its sender; needs `SMTP_URL`. Without both, `npm run enquiries` alone shows them.',
  },
  TRUST_PROXY: {
    schema: z.string().regex(/^\d$/, 'must be a whole number from 0 to 9').transform(Number).default(0),
    fallback: '0',
    meaning:
      'How many proxies of yours stand in front. So many entries of `X-Forwarded-For` are believed, which tells visitors apart where their requests are limited; no other forwarded header is looked at.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    fallback: 'info',
    meaning: 'Least level of the log lines: fatal, error, warn, info, debug, trace or silent.',
  },
  SERVER_TIMING_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
      .optional(),
    fallback: 'none',
    meaning:
      'Key for durations: the response to a request with this key as `X-Server-Timing` has a `Server-Timing` header. Without it only development sends one.',
  },
  METRICS_PORT: {
    schema: port.optional(),
    fallback: 'none',
    meaning:
      'Port of `/metrics` for Prometheus, apart from the site; 0 takes a free one. Nothing listens where it is not set.',
  },
  METRICS_HOST: {
    schema: z.string().default('127.0.0.1'),
    fallback: '127.0.0.1',
    meaning:
      'Address that the metrics are served on; in a container `0.0.0.0`, on a port that only your own network reaches.',
  },
  BUILD_CHECK_INTERVAL: {
    schema: milliseconds(BUILD_CHECK_INTERVAL_MS),
    fallback: String(BUILD_CHECK_INTERVAL_MS),
    meaning: 'Milliseconds between two looks of an open tab for a newer build; 0 never looks.',
  },
  HTTP_BASE_URL: {
    schema: z
      .string()
      .refine(
        (url) => url === '/' || (isOrigin(url) && isPlainHost(url)),
        'must be / or an https or http origin such as https://cdn.example',
      )
      .transform((url) => (url === '/' ? url : new URL(url).origin))
      .default(HTTP_BASE_URL),
    fallback: HTTP_BASE_URL,
    meaning:
      'What the browser puts in front of the data it fetches: `/`, or the origin of a network that passes requests on to here.',
  },
  PAGE_CACHE_MB: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number of megabytes')
      .transform(Number)
      .default(32),
    fallback: '32',
    meaning: 'Megabytes of memory for finished pages, in each process; 0 keeps none.',
  },
  PICTURE_CACHE_MB: {
    schema: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number of megabytes')
      .transform(Number)
      .default(512),
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
    meaning:
      'Longest time that a page waits until it is loaded and rendered; what would have to wait longer is answered with 503 at once.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: z
      .string()
      .regex(/^[1-9]\d{2,8}$/, 'must be a whole number of milliseconds from 100 on')
      .transform(Number)
      .default(30_000),
    fallback: '30000',
    meaning:
      'Longest time for a request to arrive, of which its headers have a third; whoever takes no byte of an answer for so long is cut off.',
  },
  CONNECTIONS_MAX: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
      .transform(Number)
      .default(15_000),
    fallback: '15000',
    meaning:
      'Most connections of a process at once; of these a twentieth for each address of the public internet. One that waits for nothing takes about 11 KB.',
  },
  SHUTDOWN_DELAY_MS: {
    schema: milliseconds(0),
    fallback: '0',
    meaning:
      'Time between `SIGTERM` and the end of accepting, in which a load balancer notices that `/readyz` answers 503.',
  },
  SHUTDOWN_TIMEOUT_MS: {
    schema: milliseconds(10_000),
    fallback: '10000',
    meaning: 'Longest time for finishing what is under way at the end; what is left then is cut off.',
  },
} as const

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).pathname === '/' && !/[?#]/.test(text)
}

/** It stands in the Content-Security-Policy. */
function isPlainHost(url: string): boolean {
  return isPlainOrigin(new URL(url).origin.replace('http:', 'https:'))
}
