import type { Request, Response } from 'express'
import type { AppContext } from '../app-context.ts'
import { EncodedBody, type Encoding } from '../render/encoded-body.ts'
import type { KeptAnswer } from '../render/page-cache.ts'
import { PAYLOAD_BRIEFLY, PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import { findOrMake } from './find-or-make.ts'
import { makeInTurn } from './make-in-turn.ts'
import { measureAge } from './measure-age.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import type { PageTarget } from './page-target.ts'
import { requestState } from './request-state.ts'
import { hasCopy, sendAnswer } from './send-answer.ts'
import { notePhase } from './time-phase.ts'
import { untilGone } from './until-ended.ts'

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
  const { store, build, pageCache, metrics } = context
  const state = requestState(res)
  const encoding = negotiateEncoding(req)
  if (target.isPrivate) {
    const made = await untilGone(req, res, makeInTurn(context, req, res, make))
    if ('other' in made) return made
    state.outcome = kind
    sendAnswer(context, req, res, state, [...ownHeaders, 'cache-control', PRIVATE], { encoding: 'identity', bytes: made.bytes })
    return 'answered'
  }

  const { revision } = store
  // What an address shows depends on nothing else. Weak, for each encoding of it counts as the same.
  const etag = `W/"${build.id}-${revision}"`
  const headers = [...ownHeaders, 'etag', etag, 'cache-control', kind === 'page' ? SHARED_BRIEFLY : PAYLOAD_BRIEFLY, 'vary', 'Accept-Encoding']
  if (hasCopy(req, etag)) {
    metrics.countLookup('hit')
    state.outcome = 'not-modified'
    state.age = measureAge(store)
    sendAnswer(context, req, res, state, headers, null)
    return 'answered'
  }
  const key = `${kind} ${target.pathname}${target.search}`
  const answer = await findOrMake(context, req, res, {
    key,
    revision,
    make: () =>
      makeInTurn(context, req, res, async (signal) => {
        const made = await make(signal)
        if ('other' in made) return made
        const body = new EncodedBody(made.bytes)
        // Compressing belongs to the same turn, for whoever asks first.
        if (!body.find(encoding)) encode(context, res, body, encoding)
        return { route: target.match.name, outcome: kind, revision, madeAt: Date.now(), etag, headers, body }
      }),
  })
  if ('other' in answer) return answer
  pageCache.rememberUrl(req.originalUrl, key)
  let bytes = answer.body.find(encoding)
  if (!bytes) {
    bytes = encode(context, res, answer.body, encoding)
    pageCache.noteGrowth(key)
  }
  state.outcome = kind
  state.age = measureAge(store, answer)
  sendAnswer(context, req, res, state, answer.headers, { encoding, bytes })
  return 'answered'
}

/** Makes a copy, for the metrics and for who asks how long it took. */
function encode(context: AppContext, res: Response, body: EncodedBody, encoding: Encoding): Buffer {
  const startedAt = performance.now()
  const bytes = body.encode(encoding)
  notePhase(context, res, 'compress', startedAt)
  return bytes
}
