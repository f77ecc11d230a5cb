import type { Request, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { BusyError } from '../fair-queue.ts'
import { logRenderFailure } from '../log.ts'
import { EncodedBody, type Encoding } from '../render/encoded-body.ts'
import type { KeptAnswer } from '../render/page-cache.ts'
import { PAYLOAD_BRIEFLY, PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import { askInOwnTurn } from './ask-in-own-turn.ts'
import { clientOf } from './client-of.ts'
import { copyHeaders, describeBody, hasCopy } from './kept-answer.ts'
import { measureAge } from './measure-age.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import { buildEtag, timeLimit, untilAborted, visitorGone, type PageTarget } from './page-request.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { notePhase, timePhase } from './time-phase.ts'

/** Makes the body of an answer, or something else where it cannot be kept. */
export type Make<Other> = (signal: AbortSignal) => Promise<Made<Other>>
type Made<Other> = { readonly bytes: Buffer } | { readonly other: Other }

/**
 * Answers with what is kept of a target, or with what is made now, once for all who ask, and kept.
 * @returns what was made instead of a body: answering it is the caller's
 * @throws what making throws
 */
export async function answerTarget<Other>(
  context: AppContext,
  req: Request,
  res: Response,
  target: PageTarget,
  outcome: KeptAnswer['outcome'],
  make: Make<Other>,
): Promise<{ readonly other: Other } | 'answered'> {
  const { store, build, pageCache, renderQueue, config, logger, metrics } = context
  const gone = visitorGone(req, res)
  const client = clientOf(req.ip)
  const inTurn = <Result>(work: () => Promise<Result>) => {
    const askedAt = performance.now()
    return renderQueue.run(client, () => {
      notePhase(context, res, 'wait', askedAt)
      return work()
    })
  }
  const makeInTime = () => make(timeLimit(config.renderTimeoutMs))
  if (target.isPrivate) {
    const made = await untilAborted(inTurn(makeInTime), gone)
    if ('other' in made) return made
    requestState(res).outcome = outcome
    res.set('Cache-Control', PRIVATE).end(req.method === 'HEAD' ? undefined : made.bytes)
    return 'answered'
  }

  const key = `${outcome} ${target.pathname}${target.search}`
  const { revision } = store
  const etag = buildEtag(build.id, revision, key)
  const ownHeaders = ['etag', etag, 'cache-control', outcome === 'page' ? SHARED_BRIEFLY : PAYLOAD_BRIEFLY, 'vary', 'Accept-Encoding']
  if (hasCopy(req, etag)) {
    metrics.countLookup('hit')
    requestState(res).outcome = 'not-modified'
    setHeaders(res, ownHeaders)
    markAge(res, measureAge(store))
    res.status(304).end()
    return 'answered'
  }
  // A bot waits for what a person gets later: they share what is kept, but not its making.
  const produce = () =>
    pageCache.produce(`${key} ${revision} ${isBotRequest(res)}`, async () => {
      // Whoever asked may have been answered with an old copy, with headers of its own, before the new one is made.
      const headers = [...copyHeaders(res), ...ownHeaders]
      const made = await inTurn(async () => {
        const drawn = await makeInTime()
        return 'other' in drawn ? drawn : { body: await encodeFor(context, req, res, drawn.bytes) }
      })
      if ('other' in made) return made
      const answer: KeptAnswer = { route: target.match.name, outcome, revision, madeAt: Date.now(), etag, headers, body: made.body }
      pageCache.keep(key, req.originalUrl, answer)
      return answer
    })
  const logFailure = (error: unknown) => {
    if (!(error instanceof BusyError)) logRenderFailure(logger, requestState(res).id, error)
  }
  const produceOrFindOld = async () => {
    try {
      return await untilAborted(askInOwnTurn(client, produce), gone)
    } catch (error) {
      const old = error instanceof HttpError && error.status === 503 ? pageCache.findOld(key) : undefined
      if (!old) throw error
      logFailure(error)
      return old
    }
  }
  // Where there is something to show, a database that does not answer is not asked.
  const isSilent = store.silentSince !== null
  const kept = isSilent ? pageCache.findOld(key) : pageCache.find(key, revision)
  if (kept && kept.revision !== revision && !isSilent) produce().catch(logFailure)
  metrics.countLookup(!kept ? 'miss' : kept.revision === revision && !isSilent ? 'hit' : 'stale')
  const answer = kept ?? (await produceOrFindOld())
  if ('other' in answer) return answer
  pageCache.rememberUrl(req.originalUrl, key)
  markAge(res, measureAge(store, answer))
  await send(context, req, res, key, answer)
  return 'answered'
}

/** With the copy that this visitor takes: compressing costs as much as drawing, and belongs to the same turn. */
async function encodeFor(context: AppContext, req: Request, res: Response, bytes: Buffer): Promise<EncodedBody> {
  const body = new EncodedBody(bytes)
  const encoding = encodingOf(req)
  if (!body.find(encoding)) await timePhase(context, res, 'compress', () => body.encode(encoding))
  return body
}

function encodingOf({ headers }: Request): Encoding {
  return negotiateEncoding(String(headers['accept-encoding'] ?? ''))
}

async function send(context: AppContext, req: Request, res: Response, key: string, { outcome, headers, body }: KeptAnswer): Promise<void> {
  const encoding = encodingOf(req)
  let bytes = body.find(encoding)
  if (!bytes) {
    bytes = await timePhase(context, res, 'compress', () => body.encode(encoding))
    context.pageCache.noteGrowth(key)
  }
  requestState(res).outcome = outcome
  setHeaders(res, headers)
  setHeaders(res, describeBody(encoding, bytes))
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

function markAge(res: Response, age: number | undefined): void {
  requestState(res).age = age
  if (age !== undefined) res.setHeader('Age', String(age))
}

function setHeaders(res: Response, namesAndValues: readonly string[]): void {
  for (let index = 0; index < namesAndValues.length; index += 2) {
    const [name, value] = [namesAndValues[index]!, namesAndValues[index + 1]!]
    // Most are there already, and to set one is to look through all its letters.
    if (res.getHeader(name) !== value) res.setHeader(name, value)
  }
}
