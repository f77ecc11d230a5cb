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
import { measureAge } from './measure-age.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import { buildEtag, timeLimit, untilGone, type PageTarget } from './page-request.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { hasCopy, sendAnswer } from './send-answer.ts'
import { notePhase, timePhase } from './time-phase.ts'

/** How a target is answered where nothing is kept of it. */
interface Making<Other> {
  readonly kind: KeptAnswer['outcome']
  /** Names and values by turns. */
  readonly headers: readonly string[]
  /** Makes the body, or something else where it cannot be kept. */
  make(signal: AbortSignal): Promise<{ readonly bytes: Buffer } | { readonly other: Other }>
}

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
  { kind, headers: ownHeaders, make }: Making<Other>,
): Promise<{ readonly other: Other } | 'answered'> {
  const { store, build, pageCache, renderQueue, config, logger, metrics } = context
  const state = requestState(res)
  const client = clientOf(req.ip)
  const encoding = negotiateEncoding(String(req.headers['accept-encoding'] ?? ''))
  const inTurn = <Result>(work: () => Promise<Result>) => {
    const askedAt = performance.now()
    return renderQueue.run(client, () => {
      notePhase(context, res, 'wait', askedAt)
      return work()
    })
  }
  const makeInTime = () => make(timeLimit(config.renderTimeoutMs))
  if (target.isPrivate) {
    const made = await untilGone(req, res, inTurn(makeInTime))
    if ('other' in made) return made
    state.outcome = kind
    sendAnswer(context, req, res, state, [...ownHeaders, 'cache-control', PRIVATE], { encoding: 'identity', bytes: made.bytes })
    return 'answered'
  }

  const key = `${kind} ${target.pathname}${target.search}`
  const { revision } = store
  const etag = buildEtag(build.id, revision)
  const headers = [...ownHeaders, 'etag', etag, 'cache-control', kind === 'page' ? SHARED_BRIEFLY : PAYLOAD_BRIEFLY, 'vary', 'Accept-Encoding']
  if (hasCopy(req, etag)) {
    metrics.countLookup('hit')
    state.outcome = 'not-modified'
    state.age = measureAge(store)
    sendAnswer(context, req, res, state, headers, null)
    return 'answered'
  }
  // A bot waits for what a person gets later: they share what is kept, but not its making.
  const produce = () =>
    pageCache.produce(`${key} ${revision} ${isBotRequest(res)}`, async () => {
      const made = await inTurn(async () => {
        const drawn = await makeInTime()
        return 'other' in drawn ? drawn : { body: await encodeFor(context, res, drawn.bytes, encoding) }
      })
      if ('other' in made) return made
      const answer: KeptAnswer = { route: target.match.name, outcome: kind, revision, madeAt: Date.now(), etag, headers, body: made.body }
      pageCache.keep(key, req.originalUrl, answer)
      return answer
    })
  const logFailure = (error: unknown) => {
    if (!(error instanceof BusyError)) logRenderFailure(logger, state.id, error)
  }
  const produceOrFindOld = async () => {
    try {
      return await untilGone(req, res, askInOwnTurn(client, produce))
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
  let bytes = answer.body.find(encoding)
  if (!bytes) {
    bytes = await timePhase(context, res, 'compress', () => answer.body.encode(encoding))
    pageCache.noteGrowth(key)
  }
  state.outcome = kind
  state.age = measureAge(store, answer)
  sendAnswer(context, req, res, state, answer.headers, { encoding, bytes })
  return 'answered'
}

/** With the copy that this visitor takes: compressing costs as much as drawing, and belongs to the same turn. */
async function encodeFor(context: AppContext, res: Response, bytes: Buffer, encoding: Encoding): Promise<EncodedBody> {
  const body = new EncodedBody(bytes)
  if (!body.find(encoding)) await timePhase(context, res, 'compress', () => body.encode(encoding))
  return body
}
