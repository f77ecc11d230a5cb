import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { BackgroundState } from '../background-state/open-background-state.ts'
import type { PushedFileStore } from '../background-state/pushed-file-store.ts'
import { type ImportParameters, importParametersSchema } from './import-parameters.ts'
import { Problem } from './problem.ts'
import { receiveFile, type ReceivedFile } from './receive-file.ts'
import type { RunImport } from './run-import-process.ts'
import type { JsonReport } from '../import/json-report.ts'

/** A killed process keeps the lease and its requests' keys for this long. */
const LEASE_MS = 120_000
const LEASE_EXTENDED_MS = 20_000

/** A repeated request gets the first response for this long. */
const RESPONSE_KEPT_MS = 24 * 3_600_000

export const RETRY_AFTER_S = '10'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

export interface PushOptions {
  readonly background: Pick<BackgroundState, 'importTokens' | 'pushedFiles' | 'pushLease'>
  readonly runImport: RunImport
  readonly maxBytes: number
}

interface Pushed {
  readonly report: JsonReport
  /** The response is that of an earlier request with the same key. */
  readonly isRepeated: boolean
}

/** @returns the name of the request's token; null without a valid one */
export async function authenticate(req: Request, { background }: PushOptions): Promise<string | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? []
  return token === undefined ? null : background.importTokens.find(token)
}

/** @throws Problem if nothing was changed, and errors of the database */
export async function pushFile(
  req: Request,
  tokenName: string,
  options: PushOptions,
  signal: AbortSignal,
): Promise<Pushed> {
  const parameters = readParameters(req)
  const key = readKey(req)
  const { pushLease, pushedFiles, importTokens } = options.background
  // The client learns this before it sends the file for nothing. SQLite would wait for the import that locks it.
  if (await pushLease.isTaken(Date.now())) throw busy()
  await using file = await receiveFile(req, options.maxBytes, signal)
  await importTokens.recordUse(tokenName)
  const run = () => importAlone(file, tokenName, parameters, options, signal)
  if (key === undefined) return { report: await run(), isRepeated: false }
  const fingerprint = `${file.digest} ${JSON.stringify(parameters)}`
  return await runOnce(pushedFiles, `${tokenName} ${key}`, fingerprint, run)
}

function readParameters({ query }: Request): ImportParameters {
  const { data, error } = importParametersSchema.safeParse(query)
  if (data?.force && !data.prune) throw new Problem(400, '"force" is accepted only together with "prune"')
  if (data) return data
  const reasons = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `there is no parameter "${issue.keys[0]}"; parameters: ${Object.keys(importParametersSchema.shape).join(', ')}`
      : `"${issue.path.join('.')}" ${issue.message}`,
  )
  throw new Problem(400, reasons.join('; '))
}

function readKey(req: Request): string | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return key
  throw new Problem(400, 'the Idempotency-Key must have 1 to 255 characters of ASCII, without spaces')
}

function busy(): Problem {
  return new Problem(503, 'another file is being imported; try again later', {
    headers: { 'Retry-After': RETRY_AFTER_S },
  })
}

/** Imports one file at a time in all processes and nodes. */
async function importAlone(
  file: ReceivedFile,
  tokenName: string,
  parameters: ImportParameters,
  { background: { pushLease }, runImport }: PushOptions,
  signal: AbortSignal,
): Promise<JsonReport> {
  const holder = randomUUID()
  const extend = () => pushLease.take(holder, Date.now(), Date.now() + LEASE_MS)
  if (!(await extend())) throw busy()
  const endExtending = repeat(extend)
  try {
    const outcome = await runImport({ path: file.path, name: `push:${tokenName}`, parameters }, signal)
    if ('reason' in outcome) throw new Problem(422, outcome.reason)
    const { report } = outcome
    if (report.applied) return report
    throw new Problem(422, 'nothing was changed, because rows were rejected and "strict" was set', { report })
  } finally {
    endExtending()
    await pushLease.end(holder)
  }
}

type StoredResponse = { readonly report: JsonReport } | { readonly problem: Problem['body'] }

/** Runs an import once, and stores its response. */
async function runOnce(
  store: PushedFileStore,
  key: string,
  fingerprint: string,
  run: () => Promise<JsonReport>,
): Promise<Pushed> {
  const known = await store.begin(key, fingerprint, Date.now(), Date.now() + LEASE_MS)
  if (known.kind === 'other')
    throw new Problem(422, 'this Idempotency-Key was used for another file or other parameters; use a new key')
  if (known.kind === 'running')
    throw new Problem(409, 'a request with this Idempotency-Key is being processed; try again later', {
      headers: { 'Retry-After': RETRY_AFTER_S },
    })
  if (known.kind === 'done') {
    const response = JSON.parse(known.response) as StoredResponse
    if ('report' in response) return { report: response.report, isRepeated: true }
    const { status, detail, report } = response.problem
    throw new Problem(status, detail, { headers: REPEATED, ...(report && { report }) })
  }
  const endExtending = repeat(() => store.extend(key, Date.now() + LEASE_MS))
  const finish = (response: StoredResponse) =>
    store.finish(key, JSON.stringify(response), Date.now() + RESPONSE_KEPT_MS)
  try {
    const report = await run()
    await finish({ report })
    return { report, isRepeated: false }
  } catch (error) {
    if (error instanceof Problem && error.status === 422) await finish({ problem: error.body })
    else await store.abandon(key)
    throw error
  } finally {
    endExtending()
  }
}

export const REPEATED = { 'Idempotent-Replayed': 'true' }

/** Calls a function repeatedly. If a call fails, the next one comes soon enough. */
function repeat(call: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void call().catch(() => {}), LEASE_EXTENDED_MS)
  return () => clearInterval(timer)
}
