import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EngineSession } from './engine.ts'

const RECORDER_PATH = '/recorder.js'
const COMPLAINTS_KEY = 'complaints'

export interface ProxyOptions {
  /** Requests for these paths get a 404. */
  readonly missing?: RegExp | undefined
  /** Requests for these paths get no response until the proxy releases them. */
  readonly held?: RegExp | undefined
}

export interface RecordingProxy extends AsyncDisposable {
  readonly url: string
  /** Paths of all requested documents, in order. */
  readonly documents: readonly string[]
  /** Status and path of each failed response. */
  readonly failures: readonly string[]
  /** Forwards the requests that were held. */
  release(): void
}

/**
 * Forwards requests to the site and adds a script to each document that records console errors and warnings, because WebKitGTK
 * does not report them.
 */
export async function startRecordingProxy(
  siteUrl: string,
  { missing, held }: ProxyOptions = {},
): Promise<RecordingProxy> {
  const documents: string[] = []
  const failures: string[] = []
  const released = Promise.withResolvers<void>()
  const server = createServer((req, res) => {
    if (req.url === RECORDER_PATH) {
      res.setHeader('Content-Type', 'text/javascript').end(`(${String(recordComplaints)})('${COMPLAINTS_KEY}')`)
      return
    }
    if (missing?.test(req.url!)) {
      res.writeHead(404).end()
      return
    }
    if (held?.test(req.url!)) void released.promise.then(forward)
    else forward()

    function forward(): void {
      // Requests the page uncompressed, because the script cannot be added to compressed text.
      const headers = { ...req.headers, 'accept-encoding': 'identity' }
      const forwarded = request(siteUrl + req.url, { method: req.method, headers }, (response) => {
        if (response.statusCode! >= 400) failures.push(`${response.statusCode} ${req.url}`)
        if (response.headers['content-type']?.startsWith('text/html')) {
          documents.push(req.url!)
          sendDocument(response, res)
        } else {
          res.writeHead(response.statusCode!, response.headers)
          response.pipe(res)
        }
      })
      forwarded.on('error', () => res.destroy())
      req.pipe(forwarded)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    failures,
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Adds the script to the first chunk, which contains the whole head. */
function sendDocument(response: IncomingMessage, res: ServerResponse): void {
  const { 'content-length': _, ...headers } = response.headers
  res.writeHead(response.statusCode!, headers)
  let isFirst = true
  response.setEncoding('utf8').on('data', (text: string) => {
    res.write(isFirst ? text.replace('<head>', `<head><script src="${RECORDER_PATH}"></script>`) : text)
    isFirst = false
  })
  response.on('end', () => res.end())
}

/** Returns the errors and warnings that the pages of this tab have logged. */
export function readComplaints(session: EngineSession): Promise<readonly string[]> {
  return session.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null') as readonly string[],
    COMPLAINTS_KEY,
  )
}

/** Runs in the page before all other scripts. */
function recordComplaints(key: string): void {
  // When the visitor leaves, browsers cancel requests and report errors for them, which are not recorded.
  let isLeaving = false
  addEventListener('beforeunload', () => (isLeaving = true))
  const record = (...complaints: readonly string[]) => {
    if (isLeaving) return
    const recorded = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
    sessionStorage.setItem(
      key,
      JSON.stringify([...recorded, ...complaints.map((complaint) => `${location.pathname}: ${complaint}`)]),
    )
  }
  // Creates an empty list. `readComplaints` returns null if the recorder has not run.
  record()
  for (const level of ['error', 'warn'] as const) {
    const log = console[level]
    console[level] = (...values: unknown[]) => {
      record(
        values.map((value) => (value instanceof Error ? `${value.message} ${value.stack}` : String(value))).join(' '),
      )
      log.apply(console, values)
    }
  }
  const recordError = ({ target, message, error }: ErrorEvent) => {
    if (target === window) record(`uncaught ${message} ${(error as Error | null)?.stack}`)
    // In Firefox, files of the previous document fire this event too.
    else if ((target as Element).ownerDocument === document) record(`cannot load ${(target as Element).outerHTML}`)
  }
  addEventListener('error', recordError, true)
  addEventListener('unhandledrejection', ({ reason }) => record(`unhandled ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    record(`refused by ${violatedDirective}: ${blockedURI}`),
  )
}
