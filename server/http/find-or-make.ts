import type { Request, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { BusyError } from '../fair-queue.ts'
import { logRenderFailure } from '../log.ts'
import type { KeptAnswer } from '../render/page-cache.ts'
import { askInOwnTurn } from './ask-in-own-turn.ts'
import { clientOf } from './client-of.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { untilGone } from './until-ended.ts'

interface Wanted<Other> {
  /** Under which the answer is kept. */
  readonly key: string
  /** Of the catalogue that it is to be of. */
  readonly revision: number
  /** Makes the answer, or something that cannot be kept. */
  make(): Promise<KeptAnswer | { readonly other: Other }>
}

/**
 * The answer that is kept, else one that is made now, once for all who ask, and kept. An old one is better than none: for a
 * moment after a change of the catalogue, and for as long as the database is silent or there is too much to do.
 * @throws HttpError 499 where the visitor goes away first, and what making throws
 */
export async function findOrMake<Other>(
  { store, pageCache, metrics, logger }: AppContext,
  req: Request,
  res: Response,
  { key, revision, make }: Wanted<Other>,
): Promise<KeptAnswer | { readonly other: Other }> {
  // A bot waits for what a person gets later: they share what is kept, but not its making.
  const produce = () =>
    pageCache.produce(`${key} ${revision} ${isBotRequest(res)}`, async () => {
      const made = await make()
      if (!('other' in made)) pageCache.keep(key, req.originalUrl, made)
      return made
    })
  const logFailure = (error: unknown) => {
    if (!(error instanceof BusyError)) logRenderFailure(logger, requestState(res).id, error)
  }

  // Where there is something to show, a database that does not answer is not asked.
  const isSilent = store.silentSince !== null
  const kept = isSilent ? pageCache.findOld(key) : pageCache.find(key, revision)
  const isFresh = kept?.revision === revision && !isSilent
  metrics.countLookup(!kept ? 'miss' : isFresh ? 'hit' : 'stale')
  if (kept) {
    if (!isFresh && !isSilent) produce().catch(logFailure)
    return kept
  }
  try {
    return await untilGone(req, res, askInOwnTurn(clientOf(req.ip), produce))
  } catch (error) {
    const old = error instanceof HttpError && error.status === 503 ? pageCache.findOld(key) : undefined
    if (!old) throw error
    logFailure(error)
    return old
  }
}
