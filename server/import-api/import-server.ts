import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { logEvent, logFilePushed, type Logger } from '../base/log.ts'
import { DatabaseBusyError, isUnavailable } from '../base/database-error.ts'
import type { PushResult } from '../background-state/pushed-file-store.ts'
import openApi from './openapi.json' with { type: 'json' }
import { Problem, PROBLEM_TYPE } from './problem.ts'
import { authenticate, pushFile, REPEATED, RETRY_AFTER_S, type PushOptions } from './push-file.ts'

/** A file must arrive within this time. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

const HEADERS_TIMEOUT_MS = 10_000
const CONNECTIONS_MAX = 32

const NO_TOKEN = new Problem(
  401,
  'the request needs the header "Authorization: Bearer TOKEN" with a token that was not revoked; "npm run catalog -- tokens add NAME" makes one',
  // The body is not read.
  { headers: { 'WWW-Authenticate': 'Bearer', Connection: 'close' } },
)

interface ImportServerOptions extends PushOptions {
  readonly logger: Logger
  readonly countPush: (result: PushResult) => void
}

interface ImportServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Starts a server on a port of its own. Its disposal ends a running import, which then changes nothing.
 * @throws if the port is already in use
 */
export async function startImportServer(
  { host, port }: { readonly host: string; readonly port: number },
  options: ImportServerOptions,
): Promise<ImportServer> {
  const stopped = new AbortController()
  const running = new Set<Promise<unknown>>()
  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS }
  const server = createServer(timeouts, createApp(options, stopped.signal, running))
  server.maxConnections = CONNECTIONS_MAX
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  logEvent(options.logger, 'pushServerStarted', { importAddress: `${url}/import` })
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      stopped.abort(new Problem(503, 'the server is being stopped; try again later'))
      server.closeIdleConnections()
      await Promise.all(running)
      server.closeAllConnections()
      await closed
    },
  }
}

/** @param running receives a promise for each request until its response was sent */
function createApp(options: ImportServerOptions, signal: AbortSignal, running: Set<Promise<unknown>>): Express {
  const { logger, countPush } = options
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use((_req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  app.get('/openapi.json', (_req, res) => void res.json(openApi))
  app
    .route('/import')
    .post(async (req, res) => {
      const token = await authenticate(req, options)
      if (token === null) {
        countPush('refused')
        logEvent(logger, 'pushRefused', { client: req.socket.remoteAddress })
        throw NO_TOKEN
      }
      const responded = new Promise((resolve) => res.once('close', resolve))
      running.add(responded)
      void responded.finally(() => running.delete(responded))
      try {
        const { report, isRepeated } = await pushFile(req, token, options, signal)
        countPush('imported')
        logFilePushed(logger, { token, reason: null, isRepeated, products: report.products })
        res.set(isRepeated ? REPEATED : {}).json(report)
      } catch (error) {
        const problem = toProblem(error)
        const isExpected = problem === error
        countPush(isExpected ? 'refused' : 'failed')
        if (isExpected) logFilePushed(logger, { token, reason: problem.message })
        else logEvent(logger, 'pushFailed', { err: error })
        throw problem
      }
    })
    .all(() => {
      throw new Problem(405, 'only POST is accepted here', { headers: { Allow: 'POST' } })
    })
  app.use((req) => {
    throw new Problem(
      404,
      `there is nothing at ${req.path}; files are accepted at /import, which /openapi.json describes`,
    )
  })
  app.use(sendProblem)
  return app
}

const sendProblem: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const { status, headers, body } = toProblem(error)
  if (!res.destroyed) res.status(status).set(headers).type(PROBLEM_TYPE).send(JSON.stringify(body))
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) {
    const reason = error instanceof DatabaseBusyError ? 'locked by another import' : 'unavailable'
    return new Problem(503, `the database is ${reason}; try again later`, { headers: { 'Retry-After': RETRY_AFTER_S } })
  }
  return new Problem(500, 'the import failed, and nothing was changed; the log of the server has the reason')
}
